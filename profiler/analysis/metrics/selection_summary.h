#pragma once

#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace nscope::analysis {

/// The events of a run to include in a summary.
struct EventFilter {
  /// Ticks [first, second). If empty: the whole run. Events that cross an edge count with the part
  /// inside.
  std::optional<std::pair<TraceTime, TraceTime>> range{};
  std::vector<TrackId> tracks{};  ///< sorted; empty: all
  StringId name{};                ///< invalid: any
  /// Counts the events that are shorter than this duration in ticks.
  std::optional<std::int64_t> compared{};
};

/// Statistics of the durations of some events, in ticks.
struct EventStatistics {
  std::int64_t count = 0;     ///< including the events that are cut at an edge of the range
  std::int64_t complete = 0;  ///< events that are entirely in the range
  std::int64_t total = 0;     ///< of the parts inside the range
  std::int64_t shortest = 0;  ///< shortest to median: of complete events
  std::int64_t longest = 0;
  std::optional<std::int64_t> median{};  ///< nullopt for more than kMostForMedian events
  std::optional<double> bytes{};         ///< nullopt if no event states bytes
  SliceId longest_event{};               ///< the first of the longest events, or one that is cut
};

/// Limits the memory for medians, which is 16 bytes per event.
inline constexpr std::size_t kMostForMedian = 50'000'000;

/// Totals of the events in a selection.
struct SelectionSummary {
  struct OfName {
    StringId name;
    EventStatistics of;
  };
  struct OfTrack {
    TrackId track;
    EventStatistics of;
    /// Time in the range in which the track is active, by events of any name; see ActiveTime.
    std::int64_t busy = 0;
  };

  EventStatistics all;
  std::vector<OfName> names;    ///< sorted by total time, longest first
  std::vector<OfTrack> tracks;  ///< the tracks with events, in the order of the timeline
  std::int64_t time = 0;        ///< length of the range, or of the run
  std::int64_t crossing = 0;    ///< events that cross an edge of the range
  std::int64_t shorter = 0;     ///< events that are shorter than EventFilter::compared
};

/// The bytes of an event are its transfer_size; if absent, its bytes; if absent, the bytes that
/// it reads from and writes to HBM. Errors: kCancelled; kBadInput or kIo if a part of the session
/// cannot be read.
Result<SelectionSummary> summarize_selection(const Trace& trace, const EventFilter& filter,
                                             TaskControl& control);

/// Columns: name, share of the total time, events, total_ns, mean_ns, min_ns, median_ns, max_ns,
/// bytes, and slice_id of the longest event.
Table selection_names_table(const Trace& trace, const SelectionSummary& summary);
/// Columns: track, busy_share, and then events to slice_id as in selection_names_table().
Table selection_tracks_table(const Trace& trace, const SelectionSummary& summary);

}  // namespace nscope::analysis
