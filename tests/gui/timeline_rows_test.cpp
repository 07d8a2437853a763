#include "app/gui/timeline/model/timeline_rows.h"

#include "tests/gui/run_fixtures.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

std::string describe(const TimelineRows& rows) {
  std::string text;
  for (const TimelineRow& row : rows.rows()) {
    text += fmt::format("{:>4} {:>2} {}{}{}{}\n", row.top, row.height,
                        std::string(static_cast<std::size_t>(row.level) * 2, ' '),
                        row.kind == RowKind::kGroup ? (row.collapsed ? "> " : "v ") : "", row.title,
                        row.caption.empty() ? "" : " | " + row.caption);
  }
  return text;
}

TEST(TimelineRows, LayOutGroupsAndCloseSemaphores) {
  const TimelineRows rows(make_run());
  EXPECT_EQ(describe(rows),
            "   0 22 v NeuronCore 0\n"
            "  22 23   TensorE\n"
            "  45 23   VectorE\n"
            "  68 22 v DMA queues | core 0 · 1\n"
            "  90 18   Q3-E64\n"
            " 108 22 v Memory | core 0\n"
            " 130 38   SBUF\n"
            " 168 22 > Semaphores | core 0\n");
  EXPECT_EQ(rows.height(), 190);
}

TEST(TimelineRows, ClosingMovesTheRowsBelow) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const TrackId core = track_named(*trace, "NeuronCore 0")->id;
  const TrackId tensor = track_named(*trace, "TensorE")->id;
  rows.set_collapsed(core, true);
  EXPECT_EQ(rows.row_of(tensor)->track, core) << "the closed group stands for its rows";
  EXPECT_EQ(rows.rows()[1].top, 22);
  rows.reveal(tensor);
  EXPECT_EQ(rows.row_of(tensor)->track, tensor);
}

TEST(TimelineRows, FindsRowsByPosition) {
  const TimelineRows rows(make_run());
  EXPECT_EQ(rows.at(-1), nullptr);
  EXPECT_EQ(rows.at(0)->title, "NeuronCore 0");
  EXPECT_EQ(rows.at(44)->title, "TensorE");
  EXPECT_EQ(rows.at(45)->title, "VectorE");
  EXPECT_EQ(rows.at(rows.height()), nullptr);
  EXPECT_EQ(rows.first_below(45), 2u);
}

TEST(TimelineRows, ListSliceTracksOfAGroup) {
  const auto trace = make_run();
  const TimelineRows rows(trace);
  EXPECT_EQ(rows.slice_tracks_below(track_named(*trace, "NeuronCore 0")->id).size(), 2u);
  EXPECT_TRUE(rows.slice_tracks_below(track_named(*trace, "Memory (core 0)")->id).empty());
}

TEST(TimelineRows, OverlappingEventsGetLanes) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  const auto engine = tracks.engine(0, Engine::kTensor);
  out.slice(engine, out.intern("A"), TraceTime(0), TraceTime(100));
  out.slice(engine, out.intern("B"), TraceTime(50), TraceTime(100));
  out.slice(engine, out.intern("C"), TraceTime(60), TraceTime(100));
  out.finish();
  const TimelineRows rows(builder.finish());
  ASSERT_EQ(rows.rows().size(), 2u);
  EXPECT_EQ(rows.rows()[1].lanes, 3);
  EXPECT_EQ(rows.rows()[1].height, 42) << "lanes are high enough for names";
}

TEST(TimelineRows, TheAcceleratorLeads) {
  TraceBuilder builder;
  TraceWriter out(builder);
  std::int32_t order = 0;
  const auto group = [&](const char* name, TrackId parent = {}) {
    return out.track({.name = name, .kind = TrackKind::kGroup, .parent = parent, .order = order++});
  };
  const auto track = [&](const char* name, TrackKind kind, TrackId parent) {
    const TrackId id = out.track({.name = name, .kind = kind, .parent = parent, .order = order++});
    out.slice(id, out.intern("work"), TraceTime(0), TraceTime(10));
    return id;
  };
  track("Executions", TrackKind::kExecution, {});
  track("State of the profiler", TrackKind::kOther, group("Spans"));
  const TrackId machine = group("Machine");
  track("worker", TrackKind::kHost, group("Threads", machine));
  const TrackId device = group("Device", machine);
  track("launcher", TrackKind::kHost, device);
  track("stream 3", TrackKind::kEngine, device);
  track("marks", TrackKind::kLayer, device);
  out.finish();
  const TimelineRows rows(builder.finish());
  std::string titles;
  for (const TimelineRow& row : rows.rows()) titles += row.title + "; ";
  EXPECT_EQ(titles,
            "Executions; Machine; Device; stream 3; marks; launcher; Threads; worker; Spans; "
            "State of the profiler; ");
}

TEST(TimelineRows, ARunWithoutAnAcceleratorKeepsItsOrder) {
  TraceBuilder builder;
  TraceWriter out(builder);
  for (const char* name : {"b", "a"}) {
    const TrackId process = out.track({.name = name, .kind = TrackKind::kGroup, .order = 0});
    const TrackId thread =
        out.track({.name = "thread", .kind = TrackKind::kHost, .parent = process});
    out.slice(thread, out.intern("call"), TraceTime(0), TraceTime(10));
  }
  out.finish();
  const auto trace = builder.finish();
  const TimelineRows rows(trace);
  ASSERT_EQ(rows.rows().size(), 4U);
  EXPECT_EQ(rows.rows()[0].track, trace->tracks()[0].id);
}

TEST(TimelineRows, TitlesAreCutWhereTheyDifferFromTheirSiblings) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId process = out.track({.name = "worker 17", .kind = TrackKind::kGroup});
  for (const char* name : {"run-loop-7, thread 41", "run-loop-7, thread 42"}) {
    const TrackId thread = out.track({.name = name, .kind = TrackKind::kHost, .parent = process});
    out.slice(thread, out.intern("call"), TraceTime(0), TraceTime(10));
  }
  out.finish();
  const TimelineRows rows(builder.finish());
  ASSERT_EQ(rows.rows().size(), 3U);
  EXPECT_EQ(rows.rows()[0].difference, 0) << "it has no sibling";
  EXPECT_EQ(rows.rows()[1].difference, 19) << "the number, not its last digit";
  EXPECT_EQ(rows.rows()[2].difference, 19);
}

TEST(TimelineRows, PinnedRowsStandOnTop) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const TrackId vector = track_named(*trace, "VectorE")->id;
  const TrackId sbuf = track_named(*trace, "SBUF")->id;
  rows.set_pinned(vector, true);
  rows.set_pinned(sbuf, true);
  EXPECT_EQ(describe(rows),
            "   0 23 VectorE · 0\n"
            "  23 38 SBUF · 0\n"
            "  61 22 v NeuronCore 0\n"
            "  83 23   TensorE\n"
            " 106 22 v DMA queues | core 0 · 1\n"
            " 128 18   Q3-E64\n"
            " 146 22 v Memory | core 0\n"
            " 168 22 > Semaphores | core 0\n");
  EXPECT_EQ(rows.sticky_height(1000), 61);
  EXPECT_EQ(rows.sticky_height(60), 23) << "what does not fit scrolls";
  rows.set_collapsed(track_named(*trace, "NeuronCore 0")->id, true);
  EXPECT_EQ(rows.row_of(vector)->track, vector) << "a closed group does not hide it";
  rows.move(sbuf, vector);
  EXPECT_EQ(rows.rows().front().track, sbuf);
  rows.set_pinned(sbuf, false);
  EXPECT_EQ(rows.sticky_height(1000), 23);
}

TEST(TimelineRows, HeadersOfOpenGroupsStay) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const std::string text = describe(rows);
  const auto titles = [&](int y) {
    std::string found;
    for (const std::size_t header : rows.stuck_headers(y)) found += rows.rows()[header].title + ";";
    return found;
  };
  const TimelineRow& core = rows.rows().front();
  ASSERT_EQ(core.kind, RowKind::kGroup) << text;
  EXPECT_EQ(titles(0), "") << "the header is visible";
  EXPECT_EQ(titles(1), "NeuronCore 0;") << text;
  const TimelineRow& ring = *rows.row_of(track_named(*trace, "Q3-E64")->id);
  EXPECT_EQ(rows.header_height(ring), 22) << text;
  EXPECT_EQ(titles(ring.top - 22 + 1), "DMA queues;") << text;
  EXPECT_EQ(titles(ring.top - 22 - 21), "") << "the header gives way to the next one: " << text;
  EXPECT_EQ(titles(rows.height() - 1), "") << text;
  rows.set_collapsed(core.track, true);
  EXPECT_EQ(titles(1), "");
}

TEST(TimelineRows, HiddenRowsComeBack) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const TrackId vector = track_named(*trace, "VectorE")->id;
  const int height = rows.height();
  rows.set_hidden(vector, true);
  EXPECT_EQ(rows.row_of(vector), nullptr);
  EXPECT_EQ(rows.height(), height - 23);
  rows.reveal(vector);
  EXPECT_NE(rows.row_of(vector), nullptr) << "what is searched for is shown";
  rows.set_hidden(track_named(*trace, "NeuronCore 0")->id, true);
  EXPECT_EQ(rows.row_of(vector), nullptr) << "a hidden group hides its rows";
  rows.show_all();
  EXPECT_EQ(rows.height(), height);
}

TEST(TimelineRows, FilterFindsWordsOfThePath) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  rows.set_filter(QStringLiteral("core 0 VECTOR"));
  EXPECT_EQ(describe(rows), "   0 22 v NeuronCore 0\n  22 23   VectorE\n");
  rows.set_filter(QStringLiteral("semaphores"));
  ASSERT_EQ(rows.rows().size(), 2u) << "what matches is shown although its group is closed";
  EXPECT_EQ(rows.rows()[1].level, 1);
  rows.set_filter(QStringLiteral("nothing is called so"));
  EXPECT_EQ(rows.height(), 0);
  rows.reveal(track_named(*trace, "TensorE")->id);
  EXPECT_EQ(rows.height(), 190);
}

TEST(TimelineRows, MoveAmongTheirSiblings) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const TrackId tensor = track_named(*trace, "TensorE")->id;
  const TrackId vector = track_named(*trace, "VectorE")->id;
  const TrackId core = track_named(*trace, "NeuronCore 0")->id;
  rows.move_by(tensor, 1);
  EXPECT_EQ(rows.rows()[1].track, vector);
  EXPECT_EQ(rows.rows()[2].track, tensor);
  rows.move_by(tensor, 1);
  EXPECT_EQ(rows.rows()[2].track, tensor) << "the last stays";
  rows.move(tensor, vector);
  EXPECT_EQ(rows.rows()[1].track, tensor);
  EXPECT_FALSE(rows.can_move(tensor, core)) << "not out of its group";
  rows.move(tensor, core);
  EXPECT_EQ(rows.rows()[1].track, tensor);
  rows.move(core, TrackId());
  EXPECT_EQ(rows.rows().front().title, "DMA queues");
  EXPECT_EQ(rows.rows().back().track, vector) << "a group takes its rows along";
}

TEST(TimelineRows, HeightsAreBounded) {
  const auto trace = make_run();
  TimelineRows rows(trace);
  const TrackId tensor = track_named(*trace, "TensorE")->id;
  rows.set_height(tensor, 60);
  EXPECT_EQ(rows.row_of(tensor)->height, 60);
  EXPECT_EQ(rows.rows()[2].top, 82);
  rows.set_height(tensor, 1);
  EXPECT_EQ(rows.row_of(tensor)->height, kLeastRowHeight);
  rows.set_height(tensor, 1'000'000);
  EXPECT_EQ(rows.row_of(tensor)->height, kMostRowHeight);
  rows.set_height(tensor, std::nullopt);
  EXPECT_EQ(rows.row_of(tensor)->height, 23);
}

TrackArrangement arranged(const Trace& trace) {
  TrackArrangement all;
  all.collapsed = {track_named(trace, "Memory (core 0)")->id};
  all.hidden = {track_named(trace, "TensorE")->id};
  all.pinned = {track_named(trace, "SBUF")->id, track_named(trace, "VectorE")->id};
  const TrackId core = track_named(trace, "NeuronCore 0")->id;
  all.order[core] = {track_named(trace, "VectorE")->id, track_named(trace, "TensorE")->id};
  all.heights[track_named(trace, "VectorE")->id] = 44;
  all.counters[track_named(trace, "SBUF")->id] = CounterStyle::kLine;
  all.filter = QStringLiteral("core");
  return all;
}

TEST(TrackArrangement, IsSavedByNameAndRestored) {
  const auto trace = make_run();
  const TrackArrangement all = arranged(*trace);
  const QByteArray saved = save_arrangement(all, *trace);
  EXPECT_TRUE(saved.contains("VectorE")) << saved.toStdString();
  const auto loaded = load_arrangement(saved, *trace);
  ASSERT_TRUE(loaded.has_value()) << to_string(loaded.error());
  EXPECT_EQ(*loaded, all);
  TimelineRows rows(trace);
  rows.set_arrangement(*loaded);
  EXPECT_EQ(rows.arrangement(), all);
  EXPECT_EQ(rows.rows().front().title, "SBUF · 0");
  EXPECT_EQ(rows.rows().front().counter, CounterStyle::kLine);
}

TEST(TrackArrangement, FitsARunWithOtherTracks) {
  const auto trace = make_run();
  const QByteArray saved = save_arrangement(arranged(*trace), *trace);
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.slice(tracks.engine(0, Engine::kVector), out.intern("A"), TraceTime(0), TraceTime(1));
  out.slice(tracks.engine(0, Engine::kScalar), out.intern("A"), TraceTime(0), TraceTime(1));
  out.finish();
  const auto other = builder.finish();
  const auto loaded = load_arrangement(saved, *other);
  ASSERT_TRUE(loaded.has_value());
  EXPECT_EQ(loaded->pinned, std::vector{track_named(*other, "VectorE")->id});
  TimelineRows rows(other);
  rows.set_arrangement(*loaded);
  EXPECT_NE(rows.row_of(track_named(*other, "ScalarE")->id), nullptr)
      << "a track that the saved order does not know comes last";
}

TEST(TrackArrangement, BadTextIsAnError) {
  const auto trace = make_run();
  for (const char* bad : {"", "[", "[]", "{}", "{\"pinned\": 3}", "null"}) {
    const auto loaded = load_arrangement(bad, *trace);
    ASSERT_FALSE(loaded.has_value()) << bad;
    EXPECT_EQ(loaded.error().code, ErrorCode::kBadInput) << bad;
  }
}

}  // namespace
}  // namespace nscope::gui
