#pragma once

#include "profiler/analysis/comparison/group_difference.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What changed about some groups, seen from the wall time.
enum class CauseKind : std::uint8_t {
  kFewer,       ///< there are fewer of them
  kMore,        ///< there are more of them
  kShorter,     ///< each takes less time
  kLonger,      ///< each takes more time
  kMoreHidden,  ///< more of their time runs beside other work
  kLessHidden,  ///< less of it does
  kIdle         ///< time in which nothing is under way
};

std::string_view to_string(CauseKind kind);  ///< "fewer", "more", "shorter", ...

/// One group's contribution to a cause.
struct CausePart {
  GroupKey key;
  double change_ns = 0.0;
  std::string text;  ///< one sentence with the numbers
  SliceId base_example;
  SliceId new_example;
};

/// One reason for the change of the total time.
struct Cause {
  CauseKind kind = CauseKind::kIdle;
  WorkClass work = WorkClass::kCompute;  ///< of all but kIdle
  double change_ns = 0.0;                ///< negative: the new run is shorter by it
  std::string text;                      ///< one sentence with the numbers
  std::vector<CausePart> parts;          ///< largest first; add up to change_ns
};

/// Explains the change of the total time: the result adds up to
/// new_total_ns - base_total_ns. With n events of mean duration d, of whose time the share r
/// is exposed (split_wall_time), a group takes n * d * r of the wall time, so that
///   change = (n1 - n0) d0 r0 + n1 (d1 - d0) r0 + n1 d1 (r1 - r0)
/// is what fewer or more events, shorter or longer ones, and better or worse
/// hidden ones do. What is left is the change of idle time. Causes are the sums
/// of equal kind, class and sign, largest first; below `least_ns` they are left out.
std::vector<Cause> explain(std::span<const GroupDifference> groups, double base_total_ns,
                           double new_total_ns, double least_ns);

}  // namespace nscope::analysis
