#pragma once

#include "app/gui/background/job.h"
#include "app/gui/run/run_view.h"
#include "profiler/base/result.h"

#include <QByteArray>
#include <QTimer>
#include <QWidget>
#include <vector>

namespace nscope::gui {

class MessageStack;

/// The content of a dock: a view of the run. It is created when the dock is first shown, and is not
/// refreshed while it is hidden. GUI thread.
class DockView : public QWidget {
  Q_OBJECT

 public:
  /// Sets whether the view is on screen. The dock must call this, because QWidget::isVisible() is
  /// also true for a dock behind another tab.
  void set_seen(bool seen);

  /// Whether a new range is not shown yet because the user may still be dragging it.
  bool awaits_range() const { return range_timer_.isActive(); }

  /// The background jobs of the view. They exist as long as the view.
  virtual std::vector<Job*> jobs() { return {}; }
  /// The part of the view that belongs to the layout, such as sorting and splitters.
  /// restore_state() ignores an unknown state.
  virtual QByteArray save_state() const { return {}; }
  virtual void restore_state(const QByteArray&) {}
  /// Does the same as typing the text into the view, for scripts. Does nothing if the view has no
  /// text input.
  virtual void enter(const QString&) {}
  /// Gives the keyboard focus to the main input of the view: by default, its first control.
  virtual void take_focus();

 signals:
  void failed(const QString& what, const nscope::Error& error);
  /// The user entered `text`; enter(text) does the same again.
  void entered(const QString& text);

 protected:
  /// The changes after which a view must refresh: of the run, or of the run and the range.
  enum class Follows { kRun, kRange };

  DockView(RunView& run, Follows follows, QWidget* parent);

  /// Shows the run, or the empty state if run().trace() is null. Called immediately after a change
  /// of the run, and at the end of the drag after a change of the range. A hidden view is refreshed
  /// when it is shown.
  virtual void refresh() = 0;

  RunView& run() const { return run_; }

  /// Within refresh(): whether the run is different from that of the last refresh(), so that the
  /// shown ids are not valid for it.
  bool is_other_run() const { return other_run_; }
  bool is_seen() const { return seen_; }

  /// Replaces the content by a message that the work was cancelled or why it failed. Emits failed()
  /// unless it was cancelled.
  void show_failure(MessageStack& stack, const Error& error);

  /// Calls refresh(), or calls it when the view is shown if it is hidden.
  void mark_stale();

 private:
  void refresh_now();

  RunView& run_;
  bool seen_ = false;
  bool stale_ = true;
  bool other_run_ = true;
  std::weak_ptr<const Trace> refreshed_;
  QTimer range_timer_;  ///< delays the refresh until the drag has ended
};

}  // namespace nscope::gui
