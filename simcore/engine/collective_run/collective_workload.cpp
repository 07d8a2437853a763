#include "simcore/engine/collective_run/collective_workload.h"

#include "profiler/base/json/document_text.h"
#include "simcore/engine/collective_run/collective_run.h"

#include <utility>

namespace nscope::sim {

Result<SimulationResult> run_collective(const catalog::Catalog& catalog, const Workload& workload,
                                        const CollectiveSetup& setup,
                                        const Calibration& calibration, TraceSink* sink,
                                        TaskControl& control) {
  auto run = plan_collective_run(catalog, workload.instance, setup, workload.software,
                                 calibration.parameters, workload.logical_core_size);
  if (!run) return fail(run.error());
  run->workload = compact_text(to_json(workload));
  SimulationResult result;
  const CollectiveTimes times = times_of(*run);
  const auto add = [&](const char* name, double value, const char* unit, Text note) {
    result.metrics.push_back({.name = name,
                              .value = value,
                              .unit = unit,
                              .provenance = Provenance::kSimulated,
                              .note = std::move(note)});
  };
  const Collective& summary = run->plan.summary;
  add("time", times.seconds, "s",
      tr("{} of {} with {} ranks, {}, without disturbances", to_string(summary.kind),
         as::bytes(summary.bytes), summary.ranks, summary.algorithm));
  add("device_time", times.device_seconds, "s", {});
  add("host_time", times.host_seconds, "s",
      times.host_seconds > 0 ? tr("included in times of nccom-test with older runtimes") : Text());
  add("algorithm_bandwidth", times.algorithm_bandwidth, "B/s", tr("bytes divided by time"));
  add("bus_bandwidth", times.bus_bandwidth, "B/s", tr("as defined by nccom-test"));
  if (sink != nullptr || !run->setup.disturbance.undisturbed()) {
    constexpr int kShownRanks = 4;
    TraceSink* const to = sink;
    const auto timeline =
        to != nullptr ? play_collective(*run, calibration.parameters, kShownRanks, *to, control)
                      : simulate_steps(run->machine, calibration.parameters, run->plan,
                                       run->setup.disturbance, 1, control);
    if (!timeline) return fail(timeline.error());
    add("simulated_time", timeline->seconds(), "s",
        tr("simulated step by step with disturbances, device only"));
  }
  result.outside_domain.emplace_back(
      tr("collectives: the published measurements do not state what they include"));
  return result;
}

}  // namespace nscope::sim
