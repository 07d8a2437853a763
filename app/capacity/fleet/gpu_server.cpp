#include "app/capacity/fleet/gpu_server.h"

#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_serving.h"
#include "simcore/engine/serving/serving_stack.h"

#include <algorithm>

namespace nscope::capacity {
namespace {

std::array<double, 2> band_of(const sim::GpuCalibration& calibration, const sim::GpuPlan& plan) {
  const sim::GpuAccuracy* const accuracy =
      calibration.band_of(sim::GpuTask::kGenerate, sim::to_string(plan.stack), "throughput");
  if (accuracy == nullptr) return {1, 1};
  // The residuals are ratios of rates; the band is one of times.
  return {1 / accuracy->high_ratio, 1 / accuracy->low_ratio};
}

}  // namespace

sim::GpuWorkload gpu_workload_of(const PlanRequest& request, const Configuration& c) {
  sim::GpuWorkload workload;
  workload.model = request.model;
  workload.instance = c.instance;
  workload.tensor_parallel = c.tensor_parallel;
  workload.weight_dtype = c.weight_dtype;
  if (c.weight_dtype == "fp16") workload.dtype = "fp16";
  workload.batch = c.slots;
  workload.input_tokens = std::max(1, static_cast<int>(request.traffic.input.expected()));
  workload.output_tokens = std::max(1, static_cast<int>(request.traffic.output.expected()));
  return workload;
}

Result<Server> gpu_server(const catalog::Catalog& catalog, const PlanRequest& request,
                          const Configuration& configuration) {
  if (request.adapters) {
    return fail(ErrorCode::kInvalidArgument,
                tr("LoRA adapters are not supported for servers on GPUs"));
  }
  const auto& calibration = sim::built_in_gpu_calibration();
  if (!calibration) return fail(calibration.error());
  const auto plan =
      sim::plan_gpu(catalog, gpu_workload_of(request, configuration), calibration->parameters);
  if (!plan) return fail(plan.error());
  if (plan->sequences < configuration.slots) {
    return fail(ErrorCode::kInfeasible,
                tr("{} of {} sequences with the mean length fit in memory: {}",
                   as::fixed(plan->sequences, 0), configuration.slots, plan->memory.explanation));
  }
  const auto stack = sim::serving_stack(request.stack);
  if (!stack) return fail(stack.error());
  Server server{.configuration = configuration, .plan = {}, .floor = {}, .outside_domain = {}};
  server.plan.longest = compiled_length(request);
  server.plan.slots = configuration.slots;
  server.plan.costs =
      sim::gpu_step_costs(*plan, calibration->parameters, server.plan.longest, configuration.slots,
                          configuration.scheduler == sim::Scheduler::kChunked);
  server.plan.costs.request = sim::picoseconds(stack->request);
  server.plan.setup.scheduler = configuration.scheduler;
  server.plan.setup.input = request.traffic.input;
  server.plan.setup.output = request.traffic.output;
  server.replicas_per_instance = std::max(1, plan->machine.gpus / configuration.tensor_parallel);
  server.outside_domain = sim::outside_gpu_domain(catalog, *calibration, *plan);
  server.prefill_band = band_of(*calibration, *plan);
  if (!server.outside_domain.empty()) server.widening = calibration->parameters.outside_factor;
  server.step_band = server.prefill_band;
  return server;
}

}  // namespace nscope::capacity
