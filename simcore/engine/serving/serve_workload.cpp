#include "simcore/engine/serving/serve_workload.h"

#include "profiler/base/json/document_text.h"
#include "simcore/engine/run/calibrated_domain.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/serving_trace.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <array>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

/// The measured metric whose residuals apply to a metric; empty if there is none.
std::string_view measured_like(std::string_view name) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> kLike{
      {{"ttft_", "ttft_p50"},
       {"tpot_", "itl_mean"},
       {"itl_", "itl_mean"},
       {"latency_", "e2e_p50"},
       {"e2e_", "e2e_p50"},
       {"throughput", "throughput"},
       {"capacity", "throughput"},
       {"requests_per_second", "throughput"}}};
  for (const auto& [start, metric] : kLike) {
    if (name.starts_with(start)) return metric;
  }
  return {};
}

Result<RequestPlan> requests_of(const Workload& workload, const ServingSetup& setup) {
  if (workload.requests != nullptr) return *workload.requests;
  return draw_requests(setup, workload.seed);
}

/// Adds the images of the workload to the prompts of all requests. The replicas that prefill also
/// run the vision tower.
void add_images(const Server& server, const Parameters& parameters, RequestPlan& requests,
                ServingPlan& plan) {
  const auto& batch =
      std::get<StaticBatch>(server.prefill ? server.prefill->run.work : server.run.work);
  if (!batch.images) return;
  for (Request& request : requests.requests) request.input_tokens += batch.images->tokens();
  plan.image_time =
      picoseconds(image_seconds(*batch.machine, parameters, batch.layout, *batch.images, 1));
}

/// "24 replicas, 3 per instance".
Text replicas_text(int replicas, int nodes, int per_instance) {
  if (nodes == 1) {
    return tr_plural(replicas, "{} replica, {} per instance", "{} replicas, {} per instance",
                     replicas, per_instance);
  }
  return tr_plural(replicas, "{} replica on {} instances, {} on the same instances",
                   "{} replicas on {} instances each, {} on the same instances", replicas, nodes,
                   per_instance);
}

}  // namespace

std::vector<Text> outside_servers(const Calibration& calibration, const PreparedRun& run,
                                  const Workload& workload, const ServingSetup& setup) {
  std::vector<Text> outside = outside_domain(calibration, kServingClass, run, workload);
  const auto add_if = [&](bool unmeasured, Text what) {
    if (unmeasured) outside.push_back(std::move(what));
  };
  add_if(setup.scheduler != Scheduler::kContinuous,
         tr("scheduler '{}' (measured: {})", to_string(setup.scheduler),
            to_string(Scheduler::kContinuous)));
  add_if(setup.speculation.has_value(), tr("speculative decoding"));
  add_if(setup.adapters.has_value(), tr("LoRA adapters of requests"));
  add_if(setup.prefix.has_value(), tr("prefix cache"));
  add_if(setup.disaggregation.has_value(), tr("separate prefill"));
  add_if(setup.autoscaling.has_value(), tr("autoscaling"));
  add_if(setup.nodes > 1, tr("replicas on several instances"));
  return outside;
}

ErrorFactors server_factors(const Calibration& calibration, const catalog::Model& model,
                            std::string_view generation, std::string_view metric, bool inside) {
  std::vector<MeasuredAs> measured{{std::string(kServingClass), metric}};
  const std::string of_layers = accuracy_class(std::string(kServingClass), model);
  if (of_layers != kServingClass) {
    const bool first = metric == "ttft_p50";
    const bool rate = metric == "throughput";
    measured.push_back({of_layers, metric});
    measured.push_back({of_layers, first ? "ttft_mean" : "tpot_mean", rate});
    measured.push_back({accuracy_class("decoder", model), first ? metric : "tpot_p50", rate});
  }
  return error_factors(calibration, measured, generation, inside);
}

void add_server_bands(const Calibration& calibration, const catalog::Model& model,
                      std::string_view generation, bool inside, std::vector<Metric>& metrics) {
  for (Metric& metric : metrics) {
    const std::string_view like = measured_like(metric.name);
    if (like.empty()) continue;
    set_band(metric, server_factors(calibration, model, generation, like, inside));
  }
}

Result<SimulationResult> serve(const catalog::Catalog& catalog, const Workload& workload,
                               const ServingSetup& setup, const Calibration& calibration,
                               TraceSink* sink, TaskControl& control) {
  const auto server = prepare_server(catalog, workload, setup, calibration.parameters);
  if (!server) return fail(server.error());
  auto requests = requests_of(workload, setup);
  if (!requests) return fail(requests.error());
  auto plan = plan_serving(server->served, setup, calibration.parameters, requests->block_tokens);
  if (!plan) return fail(plan.error());
  add_images(*server, calibration.parameters, *requests, *plan);
  std::optional<ServingTracePlayer> player;
  if (sink != nullptr) {
    player.emplace(*sink, *plan, ServingTraceDetail{.workload = compact_text(to_json(workload))});
  }
  const auto run = simulate_serving(*plan, *requests, workload.seed, control,
                                    player ? player->listener() : SegmentListener());
  if (!run) return fail(run.error());
  const Text unstable = instability(*run);
  const bool grows = setup.arrivals.process != ArrivalProcess::kFile && !setup.admission.limits();
  if (!unstable.empty() && grows) {
    return fail(ErrorCode::kInfeasible, unstable);
  }
  SimulationResult result;
  result.memory = server->run.memory;
  result.outside_domain = outside_servers(calibration, server->run, workload, setup);
  if (!unstable.empty()) result.outside_domain.push_back(unstable);
  result.metrics = serving_metrics(*plan, *run);
  const auto add_instances = [&](const char* name, int replicas, int per_instance) {
    result.metrics.push_back({.name = name,
                              .value = std::ceil(1.0 * replicas / per_instance) * setup.nodes,
                              .unit = "count",
                              .provenance = Provenance::kSimulated,
                              .note = replicas_text(replicas, setup.nodes, per_instance)});
  };
  const int prefilling = server->prefill ? setup.disaggregation->prefill_replicas : 0;
  add_instances("instances", run->most_replicas - prefilling, server->replicas_per_instance);
  if (server->prefill) {
    add_instances("prefill_instances", prefilling, server->prefill->replicas_per_instance);
    result.other_memory.push_back(
        {tr("the prefill instance {}", server->prefill->run.instance->id),
         server->prefill->run.instance->id, server->prefill->run.memory});
    result.metrics.push_back({.name = "prefill_memory_per_core",
                              .value = server->prefill->run.memory.required,
                              .unit = "B",
                              .provenance = Provenance::kSimulated,
                              .note = server->prefill->run.memory.explanation});
  }
  result.metrics.push_back({.name = "memory_per_core",
                            .value = result.memory.required,
                            .unit = "B",
                            .provenance = Provenance::kSimulated,
                            .note = result.memory.explanation});
  add_server_bands(calibration, *server->run.model, server->run.machine->device->generation,
                   result.outside_domain.empty(), result.metrics);
  if (player && !player->finish(*run, result.metrics)) return cancelled();
  return result;
}

}  // namespace nscope::sim
