#pragma once

#include "profiler/trace/trace.h"

#include <string_view>

namespace nscope {

/// The colour of a track's events and counters in the desktop's timeline: "#56b4e9". Host calls,
/// layers and so on are coloured by name there; for them this is the colour of the whole track.
std::string_view track_color_text(const Trace& trace, const Track& track);

/// Whether the desktop's timeline colours the events of a track by name.
bool is_colored_by_name(const Track& track);

}  // namespace nscope
