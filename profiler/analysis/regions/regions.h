#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/regions/region_cut.h"

namespace nscope::analysis {

/// "regions": the parts of a run (layers, kernels, intervals between collectives, ...) with the
/// same figures side by side, or the spread of those that do the same work.
extern const Analysis kRegionsAnalysis;

/// Adds notes about the method and about regions that are not included.
void add_region_notes(const RunRegions& regions, Table& table);

}  // namespace nscope::analysis
