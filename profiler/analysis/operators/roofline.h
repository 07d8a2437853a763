#pragma once

#include "profiler/analysis/analysis.h"

namespace nscope::analysis {

/// "roofline": operators against what the device's TensorE and HBM allow.
extern const Analysis kRooflineAnalysis;

}  // namespace nscope::analysis
