#pragma once

#include "app/gui/panels/table_panel.h"
#include "app/gui/run/dock_view.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

namespace nscope::gui {

/// Lists the diagnostics of the importer: data that was skipped, repaired or assumed, by code. GUI
/// thread.
class DiagnosticsDock : public DockView {
  Q_OBJECT

 public:
  DiagnosticsDock(RunView& run, QWidget* parent);

  /// Sets the filter text.
  void enter(const QString& text) override { filter_->setText(text); }
  void take_focus() override { filter_->setFocus(); }

  TablePanel& list() { return *list_; }
  QLineEdit& filter() { return *filter_; }
  QPushButton& copy_button() { return *copy_; }
  QString caption() const { return caption_->text(); }

 protected:
  void refresh() override;

 private:
  QLabel* caption_;
  QLineEdit* filter_;
  QPushButton* copy_;
  TablePanel* list_;
};

}  // namespace nscope::gui
