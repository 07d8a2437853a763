#include "app/capacity/fleet/gpu_server.h"

#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/serving/serving_stack.h"

#include <algorithm>
#include <cmath>

namespace nscope::capacity {
namespace {

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

/// Lengths at which costs are computed: in steps of 64 or an eighth of the length, whichever is
/// larger.
std::vector<int> lengths_up_to(int longest) {
  constexpr int kStep = 64;
  std::vector<int> lengths;
  for (int length = kStep; length < longest; length += std::max(kStep, length / 8)) {
    lengths.push_back(length);
  }
  lengths.push_back(longest);
  return lengths;
}

std::vector<int> batches_up_to(int slots) {
  std::vector<int> batches;
  for (int batch = 1; batch < slots; batch += std::max(1, batch / 8)) batches.push_back(batch);
  batches.push_back(slots);
  return batches;
}

sim::StepCosts costs_of(sim::GpuPlan plan, const sim::GpuParameters& parameters, int longest,
                        int slots) {
  sim::StepCosts costs;
  costs.batches = batches_up_to(slots);
  costs.positions = lengths_up_to(longest);
  costs.prompts = costs.positions;
  for (const int batch : costs.batches) {
    for (const int length : costs.positions) {
      costs.decode_table.push_back(
          sim::picoseconds(sim::decode_work(plan, parameters, batch, length).generation_seconds()));
    }
  }
  for (const int tokens : costs.prompts) {
    plan.workload.input_tokens = tokens;  // a token attends to half of its prompt on average
    const double steps = std::ceil(tokens / parameters.most_tokens);
    const double each =
        sim::prefill_work(plan, parameters, tokens / steps, 1 / steps).generation_seconds();
    costs.prefill_table.push_back(sim::picoseconds(steps * each));
  }
  return costs;
}

std::array<double, 2> band_of(const sim::GpuCalibration& calibration, const sim::GpuPlan& plan) {
  const sim::GpuAccuracy* const accuracy =
      calibration.find(sim::to_string(plan.stack), "throughput");
  if (accuracy == nullptr) return {1, 1};
  // The residuals are ratios of rates; the band is one of times.
  return {1 / accuracy->high_ratio, 1 / accuracy->low_ratio};
}

}  // namespace

Result<Server> gpu_server(const catalog::Catalog& catalog, const PlanRequest& request,
                          const Configuration& configuration) {
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
      costs_of(*plan, calibration->parameters, server.plan.longest, configuration.slots);
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
