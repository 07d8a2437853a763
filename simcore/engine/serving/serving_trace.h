#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nscope::sim {

/// The level of detail of the trace of a simulated server.
struct ServingTraceDetail {
  std::int64_t segments = 100'000;  ///< number of scheduler segments since the start of the run
  std::int64_t requests = 50'000;   ///< number of requests in order of arrival
  std::string workload{};           ///< document of the run for the trace; may be empty
};

/// Writes a simulated server as a trace: the segments of each replica (all decode steps until the
/// next change are one slice), counters of waiting and decoding requests and of the KV cache, and
/// each request as slices for queue, prefill and decode with flows between them. A diagnostic
/// counts what exceeds the level of detail. Times are picoseconds since the start of the run. For
/// one thread.
///
///   ServingTracePlayer player(sink, plan, detail);
///   const auto run = simulate_serving(plan, requests, seed, control, player.listener());
///   return player.finish(*run, metrics) ? ... : cancelled();
class ServingTracePlayer {
 public:
  ServingTracePlayer(TraceSink& sink, const ServingPlan& plan, const ServingTraceDetail& detail);
  ~ServingTracePlayer();
  ServingTracePlayer(const ServingTracePlayer&) = delete;
  ServingTracePlayer& operator=(const ServingTracePlayer&) = delete;

  /// The listener for simulate_serving(). The player must outlive the run.
  SegmentListener listener();
  /// Writes requests, metrics and diagnostics. False if the sink accepts no more data.
  bool finish(const ServingRun& run, const std::vector<Metric>& metrics);

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace nscope::sim
