#pragma once

#include "app/capacity/configuration.h"
#include "app/capacity/offers.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace nscope::capacity {

/// The shares of all requests that limits are about.
inline constexpr std::array kLimitShares{0.5, 0.9, 0.95, 0.99};

/// What bounds a fleet of one configuration from below. Plain data.
struct LeastServer {
  Configuration configuration;
  int replicas_per_instance = 1;
  double work = 0;  ///< as Server::work [s]
  /// Of requests that are alone on an idle replica, [Latency][kLimitShares], s.
  std::array<std::array<double, kLimitShares.size()>, 3> alone{};
};

/// All configurations of one instance type without their graphs.
struct LeastServers {
  std::vector<LeastServer> servers;
  int refused = 0;                   ///< configurations that are no server
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
/// building graphs takes a second, and bounding with them a millisecond. Thread-safe.
class LeastServerCache {
 public:
  /// Builds them where they are not known. Errors: as prepare_candidates().
  Result<std::shared_ptr<const LeastServers>> of(const catalog::Catalog& catalog,
                                                 const catalog::Instance& instance,
                                                 const PlanRequest& request, std::uint64_t seed,
                                                 TaskControl& control);

 private:
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<const LeastServers>> known_;
};

/// For each type that the request allows, the fewest instances that keep up with its traffic,
/// among the configurations whose lone requests hold the limits: a plan needs as many or more.
/// With the weight types and purchase options of the request, nothing is relaxed. Cheapest first,
/// then what has no price, then what cannot hold it. Errors: as types_of() and
/// prepare_candidates().
Result<std::vector<FleetBound>> bound_fleets(const catalog::Catalog& catalog,
                                             const cost::PriceBook& book,
                                             const PlanRequest& request, cost::Day today,
                                             std::uint64_t seed, LeastServerCache& cache,
                                             TaskControl& control);

}  // namespace nscope::capacity
