#pragma once

#include "profiler/base/tables/table.h"

#include <QAbstractTableModel>
#include <QColor>
#include <QSortFilterProxyModel>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::gui {

/// The heading of a column without its unit.
QString title_text(const Table::Column& column);
/// The heading of a column, with its unit if the cells do not have it: "Cost (USD)".
QString heading_text(const Table::Column& column);

/// A cell formatted for display: durations, bytes and shares with their units, missing values as
/// text.
QString cell_text(const Table::Column& column, const Cell& cell);

/// The number in a cell; nullopt if the cell is not a number.
std::optional<double> number_of(const Cell& cell);

/// The index of the column `id`; nullopt if there is none.
std::optional<std::size_t> find_column(const Table& table, std::string_view id);

/// Whether a column contains shares from 0 to 1, which are drawn as bars.
bool is_share(const Table::Column& column);

/// A Qt item model of a Table, which it owns or shares. GUI thread.
class TableModel : public QAbstractTableModel {
  Q_OBJECT

 public:
  /// The value to sort by: a number or text; invalid if missing.
  static constexpr int kSortRole = Qt::UserRole;

  explicit TableModel(QObject* parent = nullptr);

  /// A hint on what the user can do with a row, shown in the tooltip below the text; empty: none.
  using RowHint = std::function<QString(const Table& table, std::size_t row)>;

  void set_table(Table table) { set_table(std::make_shared<const Table>(std::move(table))); }
  void set_table(std::shared_ptr<const Table> table);
  const Table& table() const { return *table_; }
  void set_row_hint(RowHint hint) { row_hint_ = std::move(hint); }
  /// The colour of a mark before the first cell of a row; invalid: none.
  using RowColor = std::function<QColor(std::size_t row)>;
  void set_row_color(RowColor color) { row_color_ = std::move(color); }

  /// Overrides the text and colour of a cell, for example for a change with its sign or a value in
  /// the unit of its row. An invalid colour means the default text colour.
  struct CellLook {
    QString text;
    QColor color{};
  };
  using CellLooks = std::function<std::optional<CellLook>(const Table& table, std::size_t row,
                                                          std::size_t column)>;
  void set_cell_looks(CellLooks looks) { cell_looks_ = std::move(looks); }

  int rowCount(const QModelIndex& parent = {}) const override;
  int columnCount(const QModelIndex& parent = {}) const override;
  QVariant data(const QModelIndex& index, int role) const override;
  QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

 private:
  bool is_number(int column) const { return numbers_[static_cast<std::size_t>(column)]; }
  bool has_unit_of_row(const Table::Column& column) const;
  QString plain_text(std::size_t row, std::size_t column) const;
  QString tool_tip(std::size_t row, std::size_t column) const;
  std::optional<CellLook> look_of(std::size_t row, std::size_t column) const;

  std::shared_ptr<const Table> table_;
  std::vector<bool> numbers_;  ///< for each column: whether it contains numbers
  RowHint row_hint_;
  CellLooks cell_looks_;
  std::optional<std::size_t> unit_column_;  ///< for tables with a unit in each row
  RowColor row_color_;
};

/// Sorts a TableModel by value, with missing values last in both directions.
class TableSorter : public QSortFilterProxyModel {
  Q_OBJECT

 public:
  explicit TableSorter(QObject* parent = nullptr);

 protected:
  bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;
};

}  // namespace nscope::gui
