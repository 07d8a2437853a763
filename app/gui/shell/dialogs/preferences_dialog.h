#pragma once

#include "app/gui/shell/dialogs/preferences.h"

#include <QDialog>

class QCheckBox;
class QComboBox;
class QSpinBox;

namespace nscope::gui {

/// The preferences. Each change is applied immediately, without confirmation; a note names those
/// that take effect after restart. Not modal. GUI thread.
class PreferencesDialog : public QDialog {
  Q_OBJECT

 public:
  PreferencesDialog(const Preferences& now, QWidget* parent);

  Preferences preferences() const;
  QComboBox& theme() { return *theme_; }
  QComboBox& language() { return *language_; }
  QComboBox& scale() { return *scale_; }
  QCheckBox& patterns() { return *patterns_; }
  QSpinBox& read_ahead() { return *read_ahead_; }

 signals:
  void changed(const nscope::gui::Preferences& preferences);

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void fill(const Preferences& now);

  QComboBox* theme_;
  QComboBox* language_;
  QComboBox* scale_;
  QCheckBox* patterns_;
  QSpinBox* read_ahead_;
};

}  // namespace nscope::gui
