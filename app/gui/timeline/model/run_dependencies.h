#pragma once

#include "app/gui/background/job.h"
#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/trace/trace.h"

#include <QObject>
#include <QString>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::gui {

/// The dependencies between the events of a run, indexed for the timeline. If the run has no
/// instructions to follow, only the flows of the capture are used. Immutable; any thread.
class DependencyView {
 public:
  /// Errors: kCancelled.
  static Result<std::shared_ptr<const DependencyView>> make(
      std::shared_ptr<const Trace> trace, analysis::SharedDependencies& dependencies,
      const TaskControl& control);

  /// Why the instructions of the run cannot be followed; empty if they can.
  const Text& missing() const { return run_->missing; }

  /// The event that `event` waited for last; invalid if unknown.
  SliceId predecessor(SliceId event) const;
  /// The first event on another track that waited for `event` last, or on its own track if there is
  /// none; invalid if unknown.
  SliceId successor(SliceId event) const;

  /// A part of the critical path on a track, in ticks of the trace.
  struct PathPart {
    double begin = 0.0;
    double end = 0.0;
    SliceId event;
  };
  /// The parts of the critical path in order of time. Each part depends on the previous one.
  const std::vector<PathPart>& path() const { return path_; }
  /// The parts on one track.
  const std::vector<PathPart>& path_of(TrackId track) const { return path_of_[track.index()]; }
  bool on_path(SliceId event) const;
  /// The slack of an event in ticks: how much later it could start without delaying the end of the
  /// run. Nullopt if unknown.
  std::optional<double> slack(SliceId event) const;

  /// The state of an engine at a time, with the cause if it is idle.
  struct Idle {
    analysis::EngineState state = analysis::EngineState::kUnexplained;
    double begin = 0.0;  ///< ticks
    double end = 0.0;
    SliceId next{};      ///< next event of the engine; invalid after the last
    SliceId producer{};  ///< event that the engine waited for; invalid if none
  };
  /// Nullopt if the track is not an engine whose instructions can be followed.
  std::optional<Idle> idle_at(const Track& track, double tick) const;

 private:
  DependencyView() = default;
  std::uint32_t node_of(SliceId event) const;
  double tick_of(Picoseconds time) const;
  void index_edges();
  Result<> index_path(const TaskControl& control);

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const analysis::FollowedRun> run_;
  std::vector<std::uint32_t> nodes_;      ///< nodes with a slice, sorted by slice
  std::vector<std::uint32_t> out_first_;  ///< by node: index of its first successor in out_
  std::vector<std::uint32_t> out_;        ///< successors through binding edges
  std::vector<Picoseconds> slack_;        ///< by node; empty: unknown
  std::vector<PathPart> path_;
  std::vector<std::vector<PathPart>> path_of_;  ///< by track
  std::vector<analysis::EngineTimeline> engines_;
};

/// Computes the dependencies of the shown run in the background, on first request. GUI thread.
class RunDependencies : public QObject {
  Q_OBJECT

 public:
  explicit RunDependencies(QObject* parent = nullptr);

  /// `dependencies` is shared with other users of the same run; null if there are none.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies);
  /// Null until it is computed.
  const std::shared_ptr<const DependencyView>& view() const { return view_; }
  /// Starts the computation unless it is done or running.
  void request();
  /// Like request(), but does nothing after the computation was cancelled or failed. For requests
  /// that the user did not make explicitly.
  void request_quietly();
  Job& job() { return *job_; }

 signals:
  /// view() is available.
  void ready();
  /// The computation was cancelled or failed.
  void given_up(const nscope::Error& error);

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Trace> asked_;  ///< trace of the running job
  bool gave_up_ = false;
  std::shared_ptr<analysis::SharedDependencies> dependencies_;
  std::shared_ptr<const DependencyView> view_;
  Job* job_;
};

}  // namespace nscope::gui
