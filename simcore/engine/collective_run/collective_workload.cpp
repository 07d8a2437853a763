#include "simcore/engine/collective_run/collective_workload.h"

#include "simcore/engine/collective_run/collective_run.h"

#include <utility>

#include <fmt/format.h>

namespace nscope::sim {

Result<SimulationResult> run_collective(const catalog::Catalog& catalog, const Workload& workload,
                                        const CollectiveSetup& setup,
                                        const Calibration& calibration, TraceSink* sink,
                                        TaskControl& control) {
  auto run = plan_collective_run(catalog, workload.instance, setup, workload.software,
                                 calibration.parameters);
  if (!run) return fail(run.error());
  run->workload = to_json(workload).dump();
  SimulationResult result;
  const CollectiveTimes times = times_of(*run);
  const auto add = [&](const char* name, double value, const char* unit, std::string note) {
    result.metrics.push_back({.name = name,
                              .value = value,
                              .unit = unit,
                              .provenance = Provenance::kSimulated,
                              .note = std::move(note)});
  };
  const Collective& summary = run->plan.summary;
  add("time", times.seconds, "s",
      fmt::format("{} of {:.4g} B over {} ranks, {}, undisturbed", to_string(summary.kind),
                  summary.bytes, summary.ranks, summary.algorithm));
  add("device_time", times.device_seconds, "s", {});
  add("host_time", times.host_seconds, "s",
      times.host_seconds > 0 ? "that the nccom-test of older runtimes includes" : "");
  add("algorithm_bandwidth", times.algorithm_bandwidth, "B/s", "bytes over time");
  add("bus_bandwidth", times.bus_bandwidth, "B/s", "as nccom-test prints it");
  if (sink != nullptr || !run->setup.disturbance.undisturbed()) {
    constexpr int kShownRanks = 4;
    TraceSink* const to = sink;
    const auto timeline =
        to != nullptr ? play_collective(*run, calibration.parameters, kShownRanks, *to, control)
                      : simulate_steps(run->machine, calibration.parameters, run->plan,
                                       run->setup.disturbance, 1, control);
    if (!timeline) return fail(timeline.error());
    add("simulated_time", timeline->seconds(), "s",
        "device alone, step by step on the links, with what disturbs it");
  }
  result.outside_domain.emplace_back(
      "collectives: the published rows do not state what they include");
  return result;
}

}  // namespace nscope::sim
