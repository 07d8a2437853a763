#pragma once

#include "app/capacity/fleet/configuration.h"

#include <span>

namespace nscope::capacity {

/// Requests/s of one replica at which the limits should just hold, by a mean-field estimate:
/// s = rate x response sequences decode together (Little's law), each step costs what the graph
/// for s sequences costs, and prefills of others take the share rate x prefill of its time. Only
/// where the search begins; the simulation decides. 0 where no rate does.
double fluid_rate(const Server& server, std::span<const Limit> limits);

}  // namespace nscope::capacity
