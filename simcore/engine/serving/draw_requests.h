#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <cstdint>

namespace nscope::sim {

/// Draws `setup.requests` requests, or those that arrive within `setup.duration`. The same setup
/// and seed give the same requests. Lengths, arrivals, prefixes and adapters have separate random
/// streams, so that changing one of them does not change the others. Errors: kInvalidArgument if
/// the arrival process is a file (read_requests()) or if no request arrives.
Result<RequestPlan> draw_requests(const ServingSetup& setup, std::uint64_t seed);

}  // namespace nscope::sim
