#pragma once

#include "app/gui/panels/section.h"
#include "app/gui/panels/table_panel.h"

#include <QFrame>
#include <QPushButton>
#include <QStackedWidget>

namespace nscope::gui {

/// A card that shows a chart or the same data as a table, or a card with only a table. The notes of
/// the table are shown below. GUI thread.
class ChartCard : public QFrame {
  Q_OBJECT

 public:
  /// If `chart` is null, the card shows only the table. `empty` is the text for a table without
  /// rows.
  ChartCard(const QString& title, QWidget* chart, const QString& empty, QWidget* parent = nullptr);

  /// Sets the line below the title; an empty caption hides it.
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
