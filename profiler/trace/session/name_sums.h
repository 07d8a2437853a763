#pragma once

#include "profiler/trace/trace.h"

#include <functional>
#include <optional>
#include <vector>

namespace nscope {

/// What the slices of each name on each track add up to, sorted by track, then by the bytes
/// of the name: as the session has it, else in one pass over the columns on all processors.
/// nullopt where `stop` said so; it is asked from several threads, every few thousand rows.
std::optional<std::vector<NameSum>> sum_by_name(const Trace& trace,
                                                const std::function<bool()>& stop);

}  // namespace nscope
