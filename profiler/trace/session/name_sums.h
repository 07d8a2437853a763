#pragma once

#include "profiler/trace/trace.h"

#include <functional>
#include <optional>
#include <vector>

namespace nscope {

/// Totals of the slices of each name on each track, sorted by track, then by the bytes of the
/// name: those of the session if it has them, or else computed in one pass over the columns on
/// all processors. nullopt if `stop` returned true; it is called from several threads every few
/// thousand rows.
std::optional<std::vector<NameSum>> sum_by_name(const Trace& trace,
                                                const std::function<bool()>& stop);

}  // namespace nscope
