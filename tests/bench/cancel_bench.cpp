// How soon each analysis stops when it is cancelled:
//   cancel_bench SESSION [MOMENTS]
// Runs each analysis alone to its end, then cancels it at MOMENTS (9) moments spread over its
// processor time. Prints, in ms of processor time of all threads, the whole run and what was
// still computed after a cancellation: the median and the longest. Processor time, as other
// programs must not count.
#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/base/order_statistics.h"
#include "profiler/trace/session/session_file.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace nscope;

double cpu_ms() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

/// What is computed after a cancellation `after` ms into the analysis; negative where it had
/// ended by then. Without a cancellation (negative `after`): all of it.
double run(const analysis::Analysis& what, const Trace& trace, double after) {
  TaskControl control;
  analysis::AnalysisRequest request = analysis::request_for(what);
  request.dependencies = std::make_shared<analysis::SharedDependencies>();
  std::atomic<bool> done = false;
  const double begin = cpu_ms();
  std::thread worker([&] {
    static_cast<void>(what.run(trace, request, control));
    done = true;
  });
  double cancelled = begin;
  while (after >= 0 && !done && cpu_ms() - begin < after) {
    std::this_thread::sleep_for(std::chrono::microseconds(200));
  }
  if (after >= 0) {
    cancelled = done ? -1 : cpu_ms();
    control.request_cancel();
  }
  worker.join();
  return cancelled < 0 ? -1 : cpu_ms() - cancelled;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::fputs("usage: cancel_bench SESSION [MOMENTS]\n", stderr);
    return 2;
  }
  const int moments = argc > 2 ? std::max(1, std::atoi(argv[2])) : 9;
  TaskControl control;
  const auto trace = session_file::load(argv[1], control);
  const auto loaded = trace ? session_file::load_columns(**trace, control) : Result<>();
  if (!trace || !loaded) {
    std::fprintf(stderr, "cancel_bench: %s\n",
                 to_string(trace ? loaded.error() : trace.error()).c_str());
    return 1;
  }
  std::puts("| analysis | whole, ms | after a cancellation: median | longest |\n|---|---|---|---|");
  for (const analysis::Analysis* const what : analysis::registry()) {
    const double whole = run(*what, **trace, -1);
    std::vector<double> late;
    for (int i = 1; i <= moments; ++i) {
      const double ms = run(*what, **trace, whole * i / (moments + 1));
      if (ms >= 0) late.push_back(ms);
    }
    const double longest = late.empty() ? 0 : *std::max_element(late.begin(), late.end());
    std::printf("| %s | %.0f | %.1f | %.1f |\n", std::string(what->id).c_str(), whole,
                quantile(late, 0.5), longest);
    std::fflush(stdout);
  }
  return 0;
}
