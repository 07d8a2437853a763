#pragma once

#include "profiler/analysis/comparison/group_difference.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The kind of a change that affects the wall time.
enum class CauseKind : std::uint8_t {
  kFewer,       ///< fewer events
  kMore,        ///< more events
  kShorter,     ///< shorter events
  kLonger,      ///< longer events
  kMoreHidden,  ///< a larger share of the time overlaps with other work
  kLessHidden,  ///< a smaller share of the time overlaps with other work
  kIdle         ///< idle time
};

std::string_view to_string(CauseKind kind);  ///< "fewer", "more", "shorter", ...

/// One group's contribution to a cause.
struct CausePart {
  GroupKey key;
  double change_ns = 0.0;
  Text text;        ///< description with the numbers
  Text short_text;  ///< the same with a shortened name, for narrow tables
  SliceId base_example;
  SliceId new_example;
};

/// One cause of the change of the total time.
struct Cause {
  CauseKind kind = CauseKind::kIdle;
  WorkClass work = WorkClass::kCompute;  ///< not meaningful for kIdle
  double change_ns = 0.0;                ///< negative if the new run is shorter
  Text text;                             ///< description with the numbers
  std::vector<CausePart> parts;          ///< largest first; they add up to change_ns
};

/// Explains the change of the total time. The causes add up to new_total_ns - base_total_ns.
/// A group of n events with mean duration d, of whose time the share r is exposed
/// (split_wall_time()), takes n * d * r of the wall time. Its change is
///   (n1 - n0) d0 r0 + n1 (d1 - d0) r0 + n1 d1 (r1 - r0),
/// the effects of fewer or more events, of shorter or longer events, and of better or less hidden
/// events. The rest is the change of idle time. Effects of the same kind, class and sign are added
/// up to one cause. Causes are sorted by size, largest first; those below `least_ns` are omitted.
std::vector<Cause> explain(std::span<const GroupDifference> groups, double base_total_ns,
                           double new_total_ns, double least_ns);

}  // namespace nscope::analysis
