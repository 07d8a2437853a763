#include "tests/unit/analysis/rank_run.h"

namespace nscope::analysis {
namespace {

// Three ranks: rank 1 arrives last twice, rank 2 once.
void three_ranks(RankRun& run) {
  const RankRun::Facts facts{.bytes = 100, .ranks = 3};
  const int starts[3][3] = {{0, 200, 400}, {30, 210, 400}, {10, 205, 450}};
  for (int core = 0; core < 3; ++core) {
    for (int i = 0; i < 3; ++i) {
      run.collective(core, "all_reduce", starts[core][i], 200 * i + 100, facts);
    }
  }
}

TEST(RankSkew, AddsUpWaitingTimeAndItsCauses) {
  RankRun run;
  three_ranks(run);
  const Table table = run.analyze("rank-skew");
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(text(table, 0, "rank"), "NeuronCore 0");
  const double waited[] = {30.0 + 10 + 50, 0.0 + 0 + 50, 20.0 + 5 + 0};
  const double caused[] = {0.0, (30 + 20) + (10 + 5), 50.0 + 50};
  const std::int64_t last[] = {0, 2, 1};
  const double lag[] = {0.0, (30.0 + 10 + 0) / 3, (10.0 + 5 + 50) / 3};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(cell(table, i, "collectives"), Cell(std::int64_t{3}));
    EXPECT_EQ(cell(table, i, "waited_ns"), Cell(waited[i]));
    EXPECT_EQ(cell(table, i, "caused_ns"), Cell(caused[i]));
    EXPECT_EQ(cell(table, i, "came_last"), Cell(last[i]));
    EXPECT_EQ(cell(table, i, "mean_lag_ns"), Cell(lag[i]));
    EXPECT_EQ(cell(table, i, "clock_offset_ns"), Cell(0.0));
    EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, i, "step_ns")));
  }
}

TEST(Stragglers, NamesTheLastRankOfEachCollective) {
  RankRun run;
  three_ranks(run);
  const Table table = run.analyze("stragglers");
  ASSERT_EQ(table.row_count(), 3u);
  EXPECT_EQ(cell(table, 0, "start_ns"), Cell(400.0));
  EXPECT_EQ(cell(table, 0, "duration_ns"), Cell(100.0));
  EXPECT_EQ(cell(table, 0, "spread_ns"), Cell(50.0));
  EXPECT_EQ(cell(table, 0, "waited_ns"), Cell(100.0));
  EXPECT_EQ(text(table, 0, "last"), "NeuronCore 2");
  EXPECT_EQ(cell(table, 0, "ranks_shown"), Cell(std::int64_t{3}));
  EXPECT_EQ(text(table, 1, "last"), "NeuronCore 1");
  EXPECT_EQ(cell(table, 1, "waited_ns"), Cell(50.0));
  const Table wide = run.analyze("stragglers", {{"shortest_spread", 40.0}, {"rows", 1.0}});
  ASSERT_EQ(wide.row_count(), 1u);
  ASSERT_EQ(wide.notes().size(), 1u);
  EXPECT_TRUE(has_note(wide, "2 collectives whose ranks arrive within 'shortest_spread'"));
}

// A clock that is 1,000 ns ahead looks like a late rank unless it is corrected.
TEST(RankSkew, CorrectsClocksByTheEndsOfCollectives) {
  RankRun run;
  const RankRun::Facts facts{.bytes = 100, .ranks = 2};
  for (int i = 0; i < 3; ++i) {
    run.collective(0, "AllGather", 100 * i + 20, 100 * i + 60, facts);
    run.collective(1, "AllGather", 1000 + 100 * i, 1000 + 100 * i + 60, facts);
  }
  const Table recorded = run.analyze("rank-skew");
  EXPECT_EQ(cell(recorded, 0, "waited_ns"), Cell(3 * 980.0));
  EXPECT_EQ(cell(recorded, 1, "clock_offset_ns"), Cell(1000.0));
  const Table corrected = run.analyze("rank-skew", {{"clocks", 1.0}});
  EXPECT_EQ(cell(corrected, 0, "waited_ns"), Cell(0.0));
  EXPECT_EQ(cell(corrected, 1, "waited_ns"), Cell(60.0));
  EXPECT_EQ(cell(corrected, 0, "came_last"), Cell(std::int64_t{3}));
}

TEST(RankSkew, MatchesByTimeIfEventsAreMissing) {
  RankRun run;
  const RankRun::Facts facts{.bytes = 100, .ranks = 2};
  for (int i = 0; i < 4; ++i) run.collective(0, "AllGather", 100 * i, 100 * i + 60, facts);
  for (const int i : {0, 2, 3}) run.collective(1, "AllGather", 100 * i + 5, 100 * i + 60, facts);
  run.collective(0, "AllReduce", 500, 510, facts);  // only on one rank
  const Table table = run.analyze("rank-skew");
  EXPECT_EQ(cell(table, 0, "collectives"), Cell(std::int64_t{3}));
  EXPECT_EQ(cell(table, 0, "waited_ns"), Cell(15.0));
  ASSERT_EQ(table.notes().size(), 2u);
  EXPECT_TRUE(has_note(table, "2 collectives that were recorded on only one rank"));
  EXPECT_TRUE(has_note(table, "3 collectives were matched by time"));
}

TEST(RankSkew, KeepsGroupsApartAndDoesNotGuess) {
  RankRun run;
  run.collective(0, "AllReduce", 0, 50, {.bytes = 8, .ranks = 2, .group = "stage 0"});
  run.collective(1, "AllReduce", 40, 90, {.bytes = 8, .ranks = 2, .group = "stage 1"});
  // Three devices have collectives of two ranks: the groups cannot be told apart.
  for (int core = 0; core < 3; ++core) {
    run.collective(core, "AllGather", 100 + core, 150, {.bytes = 8, .ranks = 2});
  }
  const Table table = run.analyze("rank-skew");
  for (std::size_t i = 0; i < table.row_count(); ++i) {
    EXPECT_EQ(cell(table, i, "collectives"), Cell(std::int64_t{0}));
  }
  ASSERT_EQ(table.notes().size(), 2u);
  EXPECT_TRUE(has_note(table, "2 collectives that were recorded on only one rank"));
}

TEST(RankSkew, NeedsSeveralRanks) {
  RankRun run;
  run.collective(0, "AllReduce", 0, 50, {});
  for (const std::string_view id : {"rank-skew", "stragglers"}) {
    const Table table = run.analyze(id);
    EXPECT_EQ(table.row_count(), 0u);
    EXPECT_TRUE(has_note(table, "only one rank"));
  }
}

}  // namespace
}  // namespace nscope::analysis
