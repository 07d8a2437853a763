#pragma once

#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <vector>

namespace nscope::sim {

/// The share of the requests with an adapter that uses each one, in descending order: by Zipf's law
/// with the exponent `popularity`, the k-th has a share proportional to 1 / k^popularity.
std::vector<double> adapter_shares(const Adapters& adapters);

/// The same of requests that state their adapters; empty if none does.
std::vector<double> adapter_shares(const RequestPlan& requests);

/// The share of the requests with an adapter that have to load it, because it is not among the
/// `resident` ones that were used last. The approximation of Che, Tung and Wang (2002): with the
/// time T in which `resident` different adapters are used, sum (1 - exp(-p T)) = resident, the
/// share is sum p exp(-p T). Of equally frequent adapters it is exactly 1 - resident / count.
double adapter_miss_share(const std::vector<double>& shares, int resident);

/// The mean number of requests, at most `slots`, that run together if the part `share` of them has
/// adapters, of which at most `resident` may be different: a request that needs another one waits,
/// and all later ones wait for it. The sum over k of the probability that k requests have at most
/// `resident` different adapters. Adapters of different popularity count as 1 / sum p^2 equally
/// frequent ones.
double running_with_adapters(const std::vector<double>& shares, int resident, double share,
                             int slots);

}  // namespace nscope::sim
