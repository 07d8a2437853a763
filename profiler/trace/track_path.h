#pragma once

#include "profiler/trace/trace.h"

#include <string>
#include <vector>

namespace nscope {

/// The names of the ancestors of a track and its own name: "NeuronCore 0 / TensorE".
std::string track_path(const Trace& trace, const Track& track);

/// The paths of all tracks by id. Each path is unique: the second of two equal paths ends with
/// " #2". For files that refer to tracks.
std::vector<std::string> unique_track_paths(const Trace& trace);

}  // namespace nscope
