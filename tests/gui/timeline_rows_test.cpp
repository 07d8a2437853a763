#include "app/gui/timeline/timeline_rows.h"

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
            "  90 17   Q3-E64\n"
            " 107 22 v Memory | core 0\n"
            " 129 38   SBUF\n"
            " 167 22 > Semaphores | core 0\n");
  EXPECT_EQ(rows.height(), 189);
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
  EXPECT_EQ(rows.rows()[1].height, 33);
}

}  // namespace
}  // namespace nscope::gui
