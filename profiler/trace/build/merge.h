#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/columns/diagnostic_list.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// The clock of the time stamps of a part, and its reading at tick 0.
struct PartClock {
  std::string kind;  ///< as property::kClock
  std::int64_t origin_ns = 0;
};

/// One run that is to be merged.
struct RunPart {
  std::shared_ptr<const Trace> trace;
  std::string label;  ///< "rank 0": the name of its group of tracks; unique among the parts
  /// Position of tick 0 of this part on the time axis of the first part; takes precedence over
  /// its clock.
  std::optional<std::int64_t> offset_ns{};
  /// The clock of another run, to which the clock of the part was converted by sync points; takes
  /// precedence over the clock that the trace states.
  std::optional<PartClock> synced_clock{};
  /// More properties of the alignment, without the prefix "part<k>.".
  std::vector<std::pair<std::string, PropertyValue>> alignment{};
};

/// A flow between slices of two parts, with the ids of their traces.
struct PartFlow {
  std::size_t from_part = 0;
  SliceId from;
  std::size_t to_part = 0;
  SliceId to;
  std::string_view kind;  ///< a literal
};

/// How parts without a given offset are aligned.
enum class MergeAlign {
  kClock,        ///< by the clock of their time stamps; by start if they have no common clock
  kStart,        ///< by the start of their windows
  kCollectives,  ///< by the clock, then so that matching collectives end at the same time
};

std::optional<MergeAlign> parse_merge_align(std::string_view text);  ///< "clock", ...
std::string_view to_string(MergeAlign align);

struct MergeOptions {
  MergeAlign align = MergeAlign::kClock;
  /// Diagnostics of the reader about all parts.
  DiagnosticList diagnostics{};
  std::vector<PartFlow> flows{};
};

/// Whether the time axis of all parts, which has the finest of their units, is long enough for this
/// part: 73 years in nanoseconds, 26 days in picoseconds.
bool is_short_enough(std::span<const RunPart> parts, std::size_t part);

/// Merges several runs on one time axis, that of the first run, whose tick 0 is kept. The
/// tracks of each part are below a group track named by its label; its cores are numbered
/// after those of the parts before it. A property that is equal in all parts is written
/// once; other properties, and all metrics, are named "part<k>.<name>". The alignment of
/// each part is in the properties "part<k>.label", ".offset_ns" and ".offset_from"
/// (reference, clock, sync_points, measured, given, assumed). If a part has collectives in common
/// with the first part, ".measured_skew_ns", ".measured_skew_spread_ns" and
/// ".measured_skew_count" state by how much they end later than those of the first part.
/// This skew is corrected only with MergeAlign::kCollectives, because the correction hides
/// stragglers. See docs/formats/run-directory.md.
///
/// Each part is released as soon as it has been copied. A single part is returned with the
/// diagnostics added; its trace must not have another owner if there are any. Errors:
/// kInvalidArgument (no part), kBadInput (the parts are too far apart for one time axis; a session
/// among them is damaged), kCancelled.
Result<std::shared_ptr<const Trace>> merge_traces(std::vector<RunPart> parts,
                                                  const MergeOptions& options,
                                                  TaskControl& control);

}  // namespace nscope
