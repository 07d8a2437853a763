#pragma once

#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// The dependencies between the events of a run, indexed for the timeline. If the run has no
/// instructions to follow, only the flows of the capture are used. Immutable; any thread.
class DependencyView {
 public:
  /// Errors: kCancelled.
  static Result<std::shared_ptr<const DependencyView>> make(std::shared_ptr<const Trace> trace,
                                                            SharedDependencies& dependencies,
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
    EngineState state = EngineState::kUnexplained;
    double begin = 0.0;  ///< ticks
    double end = 0.0;
    SliceId next{};      ///< next event of the engine; invalid after the last
    SliceId producer{};  ///< event that the engine waited for; invalid if none
  };
  /// Nullopt if the track is not an engine whose instructions can be followed.
  std::optional<Idle> idle_at(const Track& track, double tick) const;
  /// The idle time of the engine of `event` that ends with this event, or is inside it, by cause
  /// and in order of time. Empty for other events.
  std::vector<Idle> idle_for(SliceId event) const;

 private:
  DependencyView() = default;
  std::uint32_t node_of(SliceId event) const;
  double tick_of(Picoseconds time) const;
  Idle idle_of(const EngineStretch& stretch) const;
  const EngineTimeline* timeline_of(const Track& track) const;
  void index_edges();
  Result<> index_path(const TaskControl& control);

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const FollowedRun> run_;
  std::vector<std::uint32_t> nodes_;      ///< nodes with a slice, sorted by slice
  std::vector<std::uint32_t> out_first_;  ///< by node: index of its first successor in out_
  std::vector<std::uint32_t> out_;        ///< successors through binding edges
  std::vector<Picoseconds> slack_;        ///< by node; empty: unknown
  std::vector<PathPart> path_;
  std::vector<std::vector<PathPart>> path_of_;  ///< by track
  std::vector<EngineTimeline> engines_;
};

}  // namespace nscope::analysis
