#pragma once

#include "costmodel/spot/spot_hazard.h"
#include "profiler/base/json.h"

namespace nscope::cost {

/// Reads "hazard" of `in`: either {"bucket": "5-10%"} of the Spot Advisor or {"per_hour": 0.001}
/// with its source. Errors are recorded in `in`: the key is absent, or it has both or neither.
SpotHazard read_hazard(StrictObject& in);

}  // namespace nscope::cost
