#include "app/capacity/fleet/fleet_requests.h"

#include "app/capacity/fleet/required_rate.h"
#include "simcore/engine/serving/draw_requests.h"

#include <utility>

namespace nscope::capacity {

Result<sim::RequestPlan> FleetRequests::draw(const sim::ServingSetup& setup) {
  // Most simulations have the same rate. A longer list of requests begins with the shorter one.
  constexpr std::size_t kRates = 4;
  constexpr std::size_t kMostKept = 250'000;  // about 14 MB per rate
  const auto count = static_cast<std::size_t>(setup.requests);
  const double rate = setup.arrivals.rate;
  {
    const std::lock_guard lock(mutex_);
    const auto found = drawn_.find(rate);
    if (found != drawn_.end() && found->second.requests.size() >= count) {
      sim::RequestPlan plan;
      plan.users = found->second.users;
      plan.rate = found->second.rate;
      plan.block_tokens = found->second.block_tokens;
      const auto first = found->second.requests.begin();
      plan.requests.assign(first, first + setup.requests);
      return plan;
    }
  }
  auto plan = sim::draw_requests(setup, seed_);
  if (!plan || plan->requests.size() > kMostKept) return plan;
  const std::lock_guard lock(mutex_);
  if (drawn_.size() >= kRates && !drawn_.contains(rate)) drawn_.clear();
  sim::RequestPlan& kept = drawn_[rate];
  if (kept.requests.size() < plan->requests.size()) kept = *plan;
  return plan;
}

double FleetRequests::required(double rate) {
  const std::lock_guard lock(mutex_);
  const auto known = required_.find(rate);
  if (known != required_.end()) return known->second;
  // An error of the requests is reported by the simulation.
  const double required = required_rate(request_, rate, seed_).value_or(rate);
  return required_.emplace(rate, required).first->second;
}

std::optional<LimitCheck> FleetRequests::known(const CheckKey& key) const {
  const std::lock_guard lock(mutex_);
  const auto found = checks_.find(key);
  return found == checks_.end() ? std::nullopt : std::optional(found->second);
}

void FleetRequests::keep(CheckKey key, LimitCheck check) {
  const std::lock_guard lock(mutex_);
  checks_.emplace(std::move(key), std::move(check));
}

}  // namespace nscope::capacity
