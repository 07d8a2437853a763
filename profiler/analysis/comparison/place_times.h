#pragma once

#include "profiler/analysis/comparison/compared_items.h"

#include <array>
#include <cstddef>
#include <vector>

namespace nscope::analysis {

/// The places that can be compared in addition to groups of events.
enum class Place : std::uint8_t {
  kTime,  ///< equal intervals of the time since the start of the first execution
  kRank   ///< ranks of a merged run; cores if there are none; processes if there are no cores
};

/// The time of one place, divided among the first class of WorkClass that has a running event, and
/// idle time. Times in ns; they add up to the time of the executions in this place.
struct PlaceTimes {
  Text name;              ///< name of the rank; empty for intervals
  double start_ns = 0.0;  ///< on the axis of the run
  double duration_ns = 0.0;
  std::array<double, kClaimingClasses> exposed_ns{};
  double idle_ns = 0.0;
};

/// At most `most` intervals of `width_ns` from the start of the first execution to the end of the
/// last.
std::vector<PlaceTimes> times_of_pieces(const RunItems& run, const GroupTable& groups,
                                        double width_ns, std::size_t most);

/// The times of each rank, in the order of the tracks.
std::vector<PlaceTimes> times_of_ranks(const RunItems& run, const GroupTable& groups);

/// Time from the start of the first execution to the end of the last, ns.
double span_ns(const RunItems& run);

}  // namespace nscope::analysis
