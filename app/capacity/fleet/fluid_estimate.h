#pragma once

#include "app/capacity/fleet/configuration.h"

#include <span>

namespace nscope::capacity {

/// Estimated highest rate [requests/s] at which one replica meets the limits. Mean-field model: s =
/// rate x response time sequences decode together (Little's law), each step has the duration of the
/// graph for s sequences, and the prefills of other requests take the share rate x prefill of the
/// time. The search starts from this estimate; the simulation decides. 0 if no rate meets the
/// limits.
double fluid_rate(const Server& server, std::span<const Limit> limits);

}  // namespace nscope::capacity
