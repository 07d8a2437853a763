#pragma once

#include "app/gui/shell/actions/actions.h"

#include <QDialog>

class QLineEdit;
class QTableWidget;

namespace nscope::gui {

/// Lists every action with its shortcut, and every gesture of the views, with a search field. Not
/// modal. GUI thread.
class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  ShortcutsDialog(const ActionList& actions, QWidget* parent);

  QLineEdit& filter() { return *filter_; }
  QTableWidget& table() { return *table_; }

 protected:
  void changeEvent(QEvent* event) override;

 private:
  /// Gives the first column the colour of the theme. Items keep theirs when it changes.
  void mute_groups();
  void add_row(const QString& where, const QString& what, const QString& keys);
  void apply_filter(const QString& text);

  QLineEdit* filter_;
  QTableWidget* table_;
};

}  // namespace nscope::gui
