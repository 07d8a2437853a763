#pragma once

#include "app/gui/panels/table_model.h"

#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace nscope::gui {

/// Draws a share from 0 to 1 as a bar with its number on the right.
class ShareDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

/// A sortable table with a message for its empty state. Ctrl+C copies the selected rows as CSV. GUI
/// thread.
class TablePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TablePanel(QString empty_text, QWidget* parent = nullptr);

  /// Sets the table. Keeps the sorting if the columns are the same as before.
  void set_table(Table table) { set_table(std::make_shared<const Table>(std::move(table))); }
  void set_table(std::shared_ptr<const Table> table);
  /// Shows only rows with a cell that contains the text, ignoring case; empty: all rows.
  void set_filter(const QString& text);
  /// Sets the message that replaces a table without rows.
  void set_empty_text(QString text) { empty_text_ = std::move(text); }
  /// Shows a message in place of the table.
  void set_message(const QString& text);
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

  TableModel& model() { return *model_; }
  const TableModel& model() const { return *model_; }
  QTableView& view() { return *view_; }
  /// The text of `column_id` in the current row; empty if there is no current row or no such
  /// column.
  QString current_text(std::string_view column_id) const;
  /// The current row as an index of the table; nullopt: none.
  std::optional<std::size_t> current_row() const;
  /// The selected rows as indices of the table.
  std::vector<std::size_t> selected_rows() const;
  /// Hides a column that is only for scripts and exports. Call after set_table().
  void hide_column(std::string_view column_id);

  /// The width in pixels at which all columns are readable without scrolling.
  int full_width() const;
  /// Sorts by a column. Does nothing if there is no column `column_id`.
  void sort_by(std::string_view column_id, Qt::SortOrder order);
  /// The visible rows as indices of the table, in the order in which they are shown.
  std::vector<std::size_t> row_order() const;
  /// Makes a row of the table the current row and scrolls to it.
  void select_row(std::size_t row);

 signals:
  /// A row was clicked or reached by keyboard.
  void row_chosen();
  /// A row of the table was double-clicked, or Enter was pressed on it.
  void row_activated(std::size_t row);
  /// The user changed the sorting.
  void order_changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_rows();
  void activate(const QModelIndex& index);
  void copy_selection() const;
  void size_columns();
  void fit_columns();

  QString empty_text_;
  TableModel* model_;
  TableSorter* sorter_;
  QTableView* view_;
  ShareDelegate* shares_;
  std::vector<int> natural_widths_;  ///< of the columns without bars, for their content; pixels
  std::vector<int> heading_widths_;  ///< of the columns without bars: the least
  std::vector<int> fitted_widths_;   ///< as last set by fit_columns(); others are the user's
  QLabel* message_;
  bool loading_ = false;
};

/// A table with the given rows of `table`, in that order, and its notes.
Table rows_of(const Table& table, std::span<const std::size_t> rows);

}  // namespace nscope::gui
