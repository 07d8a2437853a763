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

/// Who waited for whom in a run, indexed for the questions of a timeline. Where the run
/// has no instructions to follow, only what its flows state. Immutable; any thread.
class DependencyView {
 public:
  /// Errors: kCancelled.
  static Result<std::shared_ptr<const DependencyView>> make(
      std::shared_ptr<const Trace> trace, analysis::SharedDependencies& dependencies,
      const TaskControl& control);

  /// Why the run's instructions cannot be followed; empty where they can.
  const std::string& missing() const { return run_->missing; }

  /// What the event waited for last; invalid where nothing is known.
  SliceId predecessor(SliceId event) const;
  /// The first event of another track that waited for this one last, else of its own;
  /// invalid where nothing is known.
  SliceId successor(SliceId event) const;

  /// A part of the critical path on a track, in ticks of the trace.
  struct PathPart {
    double begin = 0.0;
    double end = 0.0;
    SliceId event;
  };
  /// In order of time; neighbours follow each other through a dependency.
  const std::vector<PathPart>& path() const { return path_; }
  /// Those of one track.
  const std::vector<PathPart>& path_of(TrackId track) const { return path_of_[track.index()]; }
  bool on_path(SliceId event) const;
  /// How much later the event could have begun without making the run longer, ticks;
  /// nullopt where unknown.
  std::optional<double> slack(SliceId event) const;

  /// What an engine does at `tick`, or why it does nothing.
  struct Idle {
    analysis::EngineState state = analysis::EngineState::kUnexplained;
    double begin = 0.0;  ///< ticks
    double end = 0.0;
    SliceId next{};      ///< that waits; invalid once the engine has finished
    SliceId producer{};  ///< that it waited for; invalid: none
  };
  /// Nullopt where the track is no engine that can be followed.
  std::optional<Idle> idle_at(const Track& track, double tick) const;

 private:
  DependencyView() = default;
  std::uint32_t node_of(SliceId event) const;
  double tick_of(Picoseconds time) const;
  void index_edges();
  Result<> index_path(const TaskControl& control);

  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const analysis::FollowedRun> run_;
  std::vector<std::uint32_t> nodes_;      ///< those with a slice, by slice
  std::vector<std::uint32_t> out_first_;  ///< by node: binding edges that leave it
  std::vector<std::uint32_t> out_;        ///< nodes that they lead to
  std::vector<Picoseconds> slack_;        ///< by node; empty: unknown
  std::vector<PathPart> path_;
  std::vector<std::vector<PathPart>> path_of_;  ///< by track
  std::vector<analysis::EngineTimeline> engines_;
};

/// Computes the dependencies of the shown run in the background when first asked. GUI
/// thread.
class RunDependencies : public QObject {
  Q_OBJECT

 public:
  explicit RunDependencies(QObject* parent = nullptr);

  /// `dependencies`: what others compute of the same run, too; null: nobody else does.
  void set_trace(std::shared_ptr<const Trace> trace,
                 std::shared_ptr<analysis::SharedDependencies> dependencies);
  /// Null while unknown.
  const std::shared_ptr<const DependencyView>& view() const { return view_; }
  /// Starts to compute unless it is known or under way.
  void request();
  /// The same, but not again after it was cancelled or failed: for what nobody asked for.
  void request_quietly();
  Job& job() { return *job_; }

 signals:
  /// view() is there.
  void ready();
  /// It was cancelled or failed.
  void given_up(const nscope::Error& error);

 private:
  std::shared_ptr<const Trace> trace_;
  std::shared_ptr<const Trace> asked_;  ///< of the job
  bool gave_up_ = false;
  std::shared_ptr<analysis::SharedDependencies> dependencies_;
  std::shared_ptr<const DependencyView> view_;
  Job* job_;
};

}  // namespace nscope::gui
