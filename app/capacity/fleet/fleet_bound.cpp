#include "app/capacity/fleet/fleet_bound.h"

#include "app/capacity/fleet/evaluate_fleet.h"
#include "app/capacity/fleet/plan_fleet.h"
#include "app/capacity/fleet/prepare_server.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace nscope::capacity {
namespace {

Json lengths_json(const sim::TokenLengths& lengths) {
  sim::ServingSetup setup;
  setup.input = lengths;
  return sim::to_json(setup).at("input");
}

/// Everything on which the graphs of a type and the latencies of single requests depend.
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
              request.nodes,
              sim::to_string(request.node_parallelism),
              request.adapters ? sim::to_json(*request.adapters) : Json(),
              std::move(drafts),
              seed}
      .dump(-1, ' ', false, Json::error_handler_t::replace);
}

double alone(const LeastServer& server, const Limit& limit) {
  const auto* const share = std::find(kLimitShares.begin(), kLimitShares.end(), limit.share);
  const LimitQuantiles& quantiles = server.alone.latencies[static_cast<std::size_t>(limit.latency)];
  return quantiles[static_cast<std::size_t>(share - kLimitShares.begin())];
}

/// The limit that a single request exceeds by the largest factor; null if it meets all limits.
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

/// The smallest number of instances of the type, or the reason why no number suffices.
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
    const int needed = least_instances(server.alone.work, server.replicas_per_instance,
                                       server.configuration.nodes, request.design_rate());
    if (bound.configuration && needed >= bound.instances) continue;
    bound.configuration = server.configuration;
    bound.instances = needed;
  }
  if (!bound.configuration) return bound;
  bound.rule.reset();
  bound.why_not = {};
  if (bound.instances > request.max_instances) {
    bound.rule = Rule::kCapacity;
    bound.why_not = tr("requires more than {} instances, the maximum of the plan",
                       as::count(request.max_instances));
  }
  bound.instances += spare_instances(bound.instances, request.survive, bound.configuration->nodes);
  return bound;
}

/// The prepared configurations by instance type.
std::map<std::string, std::shared_ptr<const LeastServers>> servers_by_type(
    std::span<const SingleCandidate> candidates) {
  std::map<std::string, std::shared_ptr<LeastServers>> by_type;
  std::map<std::string, const SingleCandidate*> informative;
  for (const SingleCandidate& candidate : candidates) {
    const std::string& type = candidate.configuration.instance;
    auto& made = by_type[type];
    if (!made) made = std::make_shared<LeastServers>();
    if (!candidate.figures) {
      const SingleCandidate*& most = informative[type];
      if (most == nullptr || explains_better(candidate, *most)) most = &candidate;
      continue;
    }
    made->servers.push_back({.configuration = candidate.configuration,
                             .replicas_per_instance = candidate.replicas_per_instance,
                             .alone = *candidate.figures});
  }
  for (const auto& [type, candidate] : informative) by_type[type]->refusal = candidate->refusal;
  return {by_type.begin(), by_type.end()};
}

void add_price(const cost::PriceBook& book, const PlanRequest& request, cost::Day day,
               FleetBound& bound) {
  const auto offers = offers_of(book, bound.instance, request.regions, request.purchase, day);
  bound.offer = cheapest(offers);
  if (!bound.configuration) return;
  if (bound.offer) {
    bound.per_hour = fleet_per_hour(*bound.offer->priced(), bound.instances);
    if (bound.per_hour || bound.rule) return;
    bound.rule = Rule::kCapacity;
    bound.why_not =
        tr("{} instances cost more than USD 9.2 billion per month", as::count(bound.instances));
  } else if (!bound.rule) {
    bound.rule = Rule::kNotOffered;
    bound.why_not = unpriced_text(offers);
  }
}

}  // namespace

std::shared_ptr<const LeastServers> LeastServerCache::find(const std::string& key) {
  const std::lock_guard lock(mutex_);
  const auto found = known_.find(key);
  return found != known_.end() ? found->second : nullptr;
}

void LeastServerCache::keep(const std::string& key, std::shared_ptr<const LeastServers> servers) {
  const std::lock_guard lock(mutex_);
  // While the user types, old requests rarely come back, so a simple limit is enough.
  constexpr std::size_t kMost = 400;
  if (known_.size() >= kMost) known_.clear();
  known_.emplace(key, std::move(servers));
}

Result<std::vector<std::shared_ptr<const LeastServers>>> LeastServerCache::of(
    const catalog::Catalog& catalog, std::span<const catalog::Instance* const> types,
    const PlanRequest& request, std::uint64_t seed, TaskControl& control) {
  std::vector<std::shared_ptr<const LeastServers>> all;
  std::vector<Configuration> unknown;
  for (const catalog::Instance* const type : types) {
    all.push_back(find(key_of(type->id, request, seed)));
    if (all.back()) continue;
    const auto more = configurations_of(catalog, *type, request, request.weight_dtypes);
    unknown.insert(unknown.end(), more.begin(), more.end());
  }
  if (unknown.empty()) return all;
  auto candidates = single_candidates(catalog, request, unknown, seed, control);
  if (!candidates) return fail(candidates.error());
  const auto by_type = servers_by_type(*candidates);
  for (std::size_t i = 0; i < types.size(); ++i) {
    if (all[i]) continue;
    const auto made = by_type.find(types[i]->id);
    all[i] = made != by_type.end() ? made->second : std::make_shared<const LeastServers>();
    keep(key_of(types[i]->id, request, seed), all[i]);
  }
  return all;
}

Result<std::vector<FleetBound>> bound_fleets(const catalog::Catalog& catalog,
                                             const cost::PriceBook& book,
                                             const PlanRequest& request, cost::Day today,
                                             std::uint64_t seed, LeastServerCache& cache,
                                             TaskControl& control) {
  const auto types = types_of(catalog, book, request);
  if (!types) return fail(types.error());
  const auto servers = cache.of(catalog, *types, request, seed, control);
  if (!servers) return fail(servers.error());
  std::vector<FleetBound> bounds;
  for (std::size_t i = 0; i < types->size(); ++i) {
    bounds.push_back(bound_type((*types)[i]->id, *(*servers)[i], request));
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
