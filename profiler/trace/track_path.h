#pragma once

#include "profiler/trace/trace.h"

#include <string>
#include <vector>

namespace nscope {

/// The names of a track and of those above it, from the top: "NeuronCore 0 / TensorE".
std::string track_path(const Trace& trace, const Track& track);

/// The paths of all tracks, by id, each of them once: the second of two equal ones ends with
/// " #2". For files that name tracks.
std::vector<std::string> unique_track_paths(const Trace& trace);

}  // namespace nscope
