#pragma once

#include "profiler/base/result.h"

#include <QFrame>
#include <QLabel>

namespace nscope::gui {

/// A message above the page that blocks nothing: what happened, where, and what
/// to do. Stays until closed or until the next success. GUI thread.
class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  /// `what` says which action failed: "Cannot open baseline.ntff".
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
