#pragma once

#include "app/gui/sweep/point_selection.h"

#include <QAbstractTableModel>
#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The points of a sweep as a table that is sorted and filtered without copying the values. Error
/// bands are tooltips. GUI thread.
class PointModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  explicit PointModel(PointSelection& selection, QObject* parent = nullptr);

  /// Which points are listed, besides the ranges and the filter of the selection.
  enum class Listed { kAll, kEvaluated, kRejected, kFailed, kFront };
  void set_listed(Listed listed);
  void set_front(std::vector<std::uint32_t> front);

  const std::vector<std::uint32_t>& rows() const { return rows_; }
  /// The place of a row of the points in the table; negative if it is not listed.
  int place_of(std::uint32_t row) const;
  static constexpr int kReason = 2;      ///< the table column with the reasons
  static constexpr int kFirstValue = 3;  ///< the first with a member or figure

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  /// Absent values are last in both directions.
  void sort(int column, Qt::SortOrder order) override;

 private:
  void rebuild();
  void sort_rows();
  QString text(std::uint32_t row, int column) const;
  bool is_number(int column) const;

  PointSelection& selection_;
  std::vector<std::size_t> columns_;  ///< of the points, that are shown
  std::vector<std::uint32_t> rows_;
  std::vector<std::uint32_t> front_;
  Listed listed_ = Listed::kAll;
  int sorted_by_ = -1;
  Qt::SortOrder order_ = Qt::AscendingOrder;
};

}  // namespace nscope::gui
