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

/// The content of a dock: a view of the run. It is made when its dock is first shown,
/// and asked for nothing while nobody sees it. GUI thread.
class DockView : public QWidget {
  Q_OBJECT

 public:
  /// Whether the view is on screen. Qt calls a dock behind another tab visible, so the
  /// dock says it.
  void set_seen(bool seen);

  /// A new range is not shown yet: its drag may go on.
  bool awaits_range() const { return range_timer_.isActive(); }

  /// Work in the background; the same objects as long as the view lives.
  virtual std::vector<Job*> jobs() { return {}; }
  /// What belongs to the layout: sorting, splitters. An unknown state is ignored.
  virtual QByteArray save_state() const { return {}; }
  virtual void restore_state(const QByteArray&) {}
  /// Does what typing this into the view does: for scripts. Nothing where it takes no text.
  virtual void enter(const QString&) {}
  /// Puts the keyboard where one types first.
  virtual void take_focus() { setFocus(); }

 signals:
  void failed(const QString& what, const nscope::Error& error);

 protected:
  /// What makes the shown stale besides another run.
  enum class Follows { kRun, kRange };

  DockView(RunView& run, Follows follows, QWidget* parent);

  /// Shows the run, or nothing where run().trace() is null: after a new run at once, after
  /// a new range when the drag is over, in both cases not before the view is seen.
  virtual void refresh() = 0;

  RunView& run() const { return run_; }

  /// Within refresh(): the run is not the one of the last refresh(), so that what is shown
  /// speaks of ids that it does not have.
  bool is_other_run() const { return other_run_; }
  bool is_seen() const { return seen_; }

  /// In place of the content: that the work was cancelled, or why it failed, which the
  /// window is told as well.
  void show_failure(MessageStack& stack, const Error& error);

  /// The shown is out of date for a reason of the view's own: refresh() as soon as it is seen.
  void mark_stale();

 private:
  void refresh_now();

  RunView& run_;
  bool seen_ = false;
  bool stale_ = true;
  bool other_run_ = true;
  std::weak_ptr<const Trace> refreshed_;
  QTimer range_timer_;  ///< waits for the end of a drag
};

}  // namespace nscope::gui
