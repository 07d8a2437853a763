#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"

#include <QFrame>
#include <QPushButton>
#include <QStackedWidget>

namespace nscope::gui {

/// A card with a chart and, one click away, its figures as a table; or with a table alone.
/// What the table notes stands below both. GUI thread.
class ChartCard : public QFrame {
  Q_OBJECT

 public:
  /// Without a chart the card is the table. `empty` is said in place of a table without rows.
  ChartCard(const QString& title, QWidget* chart, const QString& empty, QWidget* parent = nullptr);

  /// A line below the title; none where empty.
  void set_caption(const QString& caption);
  void set_table(Table table);
  void show_table(bool on);
  TablePanel& table() { return *table_; }
  QPushButton& table_button() { return *as_table_; }
  QString note() const { return note_->text(); }

 private:
  QLabel* caption_;
  QPushButton* as_chart_;
  QPushButton* as_table_;
  QStackedWidget* stack_;
  TablePanel* table_;
  QLabel* note_;
};

}  // namespace nscope::gui
