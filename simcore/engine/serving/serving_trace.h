#pragma once

#include "profiler/trace/columns/trace_batch.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <cstdint>
#include <memory>
#include <string>

namespace nscope::sim {

/// How much of a simulated server its trace shows.
struct ServingTraceDetail {
  std::int64_t segments = 100'000;  ///< scheduler segments, from the start of the run
  std::int64_t requests = 50'000;   ///< in order of arrival
  std::string workload{};           ///< document of the run, kept in the trace; may be empty
};

/// Writes a simulated server as a trace: the segments of each replica (decode steps until
/// something changed are one slice), counters of requests that wait and decode and of the KV
/// cache, and each request as slices of its queue, prefill and decode, with flows between
/// them. What exceeds the detail is counted in a diagnostic. Times are picoseconds from
/// the start of the run. One thread.
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

  /// To be given to simulate_serving(); the player must outlive the run.
  SegmentListener listener();
  /// Requests, metrics and what was left out. False when the consumer is gone.
  bool finish(const ServingRun& run, const std::vector<Metric>& metrics);

 private:
  class Writer;
  std::unique_ptr<Writer> writer_;
};

}  // namespace nscope::sim
