#pragma once

#include "app/gui/background/job.h"
#include "app/gui/simulate/played_cover.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/live/live_session.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace nscope::gui {

/// Plays a simulated run in a timeline that already shows it, by covering the part that has not
/// been played. If playback is stopped, the result is the part that was played. GUI thread.
class RunPlayer : public QObject {
  Q_OBJECT

 public:
  RunPlayer(TimelinePanel& panel, QObject* parent);

  /// Starts playback. A run that is already playing is abandoned without a signal.
  void play(std::shared_ptr<const Trace> run, double speed);
  /// Stops within 100 ms; played_out() follows.
  void stop();
  /// Abandons the run and shows the timeline completely.
  void give_up();
  void set_paused(bool paused);
  void set_speed(double speed);
  bool is_playing() const { return session_ != nullptr; }
  bool is_paused() const { return session_ && session_->paused(); }
  /// The playback position in ticks; nullopt if nothing is played.
  std::optional<double> position() const { return cover_->until(); }
  const std::shared_ptr<app::LiveSession>& session() const { return session_; }

 signals:
  void changed();
  /// The share of the run that has been played, 0 to 1.
  void moved(double share);
  /// Playback ended. If `complete`, `run` is the whole run; otherwise it is the part that was
  /// played, or null if nothing was.
  void played_out(std::shared_ptr<const nscope::Trace> run, bool complete);

 private:
  struct Outcome {
    std::shared_ptr<const Trace> part;
    bool complete = false;
  };
  void show_position();

  Job* job_;
  QTimer timer_;
  PlayedCover* cover_;
  PlayedCover* overview_cover_;
  std::shared_ptr<const Trace> run_;
  std::shared_ptr<app::LiveSession> session_;
};

}  // namespace nscope::gui
