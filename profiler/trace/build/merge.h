#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// One run on its way into a merged one.
struct RunPart {
  std::shared_ptr<const Trace> trace;
  std::string label;  ///< "rank 0": names its group of tracks; unique among the parts
  /// Where tick 0 of this part lies on the axis of the first part; wins over
  /// what its clock says.
  std::optional<std::int64_t> offset_ns{};
};

/// How parts without a given offset are placed against each other.
enum class MergeAlign {
  kClock,        ///< by the clock both were stamped with; by start where there is none
  kStart,        ///< their windows begin together
  kCollectives,  ///< by the clock, then so that matching collectives end together
};

std::optional<MergeAlign> parse_merge_align(std::string_view text);  ///< "clock", ...
std::string_view to_string(MergeAlign align);

struct MergeOptions {
  MergeAlign align = MergeAlign::kClock;
  /// What the reader found out about the parts as a whole.
  DiagnosticList diagnostics{};
};

/// Puts several runs on one time axis, the first one's: its tick 0 stays. Each
/// part's tracks lie below a group track named by its label; its cores are
/// numbered on behind those of the parts before it. What parts say alike about
/// themselves is said once; where they differ, the property (and every metric)
/// is called "part<k>.<name>". How each part was placed is in the properties
/// "part<k>.label", ".offset_ns" and ".offset_from" (reference, clock, measured,
/// given, assumed), and where two parts share collectives
/// ".measured_skew_ns", ".measured_skew_spread_ns", ".measured_skew_count": by how
/// much the part's collectives end later than the first part's, which is applied
/// only with MergeAlign::kCollectives (it would hide stragglers). Docs:
/// docs/formats/run-directory.md.
///
/// Every part is dropped as soon as it has been copied. One part is returned as
/// it is. Errors: kInvalidArgument (no part), kBadInput (the parts lie too far
/// apart for one axis; a session among them is damaged), kCancelled.
Result<std::shared_ptr<const Trace>> merge_traces(std::vector<RunPart> parts,
                                                  const MergeOptions& options,
                                                  TaskControl& control);

}  // namespace nscope
