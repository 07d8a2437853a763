#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "host-gaps": idle time of a device by the host activity during it.
extern const Analysis kHostGapsAnalysis;

}  // namespace nscope::analysis
