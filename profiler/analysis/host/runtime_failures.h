#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "runtime-failures": errors of the Neuron Runtime and its driver in a log, with cause and remedy.
extern const Analysis kRuntimeFailuresAnalysis;

}  // namespace nscope::analysis
