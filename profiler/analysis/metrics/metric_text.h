#pragma once

#include "profiler/base/provenance.h"

#include <string>

namespace nscope::analysis {

/// The value of a metric as people read it: shares as percent with two decimals,
/// counts and cycles with thousands, anything else in the way of its unit.
std::string metric_text(const Metric& metric);

}  // namespace nscope::analysis
