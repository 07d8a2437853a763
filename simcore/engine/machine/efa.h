#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/instance.h"

namespace nscope::sim {

/// Why instances of the type cannot reach each other over EFA: they have no EFA interface, or their
/// network bandwidth is not published. Empty if they can. A number of interfaces that is not
/// published is unknown, not zero. The only such rule: training, rollouts, servers and collectives
/// use it.
Text efa_obstacle(const catalog::Instance& instance);

/// B/s of all EFA interfaces of an instance together: the share `efa_share` of the published
/// bandwidth that transfers reach. Errors: kInvalidArgument with efa_obstacle().
Result<double> efa_bandwidth(const catalog::Instance& instance, double efa_share);

}  // namespace nscope::sim
