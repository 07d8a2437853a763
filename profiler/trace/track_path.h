#pragma once

#include "profiler/trace/trace.h"

#include <string>

namespace nscope {

/// The names of a track and of those above it, from the top: "NeuronCore 0 / TensorE".
std::string track_path(const Trace& trace, const Track& track);

}  // namespace nscope
