#pragma once

#include "app/gui/watch/folder_watcher.h"

#include <QCheckBox>
#include <QDialog>
#include <QLabel>
#include <QPushButton>

namespace nscope::gui {

class TablePanel;

/// The folder that is watched, and what was found in it with its state. GUI thread.
class WatchDialog : public QDialog {
  Q_OBJECT

 public:
  explicit WatchDialog(FolderWatcher& watcher, QWidget* parent = nullptr);

  TablePanel& table() { return *table_; }
  QPushButton& watch_button() { return *watch_; }
  QCheckBox& opens_box() { return *opens_; }
  QString status() const { return status_->text(); }

 signals:
  void open_requested(const QString& path);
  /// The folder cannot be watched.
  void failed(const nscope::Error& error);

 private:
  void choose_folder();
  void toggle();
  void show_found();

  FolderWatcher& watcher_;
  QLabel* folder_;
  QLabel* status_;
  TablePanel* table_;
  QCheckBox* opens_;
  QPushButton* watch_;
  QPushButton* open_;
};

}  // namespace nscope::gui
