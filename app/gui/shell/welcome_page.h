#pragma once

#include "app/documents/built_in.h"

#include <QStringList>
#include <QWidget>

class QVBoxLayout;

namespace nscope::gui {

/// The start page: what can be done (open a capture, predict a workload, price a question), recent
/// files, and built-in examples by what they answer. Files that no longer exist are marked and can
/// be removed. GUI thread.
class WelcomePage : public QWidget {
  Q_OBJECT

 public:
  explicit WelcomePage(QWidget* parent = nullptr);

  void set_recent_files(const QStringList& paths);

 signals:
  void open_requested();
  /// The user wants to predict a workload of their own.
  void prediction_requested();
  /// The user has a question about costs, a fleet or a migration.
  void question_asked(nscope::app::BuiltIn::Kind kind);
  void file_chosen(const QString& path);
  void removal_requested(const QStringList& paths);
  void entry_chosen(const nscope::app::BuiltIn& entry);

 private:
  QWidget* recent_row(const QString& path);
  QWidget* build_doors();
  QWidget* build_gallery(app::BuiltIn::Kind kind);

  QVBoxLayout* recent_;
};

}  // namespace nscope::gui
