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

/// Draws a share 0..1 as a bar with its number on the right.
class ShareDelegate : public QStyledItemDelegate {
  Q_OBJECT

 public:
  using QStyledItemDelegate::QStyledItemDelegate;
  void paint(QPainter* painter, const QStyleOptionViewItem& option,
             const QModelIndex& index) const override;
};

/// A sortable table with an empty state in words. Copies rows as CSV (Ctrl+C).
/// GUI thread.
class TablePanel : public QWidget {
  Q_OBJECT

 public:
  explicit TablePanel(QString empty_text, QWidget* parent = nullptr);

  /// A table with the columns of the last one keeps its sorting.
  void set_table(Table table) { set_table(std::make_shared<const Table>(std::move(table))); }
  void set_table(std::shared_ptr<const Table> table);
  /// Shows only rows that have the text in some cell, in any case; empty: all.
  void set_filter(const QString& text);
  /// What to say in place of a table without rows.
  void set_empty_text(QString text) { empty_text_ = std::move(text); }
  /// Instead of a table: why there is none.
  void set_message(const QString& text);
  QString message() const { return message_->isHidden() ? QString() : message_->text(); }

  TableModel& model() { return *model_; }
  const TableModel& model() const { return *model_; }
  QTableView& view() { return *view_; }
  /// The text of `column_id` in the current row; empty where there is none.
  QString current_text(std::string_view column_id) const;
  /// The current row of the table.
  std::optional<std::size_t> current_row() const;
  /// Selected rows of the table, in the order in which they are shown.
  std::vector<std::size_t> selected_rows() const;
  /// Keeps a column for scripts and exports out of sight. Call after set_table().
  void hide_column(std::string_view column_id);

  /// Pixels in which all columns can be read without scrolling.
  int full_width() const;
  /// Sorts by the column of that id; does nothing where there is none.
  void sort_by(std::string_view column_id, Qt::SortOrder order);
  /// Rows of the table in the order in which they are shown.
  std::vector<std::size_t> row_order() const;
  /// Makes a row of the table the current one and brings it into view.
  void select_row(std::size_t row);

 signals:
  /// A row was clicked or reached by keyboard.
  void row_chosen();
  /// A row of the table was double-clicked, or Enter was pressed on it.
  void row_activated(std::size_t row);
  /// The user sorted.
  void order_changed();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void show_rows();
  void activate(const QModelIndex& index);
  void copy_selection() const;
  void size_columns();
  void fit_shares();

  QString empty_text_;
  TableModel* model_;
  TableSorter* sorter_;
  QTableView* view_;
  ShareDelegate* shares_;
  QLabel* message_;
  bool loading_ = false;
};

/// Some rows of a table, in that order, with its notes.
Table rows_of(const Table& table, std::span<const std::size_t> rows);

}  // namespace nscope::gui
