#include "profiler/analysis/insights/run_facts.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

namespace nscope::analysis {
namespace {

/// The sums over runtimes by time, of one core.
struct CoreSamples {
  std::string name;
  std::map<std::int64_t, double> percent{};
};

const Track* parent_of(const Trace& trace, const Track* track) {
  return track != nullptr && track->parent.valid() ? &trace.track(track->parent) : nullptr;
}

std::string_view name_of(const Trace& trace, const Track* track) {
  return track == nullptr ? std::string_view() : trace.text(track->name);
}

/// The median of the times between consecutive samples; 0 if there is only one sample.
std::int64_t median_period(const std::map<std::int64_t, double>& samples) {
  std::vector<std::int64_t> periods;
  for (auto it = samples.begin(); it != samples.end() && std::next(it) != samples.end(); ++it) {
    periods.push_back(std::next(it)->first - it->first);
  }
  if (periods.empty()) return 0;
  const auto middle = periods.begin() + static_cast<std::ptrdiff_t>(periods.size() / 2);
  std::nth_element(periods.begin(), middle, periods.end());
  return *middle;
}

}  // namespace

/// Reads the tracks that the importers of neuron-monitor and of its Prometheus exporter write:
/// "Neuron runtime 1 / NeuronCore 0 / neuroncore_utilization", below an instance if there are
/// several.
Result<> gather_monitored(RunFacts& facts, const TaskControl& control) {
  const Trace& trace = facts.trace;
  TimeWindow window{trace.begin(), trace.end()};
  if (!facts.scope.whole_time()) window = facts.scope.windows().front();
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
  std::vector<CoreSamples> cores;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TrackKind::kCounter) continue;
    if (trace.text(track.name) != "neuroncore_utilization") continue;
    const Track* const core = parent_of(trace, &track);
    const Track* const runtime = parent_of(trace, core);
    const std::string_view name = name_of(trace, core);
    if (!name.starts_with("NeuronCore ") || !name_of(trace, runtime).starts_with("Neuron runtime"))
      continue;
    const std::string_view instance = name_of(trace, parent_of(trace, runtime));
    const auto [place, added] = places.try_emplace({instance, name}, cores.size());
    if (added) {
      cores.push_back({.name = instance.empty()
                                   ? std::string(name)
                                   : std::string(name) + " (" + std::string(instance) + ")"});
    }
    for (std::size_t row = 0; row < track.counters.size(); ++row) {
      if (row % 65'536 == 0 && control.cancelled()) return cancelled();
      const TraceTime time(track.counters.time[row]);
      if (time < window.begin || time > window.end) continue;
      cores[place->second].percent[time.value()] += track.counters.value[row];
    }
  }
  for (const CoreSamples& core : cores) {
    if (core.percent.empty()) continue;
    double sum = 0.0;
    for (const auto& [time, percent] : core.percent) sum += percent;
    const auto count = static_cast<double>(core.percent.size());
    facts.monitored.push_back({.name = core.name,
                               .reports = static_cast<std::int64_t>(core.percent.size()),
                               .utilization = std::clamp(sum / count / 100.0, 0.0, 1.0),
                               .assigned_ns = count * facts.ns(median_period(core.percent))});
  }
  return {};
}

}  // namespace nscope::analysis
