#pragma once

#include "app/gui/panels/elided_label.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QWidget>

namespace nscope::gui {

/// The line above one compared timeline: role and editable name of the run, the selected event or
/// its counterpart, and the actions for the run. GUI thread.
class RunHeader : public QWidget {
  Q_OBJECT

 public:
  explicit RunHeader(const QString& label, QWidget* parent = nullptr);
  ~RunHeader() override;

  /// `number` counts the runs from 1.
  void set_role(bool base, int number);
  void set_label(const QString& label);
  void set_details(const QString& text);
  /// The selected event or its counterpart; empty if nothing is selected.
  void set_event(const QString& text);
  const QLineEdit& label() const { return *label_; }
  QLineEdit& label() { return *label_; }
  QString details() const { return details_->text(); }
  QString event_text() const { return event_->text(); }
  QPushButton& base_button() { return *make_base_; }
  QString role() const { return role_->text(); }
  /// A run without events cannot be opened.
  void set_can_open(bool can) { open_->setEnabled(can); }

 signals:
  void label_edited(const QString& label);
  void base_requested();
  void repeats_requested();
  void open_requested();
  void removed();

 private:
  QLabel* role_;
  QLineEdit* label_;
  ElidedLabel* details_;
  ElidedLabel* event_;
  QPushButton* make_base_;
  QPushButton* menu_;
  QAction* open_ = nullptr;
};

}  // namespace nscope::gui
