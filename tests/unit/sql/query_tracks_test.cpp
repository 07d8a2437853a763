#include "profiler/sql/query_tracks.h"

#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "profiler/trace/track_path.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope {
namespace {

/// Events "a" 10..30 and "b" 40..45 on one track, in picoseconds.
std::shared_ptr<const Trace> two_events() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000, .window_end = TraceTime(100'000)});
  const TrackId track = out.track({.name = "work", .kind = TrackKind::kOther});
  out.slice(track, out.intern("a"), TraceTime(10'000), TraceTime(20'000));
  out.slice(track, out.intern("b"), TraceTime(40'000), TraceTime(5'000));
  out.finish();
  return builder.finish();
}

QueryTracks tracks_of(const std::vector<QueryTrack>& queries) {
  TaskControl control;
  auto tracks = query_tracks(two_events(), queries, control);
  EXPECT_TRUE(tracks);
  return tracks ? *std::move(tracks) : QueryTracks();
}

/// "group / track: a 10000+20000", "group / track: 5000=1.5".
std::vector<std::string> contents(const Trace& trace) {
  std::vector<std::string> all;
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      all.push_back(fmt::format("{}: {} {}+{}", track_path(trace, track),
                                trace.text(track.slices.name[row]), track.slices.start[row],
                                track.slices.duration[row]));
    }
    for (std::size_t row = 0; row < track.counters.size(); ++row) {
      all.push_back(fmt::format("{}: {}={}", track_path(trace, track), track.counters.time[row],
                                track.counters.value[row]));
    }
  }
  return all;
}

using Lines = std::vector<std::string>;

TEST(QueryTracks, MakeEventsAndCountersOfRows) {
  const QueryTracks tracks = tracks_of(
      {{"Long",
        "SELECT start_ns AS ts, duration_ns AS dur, name, id AS slice_id FROM slice "
        "WHERE duration_ns > 10"},
       {"None",
        "SELECT start_ns AS ts, duration_ns AS dur, name FROM slice WHERE duration_ns > 90"},
       {"Sizes", "SELECT start_ns, duration_ns * 1.5 AS value, name AS track FROM slice",
        QueryTrackKind::kCounter}});
  EXPECT_EQ(contents(*tracks.trace),
            (Lines{"Long / Long: a 10000+20000", "Sizes / a: 10000=30", "Sizes / b: 40000=7.5"}));
  ASSERT_EQ(tracks.groups.size(), 3u);
  ASSERT_TRUE(tracks.groups[0].valid());
  EXPECT_EQ(tracks.trace->text(tracks.trace->track(tracks.groups[0]).name), "Long");
  EXPECT_FALSE(tracks.groups[1].valid());
  EXPECT_EQ(tracks.trace->text(tracks.trace->track(tracks.groups[2]).name), "Sizes");
  EXPECT_EQ(tracks.outcomes[2].shown, 2);
  EXPECT_EQ(tracks.trace->end(), TraceTime(100'000)) << "the time axis is that of the run";
  EXPECT_EQ(tracks.trace->arg_integer(SliceId(0), tracks.trace->strings().find("slice_id"), -1), 0);
}

TEST(QueryTracks, CountRowsThatCannotBeShown) {
  const QueryTracks tracks = tracks_of(
      {{"Rows",
        "SELECT 1 AS ts, -5 AS dur, 'x' AS name UNION ALL SELECT NULL, 1, 'y' UNION ALL "
        "SELECT 1e30, 1, 'z' UNION ALL SELECT 'text', 1, 'w' UNION ALL SELECT 3, 0, NULL"}});
  EXPECT_EQ(contents(*tracks.trace), (Lines{"Rows / Rows: (null) 3000+0"}));
  EXPECT_EQ(tracks.outcomes[0].dropped, 4);
  EXPECT_FALSE(tracks.outcomes[0].error);
}

TEST(QueryTracks, SayWhichColumnIsMissing) {
  const auto message = [](const char* sql, QueryTrackKind kind) {
    const QueryTracks tracks =
        tracks_of({{"T", sql, kind}, {"Good", "SELECT 1 AS ts, 1 AS dur, 'g' AS name"}});
    EXPECT_EQ(contents(*tracks.trace), (Lines{"Good / Good: g 1000+1000"})) << "others are shown";
    return tracks.outcomes[0].error ? tracks.outcomes[0].error->message.english() : std::string();
  };
  const auto has = [](const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
  };
  EXPECT_TRUE(has(message("SELECT 1 AS x", QueryTrackKind::kEvents), "'ts'"));
  EXPECT_TRUE(has(message("SELECT 1 AS ts", QueryTrackKind::kEvents), "'dur'"));
  EXPECT_TRUE(has(message("SELECT 1 AS ts, 2 AS dur", QueryTrackKind::kEvents), "'name'"));
  EXPECT_TRUE(has(message("SELECT 1 AS ts", QueryTrackKind::kCounter), "'value'"));
  EXPECT_TRUE(has(message("SELECT nothing", QueryTrackKind::kCounter), "nothing"));
  EXPECT_TRUE(has(message("SELECT 1 AS x WHERE 0", QueryTrackKind::kEvents), "'ts'"))
      << "also without rows";
}

TEST(QueryTracks, HaveKindsWithNames) {
  EXPECT_EQ(query_track_kind("counter"), QueryTrackKind::kCounter);
  EXPECT_EQ(query_track_kind("events"), QueryTrackKind::kEvents);
  EXPECT_FALSE(query_track_kind("other"));
}

}  // namespace
}  // namespace nscope
