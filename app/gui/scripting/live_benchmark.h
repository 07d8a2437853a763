#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>

namespace nscope::gui {

class MainWindow;

/// What `--benchmark-live` measures.
struct LiveBenchmarkOptions {
  double seconds = 60.0;
  double rate = 1e6;                 ///< events a second
  std::string workload = "example";  ///< simulated, and played again and again
  bool record = false;               ///< keeps the events too, which takes memory
};

/// Streams a simulated run into Live mode of the shown window at a rate of events, and
/// measures what a user would notice: lost events, backpressure, frames, how soon Stop
/// stops. Runs its own event loop. Errors: those of the simulation and the stream.
Result<Json> benchmark_live(MainWindow& window, const LiveBenchmarkOptions& options);

/// The same for people.
std::string live_benchmark_text(const Json& figures);

}  // namespace nscope::gui
