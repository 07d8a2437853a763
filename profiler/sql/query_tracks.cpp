#include "profiler/sql/query_tracks.h"

#include "profiler/sql/sql_session.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace nscope {
namespace {

constexpr std::array<std::string_view, 2> kTimeColumns{"ts", "start_ns"};
constexpr std::array<std::string_view, 2> kDurationColumns{"dur", "duration_ns"};
constexpr std::array<std::string_view, 1> kNameColumns{"name"};
constexpr std::array<std::string_view, 1> kValueColumns{"value"};
constexpr std::array<std::string_view, 1> kTrackColumns{"track"};
constexpr std::array<std::string_view, 1> kSliceColumns{"slice_id"};
/// Tracks of one query; rows of further ones are dropped.
constexpr std::size_t kMostQueryTracks = 200;

std::optional<std::size_t> column_of(std::span<const std::string> columns,
                                     std::span<const std::string_view> names) {
  for (const std::string_view name : names) {
    const auto at = std::find(columns.begin(), columns.end(), name);
    if (at != columns.end()) return static_cast<std::size_t>(at - columns.begin());
  }
  return std::nullopt;
}

std::optional<double> finite_number(const SqlValue& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return static_cast<double>(*whole);
  const auto* real = std::get_if<double>(&value);
  return real != nullptr && std::isfinite(*real) ? std::optional(*real) : std::nullopt;
}

std::string words_of(const SqlValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value)) return std::string(*text);
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
  if (const auto* real = std::get_if<double>(&value)) return std::to_string(*real);
  return "(null)";
}

/// Writes the rows of one query.
class QueryWriter {
 public:
  QueryWriter(const Trace& of, const QueryTrack& query, TraceWriter& out)
      : of_(of), query_(query), out_(out) {}

  Result<> begin(std::span<const std::string> columns) {
    if (auto ok = check_track_columns(columns, query_.kind); !ok) return ok;
    const bool events = query_.kind == QueryTrackKind::kEvents;
    time_ = *column_of(columns, kTimeColumns);
    if (events) duration_ = *column_of(columns, kDurationColumns);
    text_ = events ? *column_of(columns, kNameColumns) : *column_of(columns, kValueColumns);
    track_ = column_of(columns, kTrackColumns);
    slice_ = column_of(columns, kSliceColumns);
    return {};
  }

  void row(std::span<const SqlValue> row) {
    const auto time = tick(row[time_]);
    if (query_.kind == QueryTrackKind::kCounter) {
      const auto value = finite_number(row[text_]);
      const auto track = time && value ? track_of(row) : std::nullopt;
      if (!track) return drop();
      out_.counter(*track, TraceTime(*time), *value);
    } else {
      const auto length = tick(row[duration_]);
      const auto track = time && length && *length >= 0 ? track_of(row) : std::nullopt;
      std::int64_t end = 0;
      if (!track || __builtin_add_overflow(*time, *length, &end)) return drop();
      const SliceId slice = out_.slice(*track, out_.intern(words_of(row[text_])), TraceTime(*time),
                                       TraceTime(*length));
      if (slice_) {
        if (const auto* id = std::get_if<std::int64_t>(&row[*slice_])) {
          out_.arg(slice, out_.intern("slice_id"), *id);
        }
      }
    }
    ++outcome_.shown;
  }

  QueryTrackOutcome& outcome() { return outcome_; }

 private:
  void drop() { ++outcome_.dropped; }

  /// Ticks of a time in ns; nullopt if it is not a number or not on a time axis.
  std::optional<std::int64_t> tick(const SqlValue& value) const {
    constexpr double kMost = 4e18;
    const auto ns = finite_number(value);
    if (!ns) return std::nullopt;
    const double ticks = *ns * static_cast<double>(of_.time_base().ticks_per_ns);
    if (!(std::abs(ticks) < kMost)) return std::nullopt;
    return static_cast<std::int64_t>(std::llround(ticks));
  }

  std::optional<TrackId> track_of(std::span<const SqlValue> row) {
    const std::string name = track_ ? words_of(row[*track_]) : query_.title;
    const auto known = tracks_.find(name);
    if (known != tracks_.end()) return known->second;
    if (tracks_.size() == kMostQueryTracks) return std::nullopt;
    if (!group_.valid()) group_ = out_.track({.name = query_.title});
    const bool events = query_.kind == QueryTrackKind::kEvents;
    const TrackId made = out_.track(
        {.name = name, .kind = events ? TrackKind::kOther : TrackKind::kCounter, .parent = group_});
    return tracks_.emplace(name, made).first->second;
  }

  const Trace& of_;
  const QueryTrack& query_;
  TraceWriter& out_;
  std::size_t time_ = 0;
  std::size_t duration_ = 0;
  std::size_t text_ = 0;  ///< name, or value of a counter
  std::optional<std::size_t> track_;
  std::optional<std::size_t> slice_;
  TrackId group_;
  std::map<std::string, TrackId> tracks_;
  QueryTrackOutcome outcome_;
};

Result<QueryTrackOutcome> write_query(const std::shared_ptr<const Trace>& trace,
                                      const QueryTrack& query, TraceWriter& out,
                                      TaskControl& control) {
  const auto metrics = trace->metrics();
  auto session = SqlSession::open(trace, {metrics.begin(), metrics.end()});
  if (!session) return fail(session.error());
  QueryWriter writer(*trace, query, out);
  std::optional<Error> unfit;
  const SqlReader reader{.begin =
                             [&](std::span<const std::string> columns) {
                               if (auto ok = writer.begin(columns); !ok) unfit = ok.error();
                             },
                         .row = [&](std::span<const SqlValue> row) -> Result<> {
                           if (unfit) return fail(*unfit);
                           writer.row(row);
                           return {};
                         }};
  const auto done = session->run(query.sql, {}, {.rows = kMostTrackRows}, reader, control);
  if (!done && done.error().code == ErrorCode::kCancelled) return fail(done.error());
  if (!done) {
    writer.outcome().error = done.error();
  } else {
    writer.outcome().error = unfit;
    writer.outcome().more = done->more;
  }
  return writer.outcome();
}

}  // namespace

Result<> check_track_columns(std::span<const std::string> columns, QueryTrackKind kind) {
  if (!column_of(columns, kTimeColumns)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a track needs the time of each row in ns: name a column 'ts' or 'start_ns'"));
  }
  if (kind == QueryTrackKind::kCounter) {
    if (column_of(columns, kValueColumns)) return {};
    return fail(ErrorCode::kInvalidArgument, tr("a counter needs numbers: name a column 'value'"));
  }
  if (!column_of(columns, kDurationColumns)) {
    return fail(ErrorCode::kInvalidArgument, tr("a track of events needs their durations in ns: "
                                                "name a column 'dur' or 'duration_ns'"));
  }
  if (!column_of(columns, kNameColumns)) {
    return fail(ErrorCode::kInvalidArgument,
                tr("a track of events needs their names: name a column 'name'"));
  }
  return {};
}

Result<QueryTracks> query_tracks(const std::shared_ptr<const Trace>& trace,
                                 std::span<const QueryTrack> queries, TaskControl& control) {
  QueryTracks tracks;
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = trace->time_base().ticks_per_ns,
                 .window_begin = trace->begin(),
                 .window_end = trace->end()});
  control.begin(phrase("Running queries"), queries.size());
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const auto outcome = write_query(trace, queries[i], out, control);
    if (!outcome) return fail(outcome.error());
    tracks.outcomes.push_back(*outcome);
    control.advance_to(i + 1);
  }
  out.finish();
  tracks.trace = builder.finish();
  // The builder gives tracks new numbers, and keeps the order of groups.
  auto group = tracks.trace->tracks().begin();
  for (const QueryTrackOutcome& outcome : tracks.outcomes) {
    tracks.groups.emplace_back();
    if (outcome.shown == 0) continue;
    group = std::find_if(group, tracks.trace->tracks().end(),
                         [](const Track& track) { return !track.parent.valid(); });
    if (group == tracks.trace->tracks().end()) break;
    tracks.groups.back() = group->id;
    ++group;
  }
  return tracks;
}

std::string_view to_string(QueryTrackKind kind) {
  return kind == QueryTrackKind::kEvents ? "events" : "counter";
}

std::optional<QueryTrackKind> query_track_kind(std::string_view name) {
  for (const auto kind : {QueryTrackKind::kEvents, QueryTrackKind::kCounter}) {
    if (name == to_string(kind)) return kind;
  }
  return std::nullopt;
}

}  // namespace nscope
