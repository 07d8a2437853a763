#pragma once

#include "app/gui/background/job.h"
#include "app/gui/simulate/played_cover.h"
#include "app/gui/timeline/timeline_panel.h"
#include "app/live/live_session.h"

#include <QObject>
#include <QTimer>
#include <memory>

namespace nscope::gui {

/// Plays a simulated run into a timeline that shows it already: what has not been played is
/// hidden. Played to its end the run is whole; stopped before, it is what came until then.
/// GUI thread.
class RunPlayer : public QObject {
  Q_OBJECT

 public:
  RunPlayer(TimelinePanel& panel, QObject* parent);

  /// Begins; another run that plays is given up without a word.
  void play(std::shared_ptr<const Trace> run, double speed);
  /// Ends within 100 ms; played_out() follows.
  void stop();
  /// Forgets what plays and shows everything.
  void give_up();
  void set_paused(bool paused);
  void set_speed(double speed);
  bool is_playing() const { return session_ != nullptr; }
  bool is_paused() const { return session_ && session_->paused(); }
  /// Where it is, ticks; nothing where none plays.
  std::optional<double> position() const { return cover_->until(); }
  const std::shared_ptr<app::LiveSession>& session() const { return session_; }

 signals:
  void changed();
  /// `share` of the run has been played.
  void moved(double share);
  /// `complete`: `run` is the one that was given; else the part that was played, null where
  /// nothing was.
  void played_out(std::shared_ptr<const nscope::Trace> run, bool complete);

 private:
  struct Outcome {
    std::shared_ptr<const Trace> part;
    bool complete = false;
  };
  void show_position();

  TimelinePanel& panel_;
  Job* job_;
  QTimer timer_;
  PlayedCover* cover_;
  PlayedCover* overview_cover_;
  std::shared_ptr<const Trace> run_;
  std::shared_ptr<app::LiveSession> session_;
};

}  // namespace nscope::gui
