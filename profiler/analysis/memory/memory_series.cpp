#include "profiler/analysis/memory/memory_series.h"

#include "profiler/analysis/memory/memory_counters.h"
#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::analysis {
namespace {

/// Replaces the banks by one series: the share of all banks that is in use.
void join_banks(MemorySeries& memory, std::size_t banks) {
  for (double& sum : memory.series.sums) sum /= static_cast<double>(banks);
  memory.series.values = {memory.series.sums};
  memory.uses = {memory.memory};
  memory.unit = "share";
}

bool never_known(const std::vector<double>& values) {
  return std::all_of(values.begin(), values.end(), [](double value) { return std::isnan(value); });
}

}  // namespace

Result<std::vector<MemorySeries>> memory_series(const Trace& trace, const SummaryOptions& options,
                                                std::size_t most_points, TaskControl& control) {
  if (auto ok = check_core(trace, options); !ok) return fail(ok.error());
  const Scope scope(trace, options);
  const auto counters = counter_memories(trace, scope);
  control.begin(phrase("Reading memory counters"), counters.size());
  std::vector<MemorySeries> found;
  for (std::size_t i = 0; i < counters.size(); ++i) {
    const CounterMemory& from = counters[i];
    const bool by_use = !from.uses.empty();
    const auto& tracks = by_use ? from.uses : from.total;
    auto series = counter_series(tracks, window_of(trace, options), most_points, control);
    if (!series) return fail(series.error());
    control.advance_to(i + 1);
    if (series->times.empty()) continue;
    MemorySeries& to = found.emplace_back();
    to = {.core = from.core, .memory = from.name, .unit = from.unit};
    to.series = *std::move(series);
    if (from.unit == "banks") {
      join_banks(to, tracks.size());
      continue;
    }
    std::vector<std::vector<double>> known;
    for (std::size_t use = 0; use < tracks.size(); ++use) {
      if (never_known(to.series.values[use])) continue;
      to.uses.push_back(by_use ? std::string(trace.text(tracks[use]->name)) : from.name);
      known.push_back(std::move(to.series.values[use]));
    }
    to.series.values = std::move(known);
  }
  return found;
}

}  // namespace nscope::analysis
