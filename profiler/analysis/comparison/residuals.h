#pragma once

#include "profiler/analysis/comparison/comparison.h"
#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"

namespace nscope::analysis {

/// How a measured run deviates from its simulation.
struct Residuals {
  ComparedSide measured;
  ComparedSide simulated;
  /// One row for each group that both runs have, longest measured time first:
  /// residual = measured mean / simulated mean; a note counts the groups that only
  /// one run has.
  Table table;
};

/// Errors: kInvalidArgument unless one side is simulated and the other is not,
/// both with their events.
Result<Residuals> residuals_of(const Comparison& comparison);

/// {"schema":"nscope.residuals/1", ...}; docs/compare.md.
Json residuals_json(const Residuals& residuals);

}  // namespace nscope::analysis
