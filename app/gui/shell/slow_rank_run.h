#pragma once

#include "profiler/trace/trace.h"

#include <memory>

namespace nscope::gui {

/// A synthetic run of data-parallel training on four NeuronCores: in every layer each rank
/// multiplies, normalises and takes part in an all-reduce. The multiplications of NeuronCore 2 take
/// 1.6 times as long, so that the other ranks wait in every collective. No device was involved.
std::shared_ptr<const Trace> slow_rank_run();

}  // namespace nscope::gui
