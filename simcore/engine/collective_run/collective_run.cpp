#include "simcore/engine/collective_run/collective_run.h"

#include "simcore/engine/collective_run/collective_emitter.h"

#include <algorithm>

namespace nscope::sim {
namespace {

/// Bytes that cross the bus of one rank divided by the bytes of its message.
double bus_factor(CollectiveKind kind, double ranks) {
  switch (kind) {
    case CollectiveKind::kAllReduce: return 2 * (ranks - 1) / ranks;
    case CollectiveKind::kAllGather:
    case CollectiveKind::kReduceScatter:
    case CollectiveKind::kAllToAll: return (ranks - 1) / ranks;
    case CollectiveKind::kBroadcast:
    case CollectiveKind::kPermute:
    case CollectiveKind::kSend: break;
  }
  return 1;
}

}  // namespace

Result<CollectiveRun> plan_collective_run(const catalog::Catalog& catalog,
                                          std::string_view instance, const CollectiveSetup& setup,
                                          std::string_view software, const Parameters& parameters,
                                          int logical_core_size) {
  const auto found = catalog.instance(instance, logical_core_size);
  if (!found) return fail(found.error());
  const auto machine = machine_of(catalog, **found);
  if (!machine) return fail(machine.error());
  const CollectiveRequest request{.kind = setup.kind,
                                  .group = setup.group,
                                  .bytes = setup.bytes,
                                  .algorithm = setup.algorithm,
                                  .measured_by = measured_by_of(setup, software)};
  auto plan = plan_collective(*machine, parameters, request);
  if (!plan) return fail(plan.error());
  return CollectiveRun{.machine = *machine, .setup = setup, .plan = std::move(*plan)};
}

CollectiveTimes times_of(const CollectiveRun& run) {
  const CollectivePlan& plan = run.plan;
  CollectiveTimes times{.seconds = plan.seconds(),
                        .device_seconds = plan.summary.seconds,
                        .host_seconds = plan.host_seconds};
  if (times.seconds > 0) {
    times.algorithm_bandwidth = plan.summary.bytes / times.seconds;
    times.bus_bandwidth =
        times.algorithm_bandwidth * bus_factor(plan.summary.kind, plan.summary.ranks);
  }
  return times;
}

Result<CollectiveTimeline> play_collective(const CollectiveRun& run, const Parameters& parameters,
                                           int shown_ranks, TraceSink& sink, TaskControl& control) {
  const int shown = std::clamp(shown_ranks, 1, run.plan.request.group.ranks_per_node);
  control.begin(phrase("Simulating the collective"), 1);
  auto timeline =
      simulate_steps(run.machine, parameters, run.plan, run.setup.disturbance, shown, control);
  if (!timeline) return timeline;
  if (!emit_collective(run, *timeline, shown, sink)) return cancelled();
  control.advance_to(1);
  return timeline;
}

}  // namespace nscope::sim
