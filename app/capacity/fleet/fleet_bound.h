#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/single_requests.h"
#include "app/capacity/request/offers.h"
#include "profiler/base/task_control.h"

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// The figures from which the lower bound of a fleet with one configuration is computed. Plain
/// data.
struct LeastServer {
  Configuration configuration;
  int replicas_per_instance = 1;
  SingleFigures alone{};
};

/// The configurations of one instance type, without their graphs.
struct LeastServers {
  std::vector<LeastServer> servers;
  std::optional<Refusal> refusal{};  ///< the most informative one; empty if none was rejected
};

/// The lower bound of a fleet of one instance type. A simulated plan needs at least as much.
struct FleetBound {
  std::string instance;
  /// Empty if no configuration can meet the limits; `why_not` states the reason.
  std::optional<Configuration> configuration{};
  int instances = 0;             ///< that can sustain the load, plus spare instances
  std::optional<Offer> offer{};  ///< the cheapest allowed offer; if empty, see `why_not`
  std::optional<Usd> per_hour{};
  Text why_not{};
  std::optional<Rule> rule{};
};

/// Caches LeastServers by everything on which they depend (model, lengths, layouts, host software),
/// because building the graphs takes a hundred times as long as computing the bounds. Thread-safe.
class LeastServerCache {
 public:
  /// The servers of each type, in the order of `types`. Builds missing ones on all cores. Errors:
  /// those of single_candidates().
  Result<std::vector<std::shared_ptr<const LeastServers>>> of(
      const catalog::Catalog& catalog, std::span<const catalog::Instance* const> types,
      const PlanRequest& request, std::uint64_t seed, TaskControl& control);

 private:
  std::shared_ptr<const LeastServers> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const LeastServers> servers);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const LeastServers>> known_;
};

/// The smallest number of instances that can sustain the traffic, for each instance type that the
/// request allows and among the configurations on which a single request meets the limits. A plan
/// needs at least as many. Weight types and purchase options are those of the request; nothing is
/// relaxed. Sorted: the cheapest first, then types without a price, then types that cannot meet the
/// limits. Errors: those of types_of() and single_candidates().
Result<std::vector<FleetBound>> bound_fleets(const catalog::Catalog& catalog,
                                             const cost::PriceBook& book,
                                             const PlanRequest& request, cost::Day today,
                                             std::uint64_t seed, LeastServerCache& cache,
                                             TaskControl& control);

}  // namespace nscope::capacity
