#pragma once

#include "profiler/base/result.h"

#include <QFrame>
#include <QLabel>
#include <QTimer>
#include <functional>
#include <vector>

class QHBoxLayout;

namespace nscope::gui {

/// A button of a message.
struct BannerAction {
  QString text;
  std::function<void()> run;
};

/// A non-modal message above the page: what happened, where, and what to do. It stays until it is
/// closed, a run is shown, or what failed has succeeded. GUI thread.
class Banner : public QFrame {
  Q_OBJECT

 public:
  explicit Banner(QWidget* parent = nullptr);

  /// `what` is the action that failed: "Cannot open baseline.ntff".
  void show_error(const QString& what, const Error& error);
  /// An error of `source`, which ends with settle(source).
  void show_error_of(const QObject* source, const QString& what, const Error& error);
  /// Hides the message if it is an error of `source`, which now has succeeded.
  void settle(const QObject* source);
  void show_notice(const QString& title, const QString& text);
  /// A message with buttons, each of which closes it first.
  void show_choice(const QString& title, const QString& text, std::vector<BannerAction> actions);
  /// Says that an action has succeeded, with buttons as above. It hides after 15 seconds.
  void show_done(const QString& title, const QString& text, std::vector<BannerAction> actions);
  /// Presses the button with this text; false if there is none.
  bool choose(const QString& action);
  QString title() const { return title_->text(); }
  QString text() const { return text_->text(); }

 signals:
  void error_shown(const QString& title, const QString& text);

 private:
  void show_text(const char* severity, const QString& title, const QString& text,
                 std::vector<BannerAction> actions = {});

  QLabel* title_;
  QLabel* text_;
  QHBoxLayout* buttons_;
  QTimer fade_;
  const QObject* source_ = nullptr;  ///< of the error that is shown; only compared
};

}  // namespace nscope::gui
