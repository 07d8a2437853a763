#pragma once

#include "app/capacity/request/plan_request.h"
#include "profiler/base/result.h"
#include "profiler/base/text.h"
#include "simcore/engine/serving/serving_plan.h"
#include "simcore/engine/workload/request.h"

#include <compare>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>

namespace nscope::capacity {

/// Whether a fleet meets all limits, and which one it misses.
struct LimitCheck {
  bool meets = false;
  Text missed{};  ///< "E2E p99 is 2.91 s; the limit is 2.00 s"; empty if none is named
};

/// What the simulations of one request document share: requests, which are drawn once per rate, the
/// rates that bursts require, and the checks of a search, so that a search that was stopped can be
/// repeated without the simulations that were complete. All members are safe from any thread.
class FleetRequests {
 public:
  /// `request` must outlive this object.
  FleetRequests(const PlanRequest& request, std::uint64_t seed) : request_(request), seed_(seed) {}

  const PlanRequest& request() const { return request_; }
  std::uint64_t seed() const { return seed_; }

  /// sim::draw_requests() with its errors. Setups must differ only in their rate, the number of
  /// their requests and what does not concern requests.
  Result<sim::RequestPlan> draw(const sim::ServingSetup& setup);
  /// required_rate(), or `rate` if the requests cannot be drawn.
  double required(double rate);

  struct CheckKey {
    std::string configuration;  ///< as JSON, with the instance type
    double work = 0;            ///< of the server; differs at the ends of its error band
    int instances = 0;
    double rate = 0;  ///< requests/s
    int evaluated = 0;
    friend auto operator<=>(const CheckKey&, const CheckKey&) = default;
  };
  std::optional<LimitCheck> known(const CheckKey& key) const;
  void keep(CheckKey key, LimitCheck check);

 private:
  const PlanRequest& request_;
  std::uint64_t seed_;
  mutable std::mutex mutex_;
  std::map<double, sim::RequestPlan> drawn_;  ///< by arrivals per second; a few
  std::map<double, double> required_;
  std::map<CheckKey, LimitCheck> checks_;
};

}  // namespace nscope::capacity
