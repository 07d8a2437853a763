#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/lone_requests.h"
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

/// What bounds a fleet of one configuration from below. Plain data.
struct LeastServer {
  Configuration configuration;
  int replicas_per_instance = 1;
  LoneFigures alone{};
};

/// All configurations of one instance type without their graphs.
struct LeastServers {
  std::vector<LeastServer> servers;
  std::optional<Refusal> refusal{};  ///< of the one that tells most; empty: none was refused
};

/// The least that a fleet of one type takes, whatever a simulation finds.
struct FleetBound {
  std::string instance;
  /// Empty: no configuration can hold it, `why_not` says why.
  std::optional<Configuration> configuration{};
  int instances = 0;             ///< that just keep up, and spare ones
  std::optional<Offer> offer{};  ///< the cheapest of what may be bought; empty: `why_not`
  std::optional<Usd> per_hour{};
  std::string why_not{};
  std::optional<Rule> rule{};
};

/// Remembers LeastServers by what they depend on (model, lengths, layouts, host software), as
/// building graphs takes a hundred times as long as bounding with them. Thread-safe.
class LeastServerCache {
 public:
  /// Those of each type, in their order. Builds those that are not known, on all cores. Errors:
  /// as lone_candidates().
  Result<std::vector<std::shared_ptr<const LeastServers>>> of(
      const catalog::Catalog& catalog, std::span<const catalog::Instance* const> types,
      const PlanRequest& request, std::uint64_t seed, TaskControl& control);

 private:
  std::shared_ptr<const LeastServers> find(const std::string& key);
  void keep(const std::string& key, std::shared_ptr<const LeastServers> servers);

  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const LeastServers>> known_;
};

/// For each type that the request allows, the fewest instances that keep up with its traffic,
/// among the configurations whose lone requests hold the limits: a plan needs as many or more.
/// With the weight types and purchase options of the request, nothing is relaxed. Cheapest first,
/// then what has no price, then what cannot hold it. Errors: as types_of() and
/// lone_candidates().
Result<std::vector<FleetBound>> bound_fleets(const catalog::Catalog& catalog,
                                             const cost::PriceBook& book,
                                             const PlanRequest& request, cost::Day today,
                                             std::uint64_t seed, LeastServerCache& cache,
                                             TaskControl& control);

}  // namespace nscope::capacity
