#pragma once

#include "app/capacity/request/plan_request.h"

#include <cstdint>

namespace nscope::capacity {

/// The time of a run that has enough bursts to be representative; 0 without bursts.
double least_seconds(const sim::Arrivals& arrivals);

/// A lower bound of the rate [requests/s] at which a fleet must be able to complete requests so
/// that enough of them meet their limits under a mean rate of `rate`. It is higher than `rate` if
/// the requests arrive in bursts.
///
/// A request with n output tokens that meets its limits is completed within the limit of E2E and
/// within TTFT + (n - 1) x TPOT, if both are limited; at most the sum of the shares that may miss
/// these limits is late. A fleet that completes c requests/s in the order of arrival completes
/// request i not before d(i) = max(d(i - 1), a(i)) + 1/c (Lindley's recursion), where a are the
/// arrivals. The bound is the smallest c with few enough late requests, less a tenth, because the
/// requests at both ends of a simulated run are not evaluated and their lengths differ.
///
/// Without limits of this kind, it is `rate`. Any thread. Errors: those of sim::draw_requests().
Result<double> required_rate(const PlanRequest& request, double rate, std::uint64_t seed);

}  // namespace nscope::capacity
