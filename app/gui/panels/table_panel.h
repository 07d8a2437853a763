#pragma once

#include "app/gui/panels/table_model.h"

#include <QLabel>
#include <QStyledItemDelegate>
#include <QTableView>

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

  void set_table(Table table);
  /// Instead of a table: why there is none.
  void set_message(const QString& text);
  const TableModel& model() const { return *model_; }
  QTableView& view() { return *view_; }
  /// The text of `column_id` in the current row; empty where there is none.
  QString current_text(std::string_view column_id) const;

 signals:
  /// A row was clicked or reached by keyboard.
  void row_chosen();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void copy_selection() const;
  void size_columns();

  QString empty_text_;
  TableModel* model_;
  TableSorter* sorter_;
  QTableView* view_;
  QLabel* message_;
};

}  // namespace nscope::gui
