#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// What the rows of a query become on a timeline.
enum class QueryTrackKind {
  kEvents,   ///< columns: ts (or start_ns), dur (or duration_ns), name
  kCounter,  ///< columns: ts (or start_ns), value
};

/// A query whose rows are shown as tracks. Times are in nanoseconds on the time axis of the run. An
/// optional column `track` divides the rows among tracks by its text, an optional column `slice_id`
/// refers to the event of the run that a row is about. A plain value.
struct QueryTrack {
  std::string title;
  std::string sql;
  QueryTrackKind kind = QueryTrackKind::kEvents;

  friend bool operator==(const QueryTrack&, const QueryTrack&) = default;
};

/// Whether a result with these columns can become a track of the kind. Errors: kInvalidArgument;
/// the message names the missing columns.
Result<> check_track_columns(std::span<const std::string> columns, QueryTrackKind kind);

/// The result of a query. The two counts are of rows.
struct QueryTrackOutcome {
  std::int64_t shown = 0;
  std::int64_t dropped = 0;  ///< without a time, a duration or a value, or with a negative duration
  bool more = false;         ///< whether the query has more than kMostTrackRows rows
  std::optional<Error> error{};
};
inline constexpr std::uint64_t kMostTrackRows = 1'000'000;

struct QueryTracks {
  /// Has only the tracks of the queries, with the window and time base of the run. A query is a
  /// group with its tracks; the group of queries[i] is groups[i], invalid if it has no rows. The
  /// property `slice_id` of an event is that of the run.
  std::shared_ptr<const Trace> trace;
  std::vector<TrackId> groups;
  std::vector<QueryTrackOutcome> outcomes;  ///< by query
};

/// Runs the queries on `trace`. A query that fails has an error in its outcome, and the others are
/// shown. Memory: at most kMostTrackRows events for each query. Errors: kCancelled; kInternal.
Result<QueryTracks> query_tracks(const std::shared_ptr<const Trace>& trace,
                                 std::span<const QueryTrack> queries, TaskControl& control);

/// The kinds by name, for files: "events", "counter".
std::string_view to_string(QueryTrackKind kind);
std::optional<QueryTrackKind> query_track_kind(std::string_view name);

}  // namespace nscope
