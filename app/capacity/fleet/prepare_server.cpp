#include "app/capacity/fleet/prepare_server.h"

#include "app/capacity/fleet/evaluate_fleet.h"
#include "app/capacity/fleet/gpu_server.h"
#include "app/capacity/fleet/single_requests.h"
#include "profiler/base/parallel.h"
#include "profiler/base/time_limit.h"
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/serve_workload.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/serving_stack.h"
#include "simcore/engine/validation/measured_servers.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <map>
#include <tuple>
#include <utility>

namespace nscope::capacity {
namespace {

Refusal refusal_of(const Error& error) {
  return {error.code == ErrorCode::kInfeasible ? Rule::kMemory : Rule::kNotModelled, error.message};
}

/// The members that configurations with the same graphs share.
auto layout_of(const Configuration& c) {
  return std::tie(c.instance, c.tensor_parallel, c.slots, c.weight_dtype, c.speculation, c.nodes);
}

/// The members that layouts share if they differ in their slots only.
auto cores_of(const Configuration& c) {
  return std::tie(c.instance, c.tensor_parallel, c.weight_dtype, c.speculation, c.nodes);
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
  if (request.stack.starts_with("vllm-")) workload.stack = request.stack;
  if (c.weight_dtype == "fp16") workload.dtype = "fp16";
  return workload;
}

std::vector<int> buckets_below(int slots) {
  std::vector<int> buckets;
  for (int batch = 1; batch < slots; batch *= 2) buckets.push_back(batch);
  return buckets;
}

/// The setup with all graphs that the schedulers of the layout use.
sim::ServingSetup setup_of(const PlanRequest& request, const Configuration& c) {
  sim::ServingSetup setup;
  setup.stack = request.stack;
  setup.input = request.traffic.input;
  setup.output = request.traffic.output;
  setup.batch_buckets = buckets_below(c.slots);
  setup.chunk_tokens = c.chunk_tokens > 0 ? c.chunk_tokens : setup.chunk_tokens;
  setup.scheduler = c.scheduler;
  setup.nodes = c.nodes;
  setup.node_parallelism = request.node_parallelism;
  setup.adapters = request.adapters;
  if (c.speculation >= 0) {
    setup.speculation = request.speculation[static_cast<std::size_t>(c.speculation)];
  }
  return setup;
}

/// Whether the software can prefill and decode in one step.
bool combines_prefills(const PlanRequest& request) {
  const auto stack = sim::serving_stack(request.stack);
  return stack && stack->segment <= 0;
}

/// Removes all graphs except those of the full batch.
void drop_batch_buckets(sim::ServingPlan& plan) {
  sim::StepCosts& costs = plan.costs;
  const std::size_t width = costs.positions.size();
  costs.decode_table.erase(costs.decode_table.begin(),
                           costs.decode_table.end() - static_cast<std::ptrdiff_t>(width));
  costs.batches.erase(costs.batches.begin(), costs.batches.end() - 1);
  plan.setup.batch_buckets.clear();
}

/// Sets the bands of prefills and decode steps, or why there are none. A fleet needs both.
void add_bands(const sim::Calibration& calibration, const sim::PreparedRun& run, Server& server) {
  const bool inside = server.outside_domain.empty();
  server.widening = inside ? 1 : calibration.parameters.outside_factor;
  const auto factors = [&](std::string_view metric, bool within) {
    return sim::server_factors(calibration, *run.model, run.machine->device->generation, metric,
                               within);
  };
  const Text no_prefill = factors("ttft_p50", inside).missing;
  const Text no_step = factors("itl_mean", inside).missing;
  if (!no_prefill.empty() && no_prefill == no_step) {
    server.no_band = no_step;
  } else if (!no_prefill.empty()) {
    server.no_band = tr("no error band as a whole: the time to first token has {}", no_prefill);
  } else if (!no_step.empty()) {
    server.no_band = tr("no error band as a whole: the time per output token has {}", no_step);
  }
  const auto prefill = factors("ttft_p50", true).range;
  const auto step = factors("itl_mean", true).range;
  if (!server.no_band.empty() || !prefill || !step) return;
  server.prefill_band = {prefill->low, prefill->high};
  server.step_band = {step->low, step->high};
}

/// Builds the servers of configurations that differ in slots and schedulers only, one layout after
/// the other. One thread.
class Builder {
 public:
  Builder(const catalog::Catalog& catalog, const sim::Calibration& calibration,
          const PlanRequest& request, SingleRequests lone)
      : catalog_(catalog),
        calibration_(calibration),
        request_(request),
        single_requests_(std::move(lone)) {}

  /// Builds the servers of one layout and passes them to `take(candidate, server, lone requests)`.
  template <class One, class Take>
  void build(std::span<One> candidates, const Take& take) {
    if (candidates.front().configuration.gpu) {
      for (One& candidate : candidates) build_gpu(candidate, take);
      return;
    }
    const Configuration& first = candidates.front().configuration;
    const sim::Workload workload = workload_of(request_, first);
    auto server =
        sim::plan_server(catalog_, workload, setup_of(request_, first), calibration_.parameters);
    if (!server) return refuse(candidates, refusal_of(server.error()));
    if (!server->run.memory.fits) {
      return refuse(candidates, {Rule::kMemory, sim::memory_shortage(server->run)});
    }
    server->served.graphs = &graphs_;
    std::optional<sim::ServingPlan> joining;  // of schedulers with continuous batching
    for (One& candidate : candidates) {
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
                 .outside_domain = sim::outside_servers(calibration_, server->run, workload,
                                                        setup_of(request_, c))};
      add_bands(calibration_, server->run, one);
      take(candidate, std::move(one), single_requests_);
    }
  }

 private:
  template <class One>
  static void refuse(std::span<One> candidates, const Refusal& refusal) {
    for (One& candidate : candidates) candidate.refusal = refusal;
  }

  /// The plan of a configuration. All schedulers except static batching share their tables.
  Result<sim::ServingPlan> plan_of(const sim::Server& server, const Configuration& c,
                                   std::optional<sim::ServingPlan>& joining) const {
    sim::ServingSetup setup = setup_of(request_, c);
    const bool joins = c.scheduler != sim::Scheduler::kStatic;
    if (joins && !joining) {
      sim::ServingSetup widest = setup;
      // Its tables include chunks.
      const bool chunks = combines_prefills(request_);
      widest.scheduler = chunks ? sim::Scheduler::kChunked : sim::Scheduler::kContinuous;
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
    plan.setup = std::move(setup);
    if (!c.batch_buckets) drop_batch_buckets(plan);
    return plan;
  }

  template <class One, class Take>
  void build_gpu(One& candidate, const Take& take) {
    auto server = gpu_server(catalog_, request_, candidate.configuration);
    if (!server) {
      candidate.refusal = refusal_of(server.error());
      return;
    }
    take(candidate, std::move(*server), single_requests_);
  }

  const catalog::Catalog& catalog_;
  const sim::Calibration& calibration_;
  const PlanRequest& request_;
  sim::GraphSeconds graphs_;
  SingleRequests single_requests_;
};

/// The configurations by layout, and groups of layouts that share a Builder.
template <class One>
struct Layouts {
  std::vector<std::span<One>> layouts;
  std::vector<std::vector<std::size_t>> groups;  ///< indices into `layouts`
};

/// Precondition: configurations with the same layout are adjacent in `candidates`.
template <class One>
Layouts<One> layouts_of(std::vector<One>& candidates) {
  Layouts<One> result;
  std::map<std::tuple<std::string, int, std::string, int, int>, std::size_t> groups;
  for (std::size_t first = 0; first < candidates.size();) {
    std::size_t last = first + 1;
    while (last < candidates.size() && layout_of(candidates[last].configuration) ==
                                           layout_of(candidates[first].configuration)) {
      ++last;
    }
    const auto group =
        groups.emplace(cores_of(candidates[first].configuration), result.groups.size());
    if (group.second) result.groups.emplace_back();
    result.groups[group.first->second].push_back(result.layouts.size());
    result.layouts.push_back(std::span(candidates).subspan(first, last - first));
    first = last;
  }
  return result;
}

/// The groups, one of each instance type in turn.
template <class One>
std::vector<std::size_t> in_turns(const Layouts<One>& all) {
  std::map<std::string, std::size_t> of_type;
  std::vector<std::pair<std::size_t, std::size_t>> turns;
  for (std::size_t group = 0; group < all.groups.size(); ++group) {
    const std::span<One>& layout = all.layouts[all.groups[group].front()];
    turns.emplace_back(of_type[layout.front().configuration.instance]++, group);
  }
  std::sort(turns.begin(), turns.end());
  std::vector<std::size_t> order;
  order.reserve(turns.size());
  for (const auto& [turn, group] : turns) order.push_back(group);
  return order;
}

template <class One>
struct Built {
  std::vector<One> candidates;
  bool complete = true;
};

/// Builds all configurations, or those for which there is time until `stop` is cancelled. `One` is
/// Candidate or SingleCandidate. The servers are passed to `take(candidate, server, lone requests)`
/// on several threads.
template <class One, class Take>
Result<Built<One>> build_until(const TaskControl& stop, const catalog::Catalog& catalog,
                               const PlanRequest& request,
                               const std::vector<Configuration>& configurations, std::uint64_t seed,
                               TaskControl& control, const Take& take) {
  const auto& calibration = sim::built_in_calibration();
  if (!calibration) return fail(calibration.error());
  const auto sample = sample_requests(request, seed);
  if (!sample) return fail(sample.error());
  Built<One> built;
  std::vector<One>& candidates = built.candidates;
  candidates.reserve(configurations.size());
  for (const Configuration& c : configurations) candidates.push_back({.configuration = c});
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return layout_of(a.configuration) < layout_of(b.configuration);
  });
  const Layouts<One> all = layouts_of(candidates);
  const std::vector<std::size_t> order = in_turns(all);
  control.begin(phrase("Building graphs"), all.layouts.size());
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::size_t> next{0};  // the calls below have no order
  const SingleRequests lone(*sample);
  for_each_in_parallel(order.size(), [&](std::size_t) {
    Builder builder(catalog, *calibration, request, lone);
    for (const std::size_t layout : all.groups[order[next++]]) {
      if (stop.cancelled()) return;
      builder.build(all.layouts[layout], take);
      control.advance_to(++done);
    }
  });
  built.complete = done == all.layouts.size();
  return built;
}

/// Builds all configurations. Errors: kCancelled and those of build_until().
template <class One, class Take>
Result<std::vector<One>> build_all(const catalog::Catalog& catalog, const PlanRequest& request,
                                   const std::vector<Configuration>& configurations,
                                   std::uint64_t seed, TaskControl& control, const Take& take) {
  auto built = build_until<One>(control, catalog, request, configurations, seed, control, take);
  if (!built) return fail(built.error());
  if (control.cancelled()) return cancelled();
  return std::move(built->candidates);
}

/// Measures a server alone and rejects it if a single request misses a limit.
auto measuring(const PlanRequest& request) {
  return [&request](Candidate& candidate, Server server, SingleRequests& lone) {
    lone.measure(server);
    for (const Limit& limit : request.limits) {
      const double floor = server.floor.quantile(limit.latency, limit.share);
      if (floor <= limit.seconds || candidate.refusal) continue;
      candidate.refusal = too_slow_alone(limit, floor);
    }
    candidate.server = std::move(server);
  };
}

}  // namespace

Result<sim::Workload> serving_workload(const PlanRequest& request, const Configuration& c,
                                       int instances, int replicas_per_instance) {
  if (c.gpu) {
    return fail(ErrorCode::kInvalidArgument, tr("serving workloads do not support GPU instances"));
  }
  sim::Workload workload = workload_of(request, c);
  sim::ServingSetup setup = setup_of(request, c);
  if (!c.batch_buckets) setup.batch_buckets.clear();
  const double replicas = 1.0 * (instances / c.nodes) * replicas_per_instance;
  setup.replicas = static_cast<int>(std::min<double>(replicas, kCellReplicas));
  setup.arrivals = arrivals_at(request.traffic, request.design_rate() * setup.replicas / replicas);
  setup.requests = kScreening.evaluated;
  workload.kind = std::move(setup);
  return workload;
}

void measure_alone(const sim::RequestPlan& sample, Server& server) {
  SingleRequests(sample).measure(server);
}

Server at_band_end(const Server& server, std::size_t end, double power,
                   const sim::RequestPlan& sample) {
  Server result = server;
  const auto scale = [](std::vector<Picoseconds>& table, double factor) {
    for (Picoseconds& time : table) {
      time = std::llround(static_cast<double>(time) * factor);
    }
  };
  sim::StepCosts& costs = result.plan.costs;
  const double prefill = std::pow(server.prefill_band[end], power);
  scale(costs.decode_table, std::pow(server.step_band[end], power));
  scale(costs.prefill_table, prefill);
  scale(costs.chunk_table, prefill);
  result.floor = {};
  measure_alone(sample, result);
  return result;
}

double prefill_share(const Server& server, const sim::RequestPlan& sample) {
  if (!(server.work > 0)) return 0;
  Server prefills = server;
  auto& steps = prefills.plan.costs.decode_table;
  std::fill(steps.begin(), steps.end(), Picoseconds{0});
  prefills.plan.costs.per_active = 0;
  measure_alone(sample, prefills);
  return std::min(1.0, prefills.work / server.work);
}

bool has_band(const Server& server) {
  return server.step_band[0] != 1 || server.step_band[1] != 1;
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
  return build_all<Candidate>(catalog, request, configurations, seed, control, measuring(request));
}

Result<PreparedCandidates> prepare_within(std::optional<std::chrono::duration<double>> limit,
                                          const catalog::Catalog& catalog,
                                          const PlanRequest& request,
                                          const std::vector<Configuration>& configurations,
                                          std::uint64_t seed, TaskControl& control) {
  TaskControl stop(&control);
  const TimeLimit timed(stop, limit);
  auto built = build_until<Candidate>(stop, catalog, request, configurations, seed, control,
                                      measuring(request));
  if (!built) return fail(built.error());
  if (control.cancelled()) return cancelled();
  return PreparedCandidates{std::move(built->candidates), built->complete};
}

Result<std::vector<SingleCandidate>> single_candidates(
    const catalog::Catalog& catalog, const PlanRequest& request,
    const std::vector<Configuration>& configurations, std::uint64_t seed, TaskControl& control) {
  return build_all<SingleCandidate>(
      catalog, request, configurations, seed, control,
      [](SingleCandidate& candidate, const Server& server, SingleRequests& lone) {
        candidate.replicas_per_instance = server.replicas_per_instance;
        candidate.figures = lone.figures(server.plan);
      });
}

}  // namespace nscope::capacity
