#include "profiler/analysis/ranks/pipeline_bubbles.h"
#include "tests/unit/analysis/rank_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// Passes of two equal stages: forward 10 ns, backward 20 ns.
class PipelineRun : public RankRun {
 public:
  void pass(int stage, int microbatch, bool backward, std::int64_t begin) {
    const SliceId slice =
        out().slice(tracks().layers(8 * stage), out().intern(backward ? "backward" : "forward"),
                    at(begin), at(backward ? 20 : 10));
    arg(slice, key::kMicrobatch, microbatch);
    arg(slice, key::kStage, stage);
  }
  void passes(int stage, bool backward, const std::vector<std::int64_t>& begins) {
    for (std::size_t i = 0; i < begins.size(); ++i) {
      pass(stage, static_cast<int>(i), backward, begins[i]);
    }
  }
};

void expect_equal_stages(const Table& table) {
  ASSERT_EQ(table.row_count(), 3u);
  // (p - 1) / (m + p - 1) = 1 / 4 for two stages and three microbatches.
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_EQ(cell(table, row, "bubble_share"), Cell(0.25)) << row;
    EXPECT_EQ(cell(table, row, "ideal_share"), Cell(0.25)) << row;
  }
  EXPECT_EQ(text(table, 2, "stage"), "(all)");
  EXPECT_EQ(cell(table, 2, "busy_ns"), Cell(180.0));
  EXPECT_EQ(cell(table, 2, "bubble_ns"), Cell(60.0));
  EXPECT_EQ(cell(table, 0, "start_ns"), Cell(5.0));
  EXPECT_EQ(cell(table, 0, "duration_ns"), Cell(120.0));
  EXPECT_TRUE(table.notes().empty());
}

TEST(PipelineBubbles, EqualTheClosedFormOfGPipe) {
  PipelineRun run;
  run.passes(0, false, {5, 15, 25});
  run.passes(1, false, {15, 25, 35});
  run.passes(1, true, {45, 65, 85});
  run.passes(0, true, {65, 85, 105});
  const Table table = run.analyze("pipeline-bubbles");
  expect_equal_stages(table);
  EXPECT_EQ(cell(table, 0, "warm_up_ns"), Cell(0.0));
  EXPECT_EQ(cell(table, 0, "between_ns"), Cell(30.0));
  EXPECT_EQ(cell(table, 0, "drain_ns"), Cell(0.0));
  EXPECT_EQ(cell(table, 1, "warm_up_ns"), Cell(10.0));
  EXPECT_EQ(cell(table, 1, "between_ns"), Cell(0.0));
  EXPECT_EQ(cell(table, 1, "drain_ns"), Cell(20.0));
}

TEST(PipelineBubbles, PassesAtAnEdgeOfARangeCountWithThePartInside) {
  PipelineRun run;
  run.passes(0, false, {5, 15, 25});
  run.passes(1, false, {15, 25, 35});
  const Table table =
      run.analyze("pipeline-bubbles", {}, {.range = {{run.at(10), run.at(40)}}, .core = {}});
  EXPECT_EQ(cell(table, 0, "busy_ns"), Cell(25.0));
  EXPECT_EQ(cell(table, 1, "busy_ns"), Cell(25.0));
}

TEST(PipelineBubbles, EqualTheClosedFormOfOneForwardOneBackward) {
  PipelineRun run;
  run.passes(0, false, {5, 15, 65});
  run.passes(0, true, {45, 75, 105});
  run.passes(1, false, {15, 45, 75});
  run.passes(1, true, {25, 55, 85});
  const Table table = run.analyze("pipeline-bubbles");
  expect_equal_stages(table);
  EXPECT_EQ(cell(table, 0, "between_ns"), Cell(30.0));
  EXPECT_EQ(cell(table, 1, "drain_ns"), Cell(20.0));
}

TEST(PipelineBubbles, HaveAClosedForm) {
  EXPECT_EQ(ideal_bubble_share(1, 8, 1), 0.0);
  EXPECT_EQ(ideal_bubble_share(4, 8, 1), 3.0 / 11.0);
  EXPECT_EQ(ideal_bubble_share(4, 8, 2), 3.0 / 19.0);
}

TEST(PipelineBubbles, ReportMissingStages) {
  PipelineRun run;
  run.property(property::kPipelineStages, std::int64_t{4});
  run.passes(0, false, {0, 10});
  run.passes(0, true, {40});
  run.passes(3, false, {20, 30});
  const Table table = run.analyze("pipeline-bubbles");
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(text(table, 1, "stage"), "stage 3");
  EXPECT_EQ(text(table, 0, "ideal_share"), "passes missing");
  ASSERT_EQ(table.notes().size(), 1u);
  EXPECT_TRUE(has_note(table, "2 of 4 stages"));

  RankRun none;
  none.execution(0, 10);
  const Table empty = none.analyze("pipeline-bubbles");
  EXPECT_EQ(empty.row_count(), 0u);
  EXPECT_EQ(empty.notes().size(), 1u);
}

// The captures of several ranks in one run. Each has its own executions.
TEST(PipelineBubbles, UseMergedRunsAsStages) {
  RankRun run;
  run.property("parts", std::int64_t{2});
  for (const auto& [label, begin] : {std::pair("rank 0", 0), {"rank 1", 30}}) {
    const TrackId part = run.out().track({.name = label});
    const TrackId executions =
        run.out().track({.name = "Executions", .kind = TrackKind::kExecution, .parent = part});
    run.out().slice(executions, run.out().intern("step"), run.at(begin), run.at(50));
    run.out().slice(executions, run.out().intern("step"), run.at(begin + 60), run.at(10));
  }
  const Table table = run.analyze("pipeline-bubbles");
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(text(table, 0, "stage"), "rank 0");
  EXPECT_EQ(cell(table, 0, "busy_ns"), Cell(60.0));
  EXPECT_EQ(cell(table, 0, "between_ns"), Cell(10.0));
  EXPECT_EQ(cell(table, 0, "drain_ns"), Cell(30.0));
  EXPECT_EQ(cell(table, 1, "warm_up_ns"), Cell(30.0));
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 0, "ideal_share")));
  EXPECT_EQ(table.notes().size(), 1u);
}

}  // namespace
}  // namespace nscope::analysis
