#include "simcore/engine/gpu/gpu_serving.h"

#include "simcore/engine/gpu/gpu_memory.h"
#include "simcore/engine/gpu/gpu_times.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nscope::sim {
namespace {

constexpr int kPageTokens = 16;  // usual block size of paged KV caches on GPUs

/// Ascending values up to `most`, in steps of `least` or an eighth, whichever is larger.
std::vector<int> values_up_to(int first, int least, int most) {
  std::vector<int> values;
  for (int value = first; value < most; value += std::max(least, value / 8))
    values.push_back(value);
  values.push_back(most);
  return values;
}

/// Seconds of a prefill of the last `tokens` tokens of a prompt with `length`.
double chunk_seconds(GpuPlan& plan, const GpuParameters& parameters, int tokens, int length) {
  // A token of a whole prompt attends to half of it on average.
  plan.workload.input_tokens = 2 * std::max(tokens, length) - tokens;
  const double steps = std::ceil(tokens / parameters.most_tokens);
  return steps * prefill_work(plan, parameters, tokens / steps, 1 / steps).generation_seconds();
}

tl::unexpected<Error> unsupported(Text what) {
  return fail(ErrorCode::kInvalidArgument, tr("{} is not supported for servers on GPUs", what));
}

Result<> check_setup(const ServingSetup& setup) {
  if (setup.scheduler == Scheduler::kStatic) return unsupported(tr("a static batch"));
  if (setup.speculation) return unsupported(tr("speculative decoding"));
  if (setup.prefix) return unsupported(tr("prefix caching"));
  if (setup.nodes > 1) return unsupported(tr("a replica on several instances"));
  if (setup.disaggregation) return unsupported(tr("disaggregated serving"));
  if (setup.adapters) return unsupported(tr("LoRA"));
  if (setup.host_sampling) return unsupported(tr("sampling on the host"));
  return {};
}

int longest_of(const RequestPlan& requests) {
  int longest = 1;
  for (const Request& request : requests.requests) {
    longest = std::max(longest, request.input_tokens + request.output_tokens);
  }
  return longest;
}

/// The mean of a length of all requests.
int mean_of(const RequestPlan& requests, int Request::* length) {
  double sum = 0;
  for (const Request& request : requests.requests) sum += request.*length;
  return std::max(1, static_cast<int>(sum / static_cast<double>(requests.requests.size())));
}

Result<RequestPlan> requests_of(const GpuWorkload& workload) {
  if (workload.requests != nullptr) return *workload.requests;
  return draw_requests(*workload.serving, workload.seed);
}

/// The workload as a generation with the mean lengths of the requests.
GpuWorkload generation_of(const GpuWorkload& workload, const RequestPlan& requests) {
  GpuWorkload mean = workload;
  mean.input_tokens = mean_of(requests, &Request::input_tokens);
  mean.output_tokens = mean_of(requests, &Request::output_tokens);
  return mean;
}

int page_tokens_of(const ServingSetup& setup) {
  return setup.paged ? setup.paged->block_tokens : kPageTokens;
}

/// The pages of the cache of one replica.
std::int64_t pages_of(const GpuPlan& plan, const ServingSetup& setup) {
  if (setup.paged && setup.paged->blocks > 0) return setup.paged->blocks;
  return static_cast<std::int64_t>(gpu_cache_positions(plan) / page_tokens_of(setup));
}

Result<ServingPlan> serving_plan_of(const GpuPlan& plan, const ServingSetup& setup,
                                    const RequestPlan& requests, const GpuParameters& parameters) {
  const auto stack = serving_stack(setup.stack);
  if (!stack) return fail(stack.error());
  ServingPlan serving;
  serving.setup = setup;
  serving.longest = longest_of(requests);
  serving.slots =
      static_cast<int>(plan.workload.saturated ? parameters.most_sequences : plan.workload.batch);
  serving.page_tokens = page_tokens_of(setup);
  serving.pages = pages_of(plan, setup);
  if (gpu_longest_request(plan, setup) < serving.longest) {
    return fail(ErrorCode::kInfeasible,
                tr("the longest request has {} tokens, and the KV cache has {} pages of {} tokens",
                   serving.longest, serving.pages, serving.page_tokens));
  }
  serving.costs = gpu_step_costs(plan, parameters, serving.longest, serving.slots,
                                 setup.scheduler == Scheduler::kChunked);
  serving.costs.request = picoseconds(stack->request);
  return serving;
}

/// Adds the bands of the closed form: that of rates, and its inverse for times.
void add_bands(const GpuCalibration& calibration, const GpuPlan& plan, bool inside,
               std::vector<Metric>& metrics) {
  const GpuAccuracy* const accuracy =
      calibration.band_of(GpuTask::kGenerate, to_string(plan.stack), "throughput");
  if (accuracy == nullptr) return;
  const double exponent = inside ? 1.0 : calibration.parameters.outside_factor;
  const double low = std::pow(accuracy->low_ratio, exponent);
  const double high = std::pow(accuracy->high_ratio, exponent);
  constexpr std::array<std::string_view, 3> kRates{"throughput", "capacity", "requests_per_second"};
  constexpr std::array<std::string_view, 4> kTimes{"ttft_", "tpot_", "itl_", "latency_"};
  const auto starts = [](const auto& names, std::string_view name) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view start) { return name.starts_with(start); });
  };
  for (Metric& metric : metrics) {
    if (starts(kRates, metric.name)) {
      metric.low = metric.value * low;
      metric.high = metric.value * high;
    } else if (starts(kTimes, metric.name)) {
      metric.low = metric.value / high;
      metric.high = metric.value / low;
    }
  }
}

}  // namespace

StepCosts gpu_step_costs(GpuPlan plan, const GpuParameters& parameters, int longest, int slots,
                         bool chunks) {
  constexpr int kTokenStep = 64;
  StepCosts costs;
  costs.batches = values_up_to(1, 1, slots);
  costs.positions = values_up_to(std::min(kTokenStep, longest), kTokenStep, longest);
  costs.prompts = costs.positions;
  for (const int batch : costs.batches) {
    for (const int length : costs.positions) {
      costs.decode_table.push_back(
          picoseconds(decode_work(plan, parameters, batch, length).generation_seconds()));
    }
  }
  for (const int tokens : costs.prompts) {
    costs.prefill_table.push_back(picoseconds(chunk_seconds(plan, parameters, tokens, tokens)));
    if (!chunks) continue;
    for (const int length : costs.positions) {
      costs.chunk_table.push_back(picoseconds(chunk_seconds(plan, parameters, tokens, length)));
    }
  }
  const double cores = plan.workload.tensor_parallel;
  const catalog::SequenceMemory memory =
      gpu_sequence_memory(*plan.model, plan.workload.tensor_parallel);
  costs.cache_bytes = memory.growing * plan.kv_bytes * cores;
  costs.window_bytes = memory.windowed * plan.kv_bytes * cores;
  costs.window = memory.window;
  costs.state_bytes = memory.constant_bytes(plan.kv_bytes) * cores;
  return costs;
}

double gpu_cache_positions(const GpuPlan& plan) {
  const double position =
      gpu_sequence_memory(*plan.model, plan.workload.tensor_parallel).growing * plan.kv_bytes;
  // Models without attention that grows need no pages.
  constexpr double kUnlimited = 1e12;
  if (position <= 0) return kUnlimited;
  double others = 0;
  for (const catalog::MemoryItem& item : plan.memory.items) {
    if (item.use != catalog::MemoryUse::kCache) others += item.bytes;
  }
  return std::max(0.0, (plan.memory.capacity - others) / position);
}

std::int64_t gpu_longest_request(const GpuPlan& plan, const ServingSetup& setup) {
  return pages_of(plan, setup) * page_tokens_of(setup);
}

Result<GpuWorkload> gpu_generation_of(const GpuWorkload& workload) {
  const auto requests = requests_of(workload);
  if (!requests) return fail(requests.error());
  if (requests->requests.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("there are no requests"));
  }
  GpuWorkload generation = generation_of(workload, *requests);
  generation.serving.reset();
  return generation;
}

Result<SimulationResult> serve_on_gpus(const catalog::Catalog& catalog, const GpuWorkload& workload,
                                       const GpuCalibration& calibration, TaskControl& control) {
  const ServingSetup& setup = *workload.serving;
  if (auto good = check_setup(setup); !good) return fail(good.error());
  const auto requests = requests_of(workload);
  if (!requests) return fail(requests.error());
  if (requests->requests.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("there are no requests"));
  }
  const auto plan = plan_gpu(catalog, generation_of(workload, *requests), calibration.parameters);
  if (!plan) return fail(plan.error());
  if (!batches_in_flight(plan->stack)) {
    return unsupported(tr("the stack {}", to_string(plan->stack)));
  }
  const auto serving = serving_plan_of(*plan, setup, *requests, calibration.parameters);
  if (!serving) return fail(serving.error());
  const auto run = simulate_serving(*serving, *requests, workload.seed, control);
  if (!run) return fail(run.error());
  const Text unstable = instability(*run);
  if (!unstable.empty() && setup.arrivals.process != ArrivalProcess::kFile) {
    return fail(ErrorCode::kInfeasible, unstable);
  }
  SimulationResult result;
  result.memory = plan->memory;
  result.outside_domain = outside_gpu_domain(catalog, calibration, *plan);
  if (!unstable.empty()) result.outside_domain.push_back(unstable);
  result.metrics = serving_metrics(*serving, *run);
  const int per_instance = std::max(1, plan->machine.gpus / plan->workload.tensor_parallel);
  result.metrics.push_back(
      {.name = "instances",
       .value = std::ceil(1.0 * run->most_replicas / per_instance),
       .unit = "count",
       .provenance = Provenance::kSimulated,
       .note = tr_plural(run->most_replicas, "{} replica, {} per instance",
                         "{} replicas, {} per instance", run->most_replicas, per_instance)});
  result.metrics.push_back({.name = "memory_per_gpu",
                            .value = plan->memory.required,
                            .unit = "B",
                            .provenance = Provenance::kSimulated,
                            .note = plan->memory.explanation});
  add_bands(calibration, *plan, result.outside_domain.empty(), result.metrics);
  return result;
}

}  // namespace nscope::sim
