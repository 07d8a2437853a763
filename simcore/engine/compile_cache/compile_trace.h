#pragma once

#include "profiler/trace/build/trace_writer.h"
#include "simcore/engine/compile_cache/compile_plan.h"
#include "simcore/engine/events/event_queue.h"

#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::sim {

/// Writes a simulated run as compile cache events with the vocabulary of the importers of real
/// caches and logs (profiler/trace/vocabulary.h), in nanoseconds since the start of the run. A
/// few instances are shown, each on a track of its own; all are counted. For one thread.
class CompileTrace {
 public:
  /// A range of instances that behave alike.
  struct Instances {
    int first = 0;
    int count = 1;
  };
  /// `starts` are the starts of instances in seconds if their times are relative to them.
  CompileTrace(TraceSink& sink, const CompilePlan& plan, std::vector<int> shown,
               std::map<int, double> starts, bool own_caches);

  void event(const Instances& who, std::uint32_t graph, std::string_view state, Picoseconds begin,
             Picoseconds end, std::string_view error = {});
  void ahead_event(const Instances& who, int worker, std::uint32_t graph, std::string_view state,
                   Picoseconds begin, Picoseconds end, std::string_view error = {});
  void steps(const Instances& who, int count, Picoseconds begin, Picoseconds end);
  void ready(const Instances& who, Picoseconds time);

  TraceWriter& out() { return out_; }
  /// Sends the remaining events. False if the sink accepts no more data.
  bool finish();

 private:
  void write(TrackId track, std::uint32_t graph, std::string_view state, TraceTime begin,
             TraceTime end, std::string_view error);
  TraceTime time(int instance, Picoseconds time) const;
  TrackId row(const std::string& name, bool steps);
  /// Calls `use` for each shown instance of the range.
  template <class Use>
  void each_shown(const Instances& who, Use use) const;

  TraceWriter out_;
  const CompilePlan& plan_;
  std::vector<int> shown_;  ///< ascending
  std::map<int, double> starts_;
  bool own_caches_;
  std::map<std::string, TrackId, std::less<>> rows_;
  std::map<std::int64_t, std::int64_t> ready_;  ///< number of instances by time in ns
  TraceTime last_{};
};

}  // namespace nscope::sim
