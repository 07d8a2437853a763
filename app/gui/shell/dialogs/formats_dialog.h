#pragma once

#include <QDialog>

namespace nscope::gui {

/// Lists everything that the program can read: name, files and imported data of each format. GUI
/// thread.
class FormatsDialog : public QDialog {
  Q_OBJECT

 public:
  explicit FormatsDialog(QWidget* parent = nullptr);
};

}  // namespace nscope::gui
