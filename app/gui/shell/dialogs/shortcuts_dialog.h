#pragma once

#include "app/gui/shell/actions/actions.h"

#include <QDialog>

class QLineEdit;
class QTableWidget;

namespace nscope::gui {

/// Every action with its keys, and every gesture of a view, with a field that
/// finds. Not modal. GUI thread.
class ShortcutsDialog : public QDialog {
  Q_OBJECT

 public:
  ShortcutsDialog(const ActionList& actions, QWidget* parent);

  QLineEdit& filter() { return *filter_; }
  QTableWidget& table() { return *table_; }

 private:
  void add_row(const QString& where, const QString& what, const QString& keys);
  void apply_filter(const QString& text);

  QLineEdit* filter_;
  QTableWidget* table_;
};

}  // namespace nscope::gui
