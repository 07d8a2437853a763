#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

namespace nscope::analysis {

/// The deviations of a measured run from its simulation.
struct Residuals {
  ComparedSide measured;
  ComparedSide simulated;
  /// One row for each group that both runs have, longest measured time first. residual = measured
  /// mean / simulated mean. A note counts the groups that only one run has.
  Table table;
};

/// The residuals of a comparison. Errors: kInvalidArgument unless one side is simulated, the other
/// is measured, and both have events.
Result<Residuals> residuals_of(const Comparison& comparison);

/// {"schema":"nscope.residuals/1", ...}; docs/compare.md.
Json residuals_json(const Residuals& residuals);

}  // namespace nscope::analysis
