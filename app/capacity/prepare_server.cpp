#include "app/capacity/prepare_server.h"

#include "app/capacity/gpu_server.h"
#include "app/capacity/judge_fleet.h"
#include "profiler/base/parallel.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/measured_servers.h"
#include "simcore/engine/serving/server.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <tuple>
#include <utility>

namespace nscope::capacity {
namespace {

double seconds(Picoseconds time) {
  return static_cast<double>(time) * 1e-12;
}

Refusal refusal_of(const Error& error) {
  return {error.code == ErrorCode::kInfeasible ? Rule::kMemory : Rule::kNotModelled, error.message};
}

/// What configurations of the same graphs have in common.
auto layout_of(const Configuration& c) {
  return std::tie(c.instance, c.tensor_parallel, c.slots, c.weight_dtype, c.speculation);
}

sim::Workload workload_of(const PlanRequest& request, const Configuration& c) {
  sim::Workload workload;
  workload.model = request.model;
  workload.instance = c.instance;
  workload.tensor_parallel = c.tensor_parallel;
  workload.batch = c.slots;
  workload.input_tokens = longest(request.traffic.input);
  workload.output_tokens = longest(request.traffic.output);
  workload.sequence_length = compiled_length(request);
  workload.weight_dtype = c.weight_dtype;
  if (c.weight_dtype == "fp16") workload.dtype = "fp16";
  return workload;
}

std::vector<int> buckets_below(int slots) {
  std::vector<int> buckets;
  for (int batch = 1; batch < slots; batch *= 2) buckets.push_back(batch);
  return buckets;
}

/// The setup that builds every graph that any scheduler of the layout uses.
sim::ServingSetup setup_of(const PlanRequest& request, const Configuration& c) {
  sim::ServingSetup setup;
  setup.stack = request.stack;
  setup.input = request.traffic.input;
  setup.output = request.traffic.output;
  setup.batch_buckets = buckets_below(c.slots);
  setup.chunk_tokens = c.chunk_tokens > 0 ? c.chunk_tokens : setup.chunk_tokens;
  setup.scheduler = c.scheduler;
  if (c.speculation >= 0) {
    setup.speculation = request.speculation[static_cast<std::size_t>(c.speculation)];
  }
  return setup;
}

/// Leaves the graphs of the full batch alone.
void drop_batch_buckets(sim::ServingPlan& plan) {
  sim::StepCosts& costs = plan.costs;
  const std::size_t width = costs.positions.size();
  costs.decode_table.erase(costs.decode_table.begin(),
                           costs.decode_table.end() - static_cast<std::ptrdiff_t>(width));
  costs.batches.erase(costs.batches.begin(), costs.batches.end() - 1);
  plan.setup.batch_buckets.clear();
}

std::array<double, 2> band_of(const sim::Calibration& calibration, std::string_view metric) {
  const sim::ResidualStatistics* const residuals = calibration.find(sim::kServingClass, metric);
  if (residuals == nullptr) return {1, 1};
  return {residuals->low_ratio, residuals->high_ratio};
}

/// Configurations of one layout, and the requests that judge them.
class Layout {
 public:
  Layout(const catalog::Catalog& catalog, const sim::Calibration& calibration,
         const PlanRequest& request, const sim::RequestPlan& sample)
      : catalog_(catalog), calibration_(calibration), request_(request), sample_(sample) {}

  void prepare(std::span<Candidate> candidates) const {
    if (candidates.front().configuration.gpu) {
      for (Candidate& candidate : candidates) prepare_gpu(candidate);
      return;
    }
    const Configuration& first = candidates.front().configuration;
    const sim::Workload workload = workload_of(request_, first);
    const auto server =
        sim::prepare_server(catalog_, workload, setup_of(request_, first), calibration_.parameters);
    if (!server) return refuse(candidates, refusal_of(server.error()));
    const auto outside =
        sim::outside_domain(calibration_, sim::kServingClass, server->run, workload);
    std::optional<sim::ServingPlan> joining;  // of schedulers that let requests join
    for (Candidate& candidate : candidates) {
      const Configuration& c = candidate.configuration;
      auto plan = plan_of(*server, c, joining);
      if (!plan) {
        candidate.refusal = refusal_of(plan.error());
        continue;
      }
      Server one{.configuration = c,
                 .plan = std::move(*plan),
                 .replicas_per_instance = server->replicas_per_instance,
                 .floor = {},
                 .outside_domain = outside,
                 .prefill_band = band_of(calibration_, "ttft_p50"),
                 .step_band = band_of(calibration_, "itl_mean"),
                 .widening = outside.empty() ? 1 : calibration_.parameters.outside_factor};
      judge_alone(candidate, std::move(one));
    }
  }

 private:
  static void refuse(std::span<Candidate> candidates, const Refusal& refusal) {
    for (Candidate& candidate : candidates) candidate.refusal = refusal;
  }

  /// Schedulers whose requests join one by one share their tables.
  Result<sim::ServingPlan> plan_of(const sim::Server& server, const Configuration& c,
                                   std::optional<sim::ServingPlan>& joining) const {
    sim::ServingSetup setup = setup_of(request_, c);
    const bool joins = c.scheduler != sim::Scheduler::kStatic;
    if (joins && !joining) {
      sim::ServingSetup widest = setup;
      // Its tables have the chunks, too, where speculation does not rule them out.
      widest.scheduler = c.speculation < 0 ? sim::Scheduler::kChunked : sim::Scheduler::kContinuous;
      widest.chunk_tokens = static_cast<int>(calibration_.parameters.bucket_minimum);
      auto built = sim::plan_serving(server.served, widest, calibration_.parameters);
      if (!built) return built;
      joining = std::move(*built);
    }
    if (!joins) {
      setup.batch_buckets.clear();
      return sim::plan_serving(server.served, setup, calibration_.parameters);
    }
    sim::ServingPlan plan = *joining;
    plan.setup = setup;
    if (!c.batch_buckets) drop_batch_buckets(plan);
    return plan;
  }

  void prepare_gpu(Candidate& candidate) const {
    auto server = gpu_server(catalog_, request_, candidate.configuration);
    if (!server) {
      candidate.refusal = refusal_of(server.error());
      return;
    }
    judge_alone(candidate, std::move(*server));
  }

  void judge_alone(Candidate& candidate, Server server) const {
    measure_alone(sample_, server);
    for (const Limit& limit : request_.limits) {
      const double floor = server.floor.quantile(limit.latency, limit.share);
      if (floor <= limit.seconds || candidate.refusal) continue;
      candidate.refusal = too_slow_alone(limit, floor);
    }
    candidate.server = std::move(server);
  }

  const catalog::Catalog& catalog_;
  const sim::Calibration& calibration_;
  const PlanRequest& request_;
  const sim::RequestPlan& sample_;
};

/// Seconds of decoding one request: each step costs `cost(length)`; `first` is the length that
/// its first step needs. Steps in the same graph are one product.
template <class Cost>
double decode_seconds(const sim::StepCosts& costs, int first, int steps, double tokens_per_step,
                      const Cost& cost) {
  double sum = 0;
  int length = first;
  int left = steps;
  for (const int bucket : costs.positions) {
    if (left <= 0) break;
    if (bucket < length) continue;
    const int inside = std::min(left, bucket - length + 1);
    sum += inside / tokens_per_step * cost(bucket);
    left -= inside;
    length += inside;
  }
  // The last graph holds whatever is longer.
  if (left > 0) sum += left / tokens_per_step * cost(costs.positions.back());
  return sum;
}

/// A prompt that is prefilled in chunks while nothing decodes.
double chunked_prefill(const sim::ServingPlan& plan, int tokens) {
  double sum = 0;
  for (int done = 0; done < tokens; done += plan.setup.chunk_tokens) {
    const int now = std::min(plan.setup.chunk_tokens, tokens - done);
    sum += seconds(plan.costs.chunk(now, done + now));
  }
  return sum;
}

}  // namespace

Result<sim::Workload> serving_workload(const PlanRequest& request, const Configuration& c,
                                       int instances, int replicas_per_instance) {
  if (c.gpu) {
    return fail(ErrorCode::kInvalidArgument, "the simulator's workloads have no GPU servers");
  }
  sim::Workload workload = workload_of(request, c);
  sim::ServingSetup setup = setup_of(request, c);
  if (!c.batch_buckets) setup.batch_buckets.clear();
  const double replicas = 1.0 * instances * replicas_per_instance;
  setup.replicas = static_cast<int>(std::min<double>(replicas, kCellReplicas));
  setup.arrivals = arrivals_at(request.traffic, request.design_rate() * setup.replicas / replicas);
  setup.requests = kScreening.judged;
  workload.serving = std::move(setup);
  return workload;
}

void measure_alone(const sim::RequestPlan& sample, Server& server) {
  const sim::ServingPlan& plan = server.plan;
  const sim::StepCosts& costs = plan.costs;
  const double per_step = plan.setup.speculation ? plan.setup.speculation->tokens_per_step() : 1.0;
  const double active = seconds(costs.per_active);
  const double full = plan.slots;
  const auto alone = [&](int length) { return seconds(costs.decode(1, length)) + active; };
  // Of all graphs, the least that a sequence can have to pay for a step.
  const auto shared = [&](int length) {
    double least = HUGE_VAL;
    for (const int batch : costs.batches) {
      least = std::min(least, seconds(costs.decode(batch, length)) / batch + active);
    }
    return least;
  };
  double work = 0;
  for (const sim::Request& request : sample.requests) {
    const bool chunked = plan.setup.scheduler == sim::Scheduler::kChunked;
    const double prefill = chunked ? chunked_prefill(plan, request.input_tokens)
                                   : seconds(costs.prefill(request.input_tokens));
    const int steps = request.output_tokens - 1;
    const int first = request.input_tokens + 2;
    const double decode = decode_seconds(costs, first, steps, per_step, alone);
    const double ttft = prefill + seconds(costs.request);
    server.floor.sorted[static_cast<std::size_t>(Latency::kTtft)].push_back(ttft);
    server.floor.sorted[static_cast<std::size_t>(Latency::kE2e)].push_back(ttft + decode);
    if (steps > 0) {
      server.floor.sorted[static_cast<std::size_t>(Latency::kTpot)].push_back(decode / steps);
    }
    // A static batch prefills all its slots in one execution.
    const bool together = plan.setup.scheduler == sim::Scheduler::kStatic;
    work += (together ? prefill / full : prefill) +
            decode_seconds(costs, first, steps, per_step, shared);
  }
  server.work = work / static_cast<double>(sample.requests.size());
  for (auto& values : server.floor.sorted) std::sort(values.begin(), values.end());
}

Result<sim::RequestPlan> sample_requests(const PlanRequest& request, std::uint64_t seed) {
  sim::ServingSetup setup;
  constexpr int kSample = 1000;
  setup.requests = kSample;
  setup.arrivals = {.process = sim::ArrivalProcess::kConstant, .rate = 1};
  setup.input = request.traffic.input;
  setup.output = request.traffic.output;
  return sim::draw_requests(setup, seed);
}

Result<std::vector<Candidate>> prepare_candidates(const catalog::Catalog& catalog,
                                                  const PlanRequest& request,
                                                  const std::vector<Configuration>& configurations,
                                                  std::uint64_t seed, TaskControl& control) {
  const auto& calibration = sim::built_in_calibration();
  if (!calibration) return fail(calibration.error());
  const auto sample = sample_requests(request, seed);
  if (!sample) return fail(sample.error());
  std::vector<Candidate> candidates;
  candidates.reserve(configurations.size());
  for (const Configuration& c : configurations) candidates.push_back({.configuration = c});
  // Those of one layout stand together.
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return layout_of(a.configuration) < layout_of(b.configuration);
  });
  std::vector<std::span<Candidate>> layouts;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t last = first + 1;
    while (last < candidates.size() && layout_of(candidates[last].configuration) ==
                                           layout_of(candidates[first].configuration)) {
      ++last;
    }
    layouts.push_back(std::span(candidates).subspan(first, last - first));
    first = last;
  }
  control.begin("building graphs", layouts.size());
  const Layout layout(catalog, *calibration, request, *sample);
  std::atomic<std::uint64_t> done{0};
  for_each_in_parallel(layouts.size(), [&](std::size_t i) {
    if (control.cancelled()) return;
    layout.prepare(layouts[i]);
    control.advance_to(++done);
  });
  if (control.cancelled()) return cancelled();
  return candidates;
}

}  // namespace nscope::capacity
