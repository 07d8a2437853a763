#include "app/capacity/fleet_bound.h"

#include "app/capacity/judge_fleet.h"
#include "app/capacity/plan_fleet.h"
#include "app/capacity/prepare_server.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr std::array kLatencies{Latency::kTtft, Latency::kTpot, Latency::kE2e};

Json lengths_json(const sim::TokenLengths& lengths) {
  sim::ServingSetup setup;
  setup.input = lengths;
  return sim::to_json(setup).at("input");
}

/// What the graphs of a type and the lone requests on them depend on.
std::string key_of(const std::string& instance, const PlanRequest& request, std::uint64_t seed) {
  Json drafts = Json::array();
  for (const sim::Speculation& each : request.speculation) {
    sim::ServingSetup setup;
    setup.speculation = each;
    drafts.push_back(sim::to_json(setup).at("speculation"));
  }
  return Json{instance,
              request.model,
              lengths_json(request.traffic.input),
              lengths_json(request.traffic.output),
              request.weight_dtypes,
              request.slots,
              request.schedulers,
              request.max_context,
              request.stack,
              std::move(drafts),
              seed}
      .dump();
}

LeastServer least_of(const Server& server) {
  LeastServer least{.configuration = server.configuration,
                    .replicas_per_instance = server.replicas_per_instance,
                    .work = server.work};
  for (const Latency latency : kLatencies) {
    const auto at = static_cast<std::size_t>(latency);
    if (server.floor.sorted[at].empty()) continue;  // answers of one token have no TPOT
    for (std::size_t i = 0; i < kLimitShares.size(); ++i) {
      least.alone[at][i] = server.floor.quantile(latency, kLimitShares[i]);
    }
  }
  return least;
}

double alone(const LeastServer& server, const Limit& limit) {
  const auto* const share = std::find(kLimitShares.begin(), kLimitShares.end(), limit.share);
  const auto at = static_cast<std::size_t>(limit.latency);
  return server.alone[at][static_cast<std::size_t>(share - kLimitShares.begin())];
}

/// The limit that a lone request misses by most; null where all hold.
const Limit* missed_alone(const LeastServer& server, const PlanRequest& request, double& ratio) {
  const Limit* worst = nullptr;
  ratio = 1;
  for (const Limit& limit : request.limits) {
    const double now = alone(server, limit) / limit.seconds;
    if (now <= ratio) continue;
    ratio = now;
    worst = &limit;
  }
  return worst;
}

/// The fewest instances of the type, or why there are none.
FleetBound bound_type(const std::string& instance, const LeastServers& type,
                      const PlanRequest& request) {
  FleetBound bound{.instance = instance};
  double nearest = HUGE_VAL;
  if (type.refusal) {
    bound.rule = type.refusal->rule;
    bound.why_not = type.refusal->reason;
  }
  for (const LeastServer& server : type.servers) {
    double ratio = 1;
    if (const Limit* const missed = missed_alone(server, request, ratio)) {
      if (bound.configuration || ratio >= nearest) continue;
      nearest = ratio;
      const Refusal refusal = too_slow_alone(*missed, alone(server, *missed));
      bound.rule = refusal.rule;
      bound.why_not = refusal.reason;
      continue;
    }
    const int needed =
        least_instances(server.work, server.replicas_per_instance, request.design_rate());
    if (bound.configuration && needed >= bound.instances) continue;
    bound.configuration = server.configuration;
    bound.instances = needed;
  }
  if (!bound.configuration) return bound;
  bound.rule.reset();
  bound.why_not.clear();
  if (bound.instances > request.max_instances) {
    bound.rule = Rule::kCapacity;
    bound.why_not = fmt::format("more than max_instances ({})", request.max_instances);
  }
  bound.instances += spare_instances(bound.instances, request.survive);
  return bound;
}

void add_price(const cost::PriceBook& book, const PlanRequest& request, cost::Day day,
               FleetBound& bound) {
  const auto offers = offers_of(book, bound.instance, request.regions, request.purchase, day);
  bound.offer = cheapest(offers);
  if (!bound.configuration) return;
  if (bound.offer) {
    bound.per_hour = bound.offer->priced()->per_hour * static_cast<std::int64_t>(bound.instances);
  } else if (!bound.rule) {
    bound.rule = Rule::kNotOffered;
    bound.why_not = unpriced_text(offers);
  }
}

}  // namespace

Result<std::shared_ptr<const LeastServers>> LeastServerCache::of(const catalog::Catalog& catalog,
                                                                 const catalog::Instance& instance,
                                                                 const PlanRequest& request,
                                                                 std::uint64_t seed,
                                                                 TaskControl& control) {
  const std::string key = key_of(instance.id, request, seed);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = known_.find(key); found != known_.end()) return found->second;
  }
  PlanRequest any = request;
  any.limits.clear();  // whether lone requests hold them is asked of the answer
  auto candidates = prepare_candidates(
      catalog, any, configurations_of(catalog, instance, any, any.weight_dtypes), seed, control);
  if (!candidates) return fail(candidates.error());
  auto made = std::make_shared<LeastServers>();
  const Candidate* telling = nullptr;
  for (const Candidate& candidate : *candidates) {
    if (candidate.server) {
      made->servers.push_back(least_of(*candidate.server));
      continue;
    }
    ++made->refused;
    if (telling == nullptr || tells_more(candidate, *telling)) telling = &candidate;
  }
  if (telling != nullptr) made->refusal = telling->refusal;
  const std::lock_guard lock(mutex_);
  // Of typing along little comes back: a few questions are enough.
  constexpr std::size_t kMost = 400;
  if (known_.size() >= kMost) known_.clear();
  return known_.emplace(key, std::move(made)).first->second;
}

Result<std::vector<FleetBound>> bound_fleets(const catalog::Catalog& catalog,
                                             const cost::PriceBook& book,
                                             const PlanRequest& request, cost::Day today,
                                             std::uint64_t seed, LeastServerCache& cache,
                                             TaskControl& control) {
  const auto types = types_of(catalog, book, request);
  if (!types) return fail(types.error());
  std::vector<FleetBound> bounds;
  for (const catalog::Instance* const instance : *types) {
    const auto servers = cache.of(catalog, *instance, request, seed, control);
    if (!servers) return fail(servers.error());
    bounds.push_back(bound_type(instance->id, **servers, request));
    add_price(book, request, request.as_of.value_or(today), bounds.back());
  }
  const auto rank = [](const FleetBound& bound) {
    return std::tuple(!bound.configuration.has_value(), bound.rule.has_value(),
                      bound.per_hour.value_or(Usd()));
  };
  std::stable_sort(bounds.begin(), bounds.end(),
                   [&](const FleetBound& a, const FleetBound& b) { return rank(a) < rank(b); });
  return bounds;
}

}  // namespace nscope::capacity
