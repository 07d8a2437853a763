#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/workload/request.h"
#include "simcore/engine/workload/serving_setup.h"

#include <cstdint>

namespace nscope::sim {

/// Draws `setup.requests` requests, or those that arrive within `setup.duration`. The
/// same setup and seed give the same requests. Lengths, arrivals, prefixes and adapters
/// are drawn from streams of their own, so that changing one leaves the others alone.
/// Errors: kInvalidArgument where the process is a file (read_requests()), or where none
/// arrives.
Result<RequestPlan> draw_requests(const ServingSetup& setup, std::uint64_t seed);

}  // namespace nscope::sim
