#pragma once

#include "profiler/analysis/comparison/comparison.h"

#include <QAbstractItemModel>
#include <memory>

namespace nscope::gui {

/// The causes of the difference between two runs, largest first. The children of a cause are the
/// groups that contribute to it. One column with one sentence per row. GUI thread.
class CauseModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  static constexpr int kChangeRole = Qt::UserRole;  ///< double, ns
  static constexpr int kShareRole =
      Qt::UserRole + 1;  ///< share of the change of the total time; may be invalid

  using QAbstractItemModel::QAbstractItemModel;

  /// Null if nothing is compared.
  void set_comparison(std::shared_ptr<const analysis::Comparison> comparison);

  /// The contribution at an index; for a cause, its largest contribution. Null if the cause has
  /// no contributions (idle time).
  const analysis::CausePart* part_at(const QModelIndex& index) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& child) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

 private:
  const analysis::Cause& cause_at(const QModelIndex& index) const;

  std::shared_ptr<const analysis::Comparison> comparison_;
};

}  // namespace nscope::gui
