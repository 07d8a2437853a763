#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>

namespace nscope::gui {

class MainWindow;

/// The options of `--benchmark-live`.
struct LiveBenchmarkOptions {
  double seconds = 60.0;
  double rate = 1e6;                 ///< events per second
  std::string workload = "example";  ///< simulated once, then played repeatedly
  bool record = false;               ///< also keeps the events, which takes memory
};

/// Streams a simulated run into the Live page of a visible window at a given event rate. Measures
/// lost events, backpressure, frame times, and the time that Stop takes. Runs its own event loop.
/// Errors: those of the simulation and the stream.
Result<Json> benchmark_live(MainWindow& window, const LiveBenchmarkOptions& options);

/// The result of benchmark_live() as text.
std::string live_benchmark_text(const Json& figures);

}  // namespace nscope::gui
