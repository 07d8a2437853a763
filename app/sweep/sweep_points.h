#pragma once

#include "app/sweep/sweep_spec.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <vector>

namespace nscope::sweep {

/// The points of a sweep in their order, which depends on the specification only.
struct Points {
  std::vector<std::vector<Json>> values;  ///< for each point, in the order of Spec::names()
  std::size_t excluded = 0;               ///< combinations that a constraint excludes
};

/// All points that meet the constraints. A grid varies its last member fastest. Drawn points that a
/// constraint excludes are replaced by further ones. The Sobol sequence is that of Joe and Kuo
/// (2008) with a random shift modulo 1 (Cranley and Patterson 1976) that depends on the seed. One
/// thread. Errors: kBadInput for a constraint that is not a valid expression, for more than
/// kMostPoints combinations, and if (nearly) all combinations are excluded; kCancelled.
Result<Points> points_of(const Spec& spec, TaskControl& control);

}  // namespace nscope::sweep
