#include "app/capacity/fleet/sustained_load.h"

#include "app/capacity/fleet/prepare_server.h"
#include "profiler/base/parallel.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <algorithm>
#include <utility>

namespace nscope::capacity {
namespace {

/// Number of simulations that run at the same time.
constexpr std::size_t kSimulationsAtATime = 4;

class LoadSearch {
 public:
  LoadSearch(const PlanRequest& request, int instances, std::uint64_t seed, TaskControl& control,
             std::vector<Candidate> candidates)
      : request_(request),
        instances_(instances),
        seed_(seed),
        control_(control),
        evaluator_(request, seed, control),
        candidates_(std::move(candidates)) {}

  Result<SustainedLoad> go() {
    result_.configurations = static_cast<int>(candidates_.size());
    refuse_large_replicas();
    control_.begin(phrase("Searching for the largest load"), 2);
    if (auto found = find_within(); !found) return fail(found.error());
    control_.advance_to(1);
    if (auto found = find_full(); !found) return fail(found.error());
    control_.advance_to(2);
    return std::move(result_);
  }

 private:
  /// Refuses replicas that need more instances than there are.
  void refuse_large_replicas() {
    for (Candidate& candidate : candidates_) {
      const int nodes = candidate.configuration.nodes;
      if (!candidate.server || nodes <= instances_) continue;
      candidate.server.reset();
      candidate.refusal = {Rule::kCapacity,
                           tr("a replica has {} instances, and there are {}", nodes, instances_)};
    }
  }

  double most(const Server& server) const { return most_rate(server, instances_); }

  Result<> find_within() {
    std::vector<std::size_t> able;
    double highest = 0;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (!candidates_[i].server || candidates_[i].refusal) continue;
      able.push_back(i);
      highest = std::max(highest, most(*candidates_[i].server));
    }
    if (able.empty()) {
      explain();
      return {};
    }
    const SearchLevels levels = SearchLevels::of_rates(instances_, highest);
    auto found = search_levels(evaluator_, candidates_, able, levels, request_.limits);
    if (!found) return fail(found.error());
    result_.simulations += found->simulations;
    for (Outcome& outcome : found->outcomes) {
      if (outcome.candidate != found->best) {
        candidates_[outcome.candidate].refusal = std::move(outcome.refusal);
      }
    }
    if (!found->best) {
      explain();
      return {};
    }
    auto held = no_less_than_smaller_pools(*found, levels);
    if (!held) return fail(held.error());
    return take(*held, levels);
  }

  /// A load that a server holds.
  struct Held {
    std::size_t candidate = 0;
    int level = 0;
    int pool = 1;  ///< number of simulated instances, which get their share of the load
  };

  /// A larger pool holds no less load for each instance than a smaller one, because it waits less.
  /// So that the noise of the simulations does not contradict this, the best configurations are
  /// also evaluated in all smaller pools, at a load for each instance that is one level higher.
  Result<Held> no_less_than_smaller_pools(const TypeResult& found, const SearchLevels& levels) {
    Held held{*found.best, found.level, instances_};
    std::vector<std::pair<std::size_t, int>> pools;
    for (const Outcome& outcome : found.outcomes) {
      if (!outcome.level || *outcome.level > found.level + 1) continue;
      const Server& server = *candidates_[outcome.candidate].server;
      // Replicas of several instances can leave instances of a pool without work.
      if (server.configuration.nodes > 1) continue;
      for (int pool = instances_ - 1; pool > 0; --pool) {
        // Larger pools are simulated alike.
        if (server.replicas_on(pool) < kCellReplicas) pools.emplace_back(outcome.candidate, pool);
      }
    }
    for (std::size_t first = 0; first < pools.size() && held.level > 0;) {
      if (control_.cancelled()) return cancelled();
      const std::size_t count = std::min(kSimulationsAtATime, pools.size() - first);
      std::vector<Result<bool>> meets(count, Result<bool>(false));
      for_each_in_parallel(count, [&](std::size_t i) {
        const auto [candidate, pool] = pools[first + i];
        meets[i] = holds(*candidates_[candidate].server, pool, levels.at(held.level - 1).rate);
      });
      const std::size_t before = first;
      first += count;
      for (std::size_t i = 0; i < count; ++i) {
        if (!meets[i]) return fail(meets[i].error());
        ++result_.simulations;
        if (!*meets[i]) continue;
        held = {pools[before + i].first, held.level - 1, pools[before + i].second};
        first = 0;  // also the larger pools may hold the next level
        break;
      }
    }
    return held;
  }

  /// Whether a pool meets the limits with its share of the load of all instances.
  Result<bool> holds(const Server& server, int pool, double rate) const {
    const double share = rate * pool / instances_;
    const auto screened = evaluator_.meets_limits(server, pool, share, kScreening);
    if (!screened || !*screened) return screened;
    return evaluator_.meets_limits(server, pool, share, kConfirming);
  }

  /// Computes the figures of the best configuration at its largest load.
  Result<> take(const Held& held, const SearchLevels& levels) {
    const Server& server = *candidates_[held.candidate].server;
    const double rate = levels.at(held.level).rate;
    const double share = 1.0 * held.pool / instances_;
    const auto run = evaluator_.run(server, held.pool, rate * share, kConfirming);
    if (!run) return fail(run.error());
    const auto sample = sample_requests(request_, seed_);
    if (!sample) return fail(sample.error());
    LoadWithin within{.configuration = server.configuration,
                      .replicas = static_cast<int>(server.replicas_on(instances_)),
                      .requests_per_second = rate,
                      .prefill_share = prefill_share(server, *sample),
                      .load = {.output_tokens_per_second = run->output_tokens_per_second / share},
                      .banded = has_band(server),
                      .outside_domain = server.outside_domain,
                      .no_band = server.no_band};
    for (const Latency latency : kAllLatencies) {
      if (run->latencies[static_cast<std::size_t>(latency)].empty()) continue;
      const double share = tail_share(request_.limits, latency);
      within.figures.push_back({.latency = latency,
                                .share = share,
                                .p50 = run->percentile(latency, 0.5),
                                .tail = run->percentile(latency, share)});
    }
    const double tokens_per_request = run->output_tokens_per_second / share / rate;
    const auto bands = each_end(server, within.load, [&](const Server& other) {
      return rate_of(other, levels, held.level, tokens_per_request);
    });
    if (!bands) return bands;
    result_.within = std::move(within);
    return {};
  }

  /// Output tokens/s at which another server meets the limits; empty if there is no rate.
  Result<std::optional<double>> rate_of(const Server& server, const SearchLevels& levels, int guess,
                                        double tokens_per_request) {
    const Limit* worst = nullptr;
    if (floor_ratio(server, request_.limits, worst) > 1) return std::optional<double>();
    // A faster server may sustain more than the highest rate of `levels`.
    const SearchLevels own =
        SearchLevels::of_rates(instances_, std::max(levels.at(0).rate, most(server)));
    const auto lowest =
        lowest_level(evaluator_, server, own, guess, own.last(), result_.simulations);
    if (!lowest) return fail(lowest.error());
    if (!*lowest) return std::optional<double>();
    return std::optional(own.at(**lowest).rate * tokens_per_request);
  }

  /// Sets the band of `load` to `value(server)` at both ends of the error band.
  template <class Value>
  Result<> each_end(const Server& server, BandedLoad& load, const Value& value) const {
    if (!has_band(server)) return {};
    const auto sample = sample_requests(request_, seed_);
    if (!sample) return fail(sample.error());
    // End 0 of the error bands is the fast one.
    for (const std::size_t end : {std::size_t{0}, std::size_t{1}}) {
      const Server other = at_band_end(server, end, server.widening, *sample);
      const Result<std::optional<double>> at_end = value(other);
      if (!at_end) return fail(at_end.error());
      load.band[1 - end] = *at_end;
    }
    // Each end comes from a separate search with its own noise.
    if (load.band[0]) *load.band[0] = std::min(*load.band[0], load.output_tokens_per_second);
    if (load.band[1]) *load.band[1] = std::max(*load.band[1], load.output_tokens_per_second);
    return {};
  }

  /// Finds the highest throughput without limits. Candidates whose upper bound is lower are
  /// skipped.
  Result<> find_full() {
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
      if (candidates_[i].server) order.emplace_back(most(*candidates_[i].server), i);
    }
    std::sort(order.begin(), order.end(), [](const auto& a, const auto& b) {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    double best = 0;
    double requests = 0;
    std::optional<std::size_t> found;
    for (std::size_t first = 0; first < order.size(); first += kSimulationsAtATime) {
      if (control_.cancelled()) return cancelled();
      // Tolerance for the difference between the drawn lengths and their mean.
      constexpr double kDrawn = 1.05;
      if (order[first].first / kMostUtilisation * kDrawn <= requests) break;
      const std::size_t count = std::min(kSimulationsAtATime, order.size() - first);
      std::vector<Result<double>> rates(count, Result<double>(0.0));
      for_each_in_parallel(count, [&](std::size_t i) {
        rates[i] = saturated(*candidates_[order[first + i].second].server);
      });
      for (std::size_t i = 0; i < count; ++i) {
        if (!rates[i]) return fail(rates[i].error());
        ++result_.simulations;
        if (*rates[i] <= best) continue;
        best = *rates[i];
        requests = best / std::max(1.0, request_.traffic.output.expected());
        found = order[first + i].second;
      }
    }
    if (!found) return {};
    const Server& server = *candidates_[*found].server;
    FullLoad full{.configuration = server.configuration,
                  .load = {.output_tokens_per_second = best}};
    const auto bands =
        each_end(server, full.load, [&](const Server& other) -> Result<std::optional<double>> {
          ++result_.simulations;
          const auto rate = saturated(other);
          if (!rate) return fail(rate.error());
          return std::optional(*rate);
        });
    if (!bands) return bands;
    result_.full = std::move(full);
    return {};
  }

  Result<double> saturated(const Server& server) const {
    const auto one = saturated_tokens_per_second(server, request_, seed_, control_);
    if (!one) return one;
    return *one * server.replicas_on(instances_);
  }

  /// Largest ratio of latency to limit of a single request; at most 1 if it meets all limits.
  double over_limit(const Candidate& candidate) const {
    const Limit* worst = nullptr;
    return floor_ratio(*candidate.server, request_.limits, worst);
  }

  /// Whether `a` is nearer to the limits than `b`. Candidates that fit are nearer than others.
  bool is_nearer(const Candidate& a, const Candidate& b) const {
    if (a.server.has_value() != b.server.has_value()) return a.server.has_value();
    return a.server ? over_limit(a) < over_limit(b) : explains_better(a, b);
  }

  /// Takes the reason of the configuration that is nearest to the limits.
  void explain() {
    const Candidate* informative = nullptr;
    for (const Candidate& candidate : candidates_) {
      if (!candidate.refusal) continue;
      if (informative == nullptr || is_nearer(candidate, *informative)) informative = &candidate;
    }
    result_.why_not = tr("no configuration is possible");
    if (informative == nullptr) return;
    result_.rule = informative->refusal->rule;
    const Text& reason = informative->refusal->reason;
    const bool of_all = std::ranges::all_of(candidates_, [&](const Candidate& candidate) {
      return candidate.refusal && candidate.refusal->reason == reason;
    });
    result_.why_not = of_all ? reason : tr("{}: {}", informative->configuration.text(), reason);
  }

  const PlanRequest& request_;
  int instances_;
  std::uint64_t seed_;
  TaskControl& control_;
  FleetEvaluator evaluator_;
  std::vector<Candidate> candidates_;
  SustainedLoad result_;
};

}  // namespace

Result<double> saturated_tokens_per_second(const Server& server, const PlanRequest& request,
                                           std::uint64_t seed, const TaskControl& control) {
  sim::ServingPlan plan = server.plan;
  plan.setup.replicas = 1;
  plan.setup.input = request.traffic.input;
  plan.setup.output = request.traffic.output;
  // Twice as many users as slots, so that a request is always waiting.
  const int users = 2 * plan.slots;
  plan.setup.arrivals = {.process = sim::ArrivalProcess::kClosedLoop, .users = users};
  constexpr int kJudged = 1000;
  constexpr int kRounds = 20;  // times the number of slots
  const auto edge = static_cast<std::size_t>(2 * users);
  plan.setup.requests = std::max(kJudged, kRounds * plan.slots) + 2 * static_cast<int>(edge);
  const auto requests = sim::draw_requests(plan.setup, seed);
  if (!requests) return fail(requests.error());
  TaskControl inner(&control);
  auto run = sim::simulate_serving(plan, *requests, seed, inner);
  if (!run) return fail(run.error());
  std::vector<sim::RequestRecord>& done = run->requests;
  std::erase_if(done, [](const sim::RequestRecord& one) {
    return one.state != sim::RequestRecord::State::kCompleted;
  });
  std::sort(done.begin(), done.end(), [](const sim::RequestRecord& a, const sim::RequestRecord& b) {
    return a.finished < b.finished;
  });
  if (done.size() <= 2 * edge + 1 + static_cast<std::size_t>(plan.slots)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("too few requests completed on the saturated replica"));
  }
  // Counts a multiple of the slots, because slots that start together also end together.
  const auto slots = static_cast<std::size_t>(plan.slots);
  const std::size_t last =
      edge + std::max<std::size_t>(1, (done.size() - 2 * edge - 1) / slots) * slots;
  double tokens = 0;
  for (std::size_t i = edge + 1; i <= last; ++i) tokens += done[i].generated;
  const auto picoseconds = static_cast<double>(done[last].finished - done[edge].finished);
  if (!(picoseconds > 0)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("the requests on the saturated replica took no time"));
  }
  return tokens / (picoseconds * 1e-12);
}

Result<SustainedLoad> sustained_load(const catalog::Catalog& catalog, const PlanRequest& request,
                                     const std::string& instance, int instances,
                                     int tensor_parallel, std::uint64_t seed,
                                     TaskControl& control) {
  if (auto checked = check_model(catalog, request); !checked) return fail(checked.error());
  if (request.limits.empty()) {
    return fail(ErrorCode::kInvalidArgument, tr("at least one latency limit is required"), "sla");
  }
  const auto type = catalog.instance(instance);
  if (!type) return fail(type.error());
  auto configurations = configurations_of(catalog, **type, request, request.weight_dtypes);
  if (tensor_parallel > 0) {
    std::erase_if(configurations,
                  [&](const Configuration& one) { return one.tensor_parallel != tensor_parallel; });
  }
  auto candidates = prepare_candidates(catalog, request, configurations, seed, control);
  if (!candidates) return fail(candidates.error());
  return LoadSearch(request, instances, seed, control, std::move(*candidates)).go();
}

}  // namespace nscope::capacity
