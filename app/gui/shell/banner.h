#pragma once

#include "profiler/base/result.h"

#include <QFrame>
#include <QLabel>

namespace nscope::gui {

/// A non-modal message above the page: what happened, where, and what to do. It stays until it is
/// closed or a run is shown. GUI thread.
class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  /// `what` is the action that failed: "Cannot open baseline.ntff".
  void show_error(const QString& what, const Error& error);
  void show_notice(const QString& title, const QString& text);
  QString title() const { return title_->text(); }
  QString text() const { return text_->text(); }

 signals:
  void error_shown(const QString& title, const QString& text);

 private:
  void show_text(const char* severity, const QString& title, const QString& text);

  QLabel* title_;
  QLabel* text_;
};

}  // namespace nscope::gui
