#pragma once

#include "app/gui/docks/operators/operator_tree_dock.h"
#include "profiler/analysis/operators/operator_cells.h"

#include <QAbstractItemModel>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace nscope::gui {

/// A Qt item model of the operator tree. Rows are created on demand, so collapsed nodes cost
/// nothing. Sorting orders siblings within their parent and puts missing values last. A filter
/// keeps the nodes whose name contains the text, with their ancestors and descendants. GUI thread.
class OperatorTreeModel : public QAbstractItemModel {
  Q_OBJECT

 public:
  enum Column { kName, kLevel, kCount, kActive, kShare, kExposed, kFlops, kBytes, kMfu, kRate };
  static constexpr int kColumns = kRate + 1;
  static constexpr std::uint32_t kNone = analysis::OperatorTree::kNone;

  explicit OperatorTreeModel(QObject* parent = nullptr);

  /// `trace` and `tree` are both null or both non-null.
  void set_tree(std::shared_ptr<const Trace> trace, OperatorTreePtr tree);
  void set_filter(const QString& text);
  /// Number of nodes that pass the filter, including their ancestors and descendants.
  std::size_t visible_nodes() const { return visible_nodes_; }

  std::uint32_t node(const QModelIndex& index) const;  ///< kNone for an invalid index
  /// Invalid if the filter hides the node.
  QModelIndex index_of(std::uint32_t node) const;

  QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
  QModelIndex parent(const QModelIndex& index) const override;
  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  bool hasChildren(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
  void sort(int column, Qt::SortOrder order) override;
  /// The key of a column in CSV, which does not depend on the language.
  std::string column_id(int column) const;

 private:
  using Siblings = std::vector<std::uint32_t>;

  const Siblings& children(std::uint32_t node) const;
  Cell cell(std::uint32_t node, int column) const;
  QString text(std::uint32_t node, int column) const;
  void sort_siblings(Siblings& siblings) const;
  void apply_filter();

  std::shared_ptr<const Trace> trace_;
  OperatorTreePtr tree_;
  std::optional<analysis::OperatorCells> cells_;
  std::vector<Table::Column> columns_;  ///< columns of `cells_`
  QString filter_;
  std::vector<bool> visible_;  ///< by node; empty: all visible
  std::size_t visible_nodes_ = 0;
  int sort_column_ = -1;  ///< -1: the order of the tree
  Qt::SortOrder sort_order_ = Qt::DescendingOrder;
  mutable std::unordered_map<std::uint32_t, Siblings> children_;
  mutable std::vector<std::uint32_t> row_;  ///< row of each node among its siblings
};

}  // namespace nscope::gui
