#pragma once

#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// Whether a track contains the instructions or operators of an engine.
inline bool runs_work(const Track& track) {
  return track.kind == TrackKind::kEngine &&
         (track.slice_kind == SliceKind::kInstruction || track.slice_kind == SliceKind::kOperator);
}

struct TimeWindow {
  TraceTime begin;
  TraceTime end;

  bool holds(TraceTime from, TraceTime to) const { return from >= begin && to <= end; }
};

/// The part of a run that is analysed: the executions of the capture (the whole run if it lists
/// none) or the range in the options, on all cores or on one.
class Scope {
 public:
  Scope(const Trace& trace, const SummaryOptions& options);
  /// Another part of the same run.
  Scope(const Scope& of_run, const SummaryOptions& options);

  /// Sorted and disjoint. part() states what an event counts.
  const std::vector<TimeWindow>& windows() const { return windows_; }
  /// All executions, also if the options have a range.
  const std::vector<TimeWindow>& executions() const { return *executions_; }
  /// Index of the first execution that ends at `time` or later; the number of
  /// executions if there is none.
  std::size_t first_execution(TraceTime time) const;
  /// Sum of the windows' lengths.
  TraceTime total() const;

  /// The part of an event that counts in sums.
  struct Part {
    TraceTime begin;
    TraceTime end;
    double share = 1.0;  ///< of the event's duration, and so of its bytes and FLOPs

    std::int64_t length() const { return (end - begin).value(); }
  };
  /// In a range, an event that crosses an edge counts with the part inside. In the executions of a
  /// whole run, it is excluded, as in Neuron Explorer. nullopt: the event is not in scope.
  std::optional<Part> part(TraceTime begin, TraceTime end) const;

  /// Whether an event is entirely in one of the windows. For what needs complete events, such as
  /// the bandwidth of a collective or the median of durations; everything that is added up uses
  /// part().
  bool holds(TraceTime begin, TraceTime end) const;
  /// The rows [first, second) of a track that can be in scope, also in part; all other rows are
  /// outside. Logarithmic time.
  std::pair<std::size_t, std::size_t> rows(const Track& track) const;
  bool holds(TraceTime time) const { return holds(time, time); }
  bool holds(const Track& track) const { return !core_ || track.core == *core_; }

  bool whole_time() const { return whole_time_; }
  bool whole_run() const { return whole_time_ && !core_; }
  std::optional<int> core() const { return core_; }

 private:
  void select(const SummaryOptions& options);

  std::shared_ptr<const std::vector<TimeWindow>> executions_;
  std::vector<TimeWindow> windows_;
  std::optional<int> core_;
  bool whole_time_ = true;
};

/// Errors: kInvalidArgument if the run does not have the core in the options.
Result<> check_core(const Trace& trace, const SummaryOptions& options);

}  // namespace nscope::analysis
