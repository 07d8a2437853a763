#pragma once

#include "profiler/analysis/comparison/compared_items.h"

#include <array>
#include <cstddef>
#include <string>
#include <vector>

namespace nscope::analysis {

/// Where differences are looked for besides groups of events.
enum class Place : std::uint8_t {
  kTime,  ///< equal pieces of the time since the first execution began
  kRank   ///< ranks of a merged run, else cores, else processes
};

/// How the time of one place is spent: by the first class of WorkClass that has
/// an event under way, and idle. Times in ns; they add up to the time of the
/// executions in that place.
struct PlaceTimes {
  std::string name;       ///< of the rank; empty for pieces of time
  double start_ns = 0.0;  ///< on the axis of the run
  double duration_ns = 0.0;
  std::array<double, kClaimingClasses> exposed_ns{};
  double idle_ns = 0.0;
};

/// Pieces of `width_ns` from the begin of the first execution to the end of the
/// last, `most` at most.
std::vector<PlaceTimes> times_of_pieces(const RunItems& run, const GroupTable& groups,
                                        double width_ns, std::size_t most);

/// One for each rank, in the order of its tracks.
std::vector<PlaceTimes> times_of_ranks(const RunItems& run, const GroupTable& groups);

/// From the begin of the first execution to the end of the last, ns.
double span_ns(const RunItems& run);

}  // namespace nscope::analysis
