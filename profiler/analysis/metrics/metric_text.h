#pragma once

#include "profiler/base/provenance.h"

namespace nscope::analysis {

/// The value of a metric for people: shares as percentages with two decimals, counts and
/// cycles with grouped thousands, other values with the prefix that suits their unit.
Text metric_text(const Metric& metric);

}  // namespace nscope::analysis
