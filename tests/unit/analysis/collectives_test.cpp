#include "profiler/analysis/ranks/collectives.h"

#include "profiler/analysis/definition/analysis.h"
#include "tests/unit/analysis/rank_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(CollectiveName, KnowsTheNamesOfLibraries) {
  for (const std::string_view name :
       {"AllReduce", "all_reduce", "allr", "ncclDevKernel_AllReduce_Sum_f32_RING_LL(x)"}) {
    EXPECT_EQ(collective_op(name), CollectiveOp::kAllReduce) << name;
  }
  EXPECT_EQ(collective_op("_allgather_base"), CollectiveOp::kAllGather);
  EXPECT_EQ(collective_op("redsct"), CollectiveOp::kReduceScatter);
  EXPECT_EQ(collective_op("_reduce_scatter_base"), CollectiveOp::kReduceScatter);
  EXPECT_EQ(collective_op("ncclKernel_Reduce_RING"), CollectiveOp::kReduce);
  EXPECT_EQ(collective_op("ncclKernel_SendRecv_RING_SIMPLE"), CollectiveOp::kSendRecv);
  EXPECT_EQ(collective_op("sched"), CollectiveOp::kOther);
  EXPECT_TRUE(ends_together(CollectiveOp::kBarrier));
  EXPECT_FALSE(ends_together(CollectiveOp::kBroadcast));
}

// nccl-tests, doc/PERFORMANCE.md, for 8 ranks.
TEST(Collectives, BusBandwidthFollowsNcclTests) {
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kAllReduce, 8), 1.75);
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kAllGather, 8), 0.875);
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kReduceScatter, 8), 0.875);
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kAllToAll, 8), 0.875);
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kSendRecv, 8), 1.0);
  EXPECT_EQ(bus_bandwidth_factor(CollectiveOp::kBroadcast, 2), 1.0);
  EXPECT_FALSE(bus_bandwidth_factor(CollectiveOp::kAllReduce, 1));
  EXPECT_FALSE(bus_bandwidth_factor(CollectiveOp::kBarrier, 8));
}

TEST(Collectives, SplitsTimeIntoOverlappedAndExposed) {
  RankRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 150);
  run.instruction(0, Engine::kVector, "TENSOR_TENSOR", 120, 160);
  run.instruction(0, Engine::kScalar, "EVENT_SEMAPHORE", 160, 300);  // waits, does not work
  run.collective(0, "all_reduce", 100, 200, {.bytes = 4000, .ranks = 4});
  run.collective(0, "all_reduce", 200, 500, {.bytes = 4000, .ranks = 4});
  const Table table = run.analyze("collectives");
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(text(table, 0, "operation"), "all-reduce");
  EXPECT_EQ(cell(table, 0, "bytes"), Cell(std::int64_t{4000}));
  EXPECT_EQ(cell(table, 0, "ranks"), Cell(std::int64_t{4}));
  EXPECT_EQ(cell(table, 0, "count"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(400.0));
  EXPECT_EQ(cell(table, 0, "mean_ns"), Cell(200.0));
  EXPECT_EQ(cell(table, 0, "longest_ns"), Cell(300.0));
  // 8,000 B in 400 ns; all-reduce of 4 ranks: x 1.5.
  EXPECT_EQ(cell(table, 0, "algorithm_bandwidth"), Cell(2e10));
  EXPECT_EQ(cell(table, 0, "bus_bandwidth"), Cell(3e10));
  // An engine works for 60 of the first 100 ns.
  EXPECT_EQ(cell(table, 0, "exposed_ns"), Cell(340.0));
  EXPECT_EQ(cell(table, 0, "exposed_share"), Cell(0.85));
  EXPECT_EQ(cell(table, 0, "slice_id"), Cell(run.id_at("Collectives", 200)));
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 0, "outliers")));
}

TEST(Collectives, CountsOutliersOfEnoughEvents) {
  RankRun run;
  for (int i = 0; i < 6; ++i) {
    run.collective(0, "AllGather", 100 * i, 100 * i + (i == 3 ? 90 : 30), {});
  }
  const Table table = run.analyze("collectives");
  EXPECT_EQ(cell(table, 0, "outliers"), Cell(std::int64_t{1}));
  EXPECT_EQ(cell(table, 0, "median_ns"), Cell(30.0));
  const Table strict = run.analyze("collectives", {{"outlier_ratio", 4.0}});
  EXPECT_EQ(cell(strict, 0, "outliers"), Cell(std::int64_t{0}));
  // Bytes, ranks and compute are unknown, so the cells have no numbers.
  for (const std::string_view id : {"bytes", "ranks", "algorithm", "group", "algorithm_bandwidth",
                                    "bus_bandwidth", "exposed_ns", "exposed_share"}) {
    EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 0, id))) << id;
  }
}

// A GPU has no core. PyTorch states the number of elements and their type.
TEST(Collectives, ReadsPropertiesOfKineto) {
  RankRun run;
  const TrackId gpu = run.out().track({.name = "GPU 0"});
  const TrackId stream = run.out().track({.name = "stream 7",
                                          .kind = TrackKind::kEngine,
                                          .parent = gpu,
                                          .slice_kind = SliceKind::kOperator});
  const TrackId nccl = run.out().track({.name = "stream 9 collectives",
                                        .kind = TrackKind::kCollective,
                                        .parent = gpu,
                                        .slice_kind = SliceKind::kCollective});
  run.out().slice(stream, run.out().intern("gemm"), run.at(0), run.at(50));
  const SliceId slice = run.out().slice(nccl, run.out().intern("ncclDevKernel_AllGather_RING_LL"),
                                        run.at(0), run.at(100));
  run.arg(slice, "Collective name", "_allgather_base");
  run.arg(slice, "In msg nelems", 1000);
  run.arg(slice, "Out msg nelems", 8000);
  run.arg(slice, "dtype", "BFloat16");
  run.arg(slice, "Group size", 8);
  run.arg(slice, "Process Group Name", "3");
  const Table table = run.analyze("collectives");
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(text(table, 0, "operation"), "all-gather");
  EXPECT_EQ(cell(table, 0, "bytes"), Cell(std::int64_t{16000}));
  EXPECT_EQ(text(table, 0, "group"), "3");
  EXPECT_EQ(cell(table, 0, "algorithm_bandwidth"), Cell(1.6e11));
  EXPECT_EQ(cell(table, 0, "bus_bandwidth"), Cell(1.4e11));
  EXPECT_EQ(cell(table, 0, "exposed_ns"), Cell(50.0));
}

// A simulation of one collective writes its steps; one of a decode step merges many collectives.
TEST(Collectives, JoinStepsAndSeparateMergedEvents) {
  RankRun run;
  for (int step = 0; step < 3; ++step) {
    const SliceId slice =
        run.collective(0, "ring", 100 * step, 100 * step + 80, {.bytes = 10, .ranks = 4});
    run.arg(slice, key::kOpcode, "all_reduce");
    run.arg(slice, key::kMessageBytes, 28000);
  }
  run.arg(run.collective(0, "decode", 400, 450, {.bytes = 99, .ranks = 4}), "count", 7);
  const Table table = run.analyze("collectives");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(cell(table, 0, "bytes"), Cell(std::int64_t{28000}));
  EXPECT_EQ(cell(table, 0, "count"), Cell(std::int64_t{1}));
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(280.0));
  EXPECT_EQ(cell(table, 0, "algorithm_bandwidth"), Cell(1e11));
  EXPECT_EQ(text(table, 1, "operation"), "several (decode)");
  EXPECT_EQ(cell(table, 1, "count"), Cell(std::int64_t{7}));
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 1, "bytes")));
  EXPECT_TRUE(std::holds_alternative<Missing>(cell(table, 1, "algorithm_bandwidth")));
  EXPECT_EQ(text(table, 1, "exposed_ns"), "merged event");
  EXPECT_EQ(table.notes().size(), 1u);
}

TEST(Collectives, ReportsMissingAndExcludedEvents) {
  RankRun none;
  none.instruction(0, Engine::kTensor, "MATMUL", 0, 150);
  const Table empty = none.analyze("collectives");
  EXPECT_EQ(empty.row_count(), 0u);
  ASSERT_EQ(empty.notes().size(), 1u);
  EXPECT_TRUE(has_note(empty, "no collectives"));

  RankRun run;
  run.execution(0, 100);
  run.collective(0, "AllGather", 10, 20, {.bytes = 1});
  run.collective(0, "AllReduce", 10, 60, {.bytes = 1});
  run.collective(0, "AllReduce", 90, 110, {.bytes = 1});  // ends outside
  const Table table = run.analyze("collectives", {{"rows", 1.0}});
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(50.0));
  ASSERT_EQ(table.notes().size(), 2u);
  EXPECT_TRUE(has_note(table, "1 collective that is not entirely in the analysed range"));
}

}  // namespace
}  // namespace nscope::analysis
