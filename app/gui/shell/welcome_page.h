#pragma once

#include "app/documents/built_in.h"

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace nscope::gui {

/// The start page: button to open a capture, recent files, and built-in examples. Files that no
/// longer exist are marked and can be removed. GUI thread.
class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void set_recent_files(const QStringList& paths);

 signals:
  void open_requested();
  void file_chosen(const QString& path);
  void removal_requested(const QStringList& paths);
  void entry_chosen(const nscope::app::BuiltIn& entry);

 private:
  QWidget* recent_row(const QString& path);
  QWidget* build_gallery();

  QVBoxLayout* recent_;
};

}  // namespace nscope::gui
