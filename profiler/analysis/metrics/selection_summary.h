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

/// Which events of a run are looked at.
struct EventFilter {
  /// Ticks [first, second): events that lie wholly in it. Empty: the whole run.
  std::optional<std::pair<TraceTime, TraceTime>> range{};
  std::vector<TrackId> tracks{};  ///< sorted; empty: all
  StringId name{};                ///< invalid: any
  /// Counts events that take less time than this one, ticks.
  std::optional<std::int64_t> compared{};
};

/// How long some events take. Ticks.
struct EventStatistics {
  std::int64_t count = 0;
  std::int64_t total = 0;
  std::int64_t shortest = 0;
  std::int64_t longest = 0;
  std::optional<std::int64_t> median{};  ///< nothing for more than kMostForMedian events
  std::optional<double> bytes{};         ///< nothing where none states any
  SliceId longest_event{};               ///< the first of them
};

/// Memory for medians: 8 bytes an event, twice.
inline constexpr std::size_t kMostForMedian = 50'000'000;

/// The events of a selection added up.
struct SelectionSummary {
  struct OfName {
    StringId name;
    EventStatistics of;
  };
  struct OfTrack {
    TrackId track;
    EventStatistics of;
    /// Covered by at least one event of the track, also in part, of any name.
    std::int64_t busy = 0;
  };

  EventStatistics all;
  std::vector<OfName> names;    ///< the most time first
  std::vector<OfTrack> tracks;  ///< in the order of the timeline, those with events
  std::int64_t time = 0;        ///< of the range, or of the run
  std::int64_t crossing = 0;    ///< events that reach over a border of the range: not counted
  std::int64_t shorter = 0;     ///< than EventFilter::compared
};

/// Bytes of an event are its transfer_size, else its bytes, else what it reads from and
/// writes to HBM. Errors: kCancelled; those of a session whose parts cannot be read.
Result<SelectionSummary> summarize_selection(const Trace& trace, const EventFilter& filter,
                                             TaskControl& control);

/// name, events, total_ns, share of all, mean_ns, min_ns, median_ns, max_ns, bytes, and
/// slice_id: the longest.
Table selection_names_table(const Trace& trace, const SelectionSummary& summary);
/// track, busy_share, then as by name.
Table selection_tracks_table(const Trace& trace, const SelectionSummary& summary);

}  // namespace nscope::analysis
