#include "profiler/trace/failure_keys.h"
#include "tests/unit/analysis/rank_run.h"

namespace nscope::analysis {
namespace {

/// One GPU with two streams, and the host thread that launches its kernels.
class GpuRun : public RankRun {
 public:
  GpuRun() {
    const TrackId process = out().track({.name = "python"});
    host_ = host("main", process);
    other_ = host("loader", process);
    gpu_ = out().track({.name = "GPU 0"});
    stream_ = row("stream 7", TrackKind::kEngine, SliceKind::kOperator);
    copies_ = row("stream 7 copies", TrackKind::kDmaQueue, SliceKind::kDma);
    nccl_ = row("stream 9 collectives", TrackKind::kCollective, SliceKind::kCollective);
  }

  SliceId call(std::string_view name, std::int64_t begin, std::int64_t end, int number = -1) {
    return on(host_, name, begin, end, number);
  }
  void loader(std::string_view name, std::int64_t begin, std::int64_t end) {
    on(other_, name, begin, end, -1);
  }
  SliceId kernel(std::int64_t begin, std::int64_t end, int number = -1) {
    return on(stream_, "gemm", begin, end, number);
  }
  void copy(std::int64_t begin, std::int64_t end, int number = -1) {
    on(copies_, "Memcpy HtoD", begin, end, number);
  }
  void all_reduce(std::int64_t begin, std::int64_t end, int number = -1) {
    on(nccl_, "ncclDevKernel_AllReduce", begin, end, number);
  }

 private:
  TrackId host(std::string_view name, TrackId process) {
    return out().track({.name = name,
                        .kind = TrackKind::kHost,
                        .parent = process,
                        .slice_kind = SliceKind::kHost,
                        .layout = TrackLayout::kNested});
  }
  TrackId row(std::string_view name, TrackKind kind, SliceKind slice_kind) {
    return out().track({.name = name, .kind = kind, .parent = gpu_, .slice_kind = slice_kind});
  }
  SliceId on(TrackId track, std::string_view name, std::int64_t begin, std::int64_t end,
             int number) {
    const SliceId slice = out().slice(track, out().intern(name), at(begin), at(end - begin));
    if (number >= 0) arg(slice, "correlation", number);
    return slice;
  }

  TrackId host_, other_, gpu_, stream_, copies_, nccl_;
};

TEST(GpuStreams, SplitsBusyAndIdleTime) {
  GpuRun run;
  run.call("cudaMemcpyAsync", 0, 10, 1);
  run.copy(20, 60, 1);
  run.call("cudaLaunchKernel", 70, 90, 2);
  run.kernel(100, 200, 2);  // the gap of 40 is host-bound until 90
  run.call("cudaLaunchKernel", 100, 110, 3);
  run.all_reduce(150, 300, 3);  // 50 of 150 overlap the kernel
  run.kernel(400, 500);         // its launch is unknown
  const Table table = run.analyze("gpu-streams");
  ASSERT_EQ(table.row_count(), 3u);
  const auto expect = [&](std::size_t row, std::string_view column, double value) {
    EXPECT_EQ(cell(table, row, column), Cell(value)) << row << " " << column;
  };
  EXPECT_EQ(text(table, 0, "device"), "GPU 0");
  EXPECT_EQ(text(table, 0, "stream"), "(all)");
  EXPECT_EQ(cell(table, 0, "events"), Cell(std::int64_t{4}));
  expect(0, "start_ns", 20);
  expect(0, "duration_ns", 480);
  expect(0, "busy_ns", 40 + 200 + 100);
  expect(0, "compute_ns", 200);
  expect(0, "communication_ns", 150);
  expect(0, "copy_ns", 40);
  expect(0, "overlapped_ns", 50);
  expect(0, "exposed_ns", 100);
  expect(0, "idle_ns", 140);
  expect(0, "host_bound_ns", 30);
  expect(0, "launched_ns", 10);
  expect(0, "unknown_ns", 100);
  EXPECT_EQ(text(table, 1, "stream"), "stream 7");
  expect(1, "idle_ns", 240);
  expect(1, "unknown_ns", 200);
  EXPECT_EQ(text(table, 2, "stream"), "stream 9");
  expect(2, "overlapped_ns", 50);
  expect(2, "idle_ns", 0);
  ASSERT_EQ(table.notes().size(), 1u);
}

TEST(GpuStreams, FollowsFlows) {
  GpuRun run;
  run.kernel(0, 10);
  const SliceId launch = run.call("cuLaunchKernelEx", 20, 60);
  const SliceId kernel = run.kernel(50, 100);  // before the call has returned
  run.out().flow(launch, kernel, run.out().intern("ac2g"));
  const Table table = run.analyze("gpu-streams");
  EXPECT_EQ(cell(table, 0, "host_bound_ns"), Cell(40.0));
  EXPECT_EQ(cell(table, 0, "unknown_ns"), Cell(0.0));
  EXPECT_TRUE(table.notes().empty());
}

TEST(GpuStreams, NeedsAGpu) {
  RankRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const Table table = run.analyze("gpu-streams");
  EXPECT_EQ(table.row_count(), 0u);
  EXPECT_TRUE(has_note(table, "no GPU kernels"));
}

TEST(HostGaps, NamesTheInnermostEventOfTheStartingThread) {
  GpuRun run;
  run.kernel(0, 1000);
  run.call("train", 0, 9000);
  run.call("aten::linear", 1200, 3500);
  run.call("cudaLaunchKernel", 3000, 3400, 2);
  run.loader("read file", 0, 9000);  // during the whole use of the device
  run.loader("decode", 1000, 4000);
  run.kernel(4000, 5000, 2);
  run.kernel(7000, 9000);  // its launch is unknown
  run.loader("augment", 5500, 6500);
  const Table table = run.analyze("host-gaps");
  ASSERT_EQ(table.row_count(), 2u);
  // [1000, 4000): 1,900 ns of aten::linear, 700 of train, 400 of the launch.
  EXPECT_EQ(text(table, 0, "host"), "aten::linear");
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(3000.0));
  EXPECT_EQ(cell(table, 0, "host_ns"), Cell(1900.0));
  EXPECT_EQ(cell(table, 0, "gap_share"), Cell(0.6));
  EXPECT_EQ(cell(table, 0, "time_share"), Cell(3000.0 / 9000.0));
  EXPECT_EQ(cell(table, 0, "start_ns"), Cell(1000.0));
  EXPECT_EQ(cell(table, 0, "duration_ns"), Cell(3000.0));
  EXPECT_EQ(text(table, 1, "host"), "augment");
  EXPECT_EQ(cell(table, 1, "time_ns"), Cell(2000.0));
  EXPECT_EQ(cell(table, 1, "host_ns"), Cell(1000.0));
}

TEST(HostGaps, ReportsAnIdleStartingThread) {
  GpuRun run;
  run.kernel(0, 1000);
  run.loader("decode", 1000, 3000);
  run.call("cudaLaunchKernel", 2900, 3000, 2);
  run.kernel(3000, 4000, 2);
  const Table table = run.analyze("host-gaps");
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(text(table, 0, "host"), "(nothing recorded)");
  EXPECT_EQ(cell(table, 0, "host_ns"), Cell(1900.0));
}

TEST(HostGaps, ExplainsGapsBetweenExecutions) {
  RankRun run;
  run.execution(0, 2000);
  run.execution(5000, 6000);
  run.execution(6100, 7000);
  const TrackId host = run.tracks().host();
  run.out().slice(host, run.out().intern("decode launch"), run.at(2000), run.at(2500));
  run.out().slice(host, run.out().intern("decode launch"), run.at(6000), run.at(100));
  const Table table = run.analyze("host-gaps");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(text(table, 0, "device"), "Executions");
  EXPECT_EQ(text(table, 0, "host"), "decode launch");
  EXPECT_EQ(cell(table, 0, "gaps"), Cell(std::int64_t{1}));
  EXPECT_EQ(cell(table, 0, "time_ns"), Cell(3000.0));
  EXPECT_EQ(cell(table, 0, "host_ns"), Cell(2500.0));
  EXPECT_EQ(text(table, 1, "host"), "(shorter than shortest_gap)");
  EXPECT_EQ(cell(table, 1, "time_ns"), Cell(100.0));
  // Executions that cross an edge of the range are excluded.
  const Table part = run.analyze("host-gaps", {{"shortest_gap", 0.0}},
                                 {.range = std::pair(run.at(4000), run.at(7000)), .core = {}});
  ASSERT_EQ(part.row_count(), 1u);
  EXPECT_EQ(cell(part, 0, "time_ns"), Cell(100.0));
  // In a range inside a gap, the device has no event, but the host has its threads.
  const Table inside = run.analyze("host-gaps", {{"shortest_gap", 0.0}},
                                   {.range = std::pair(run.at(2500), run.at(4000)), .core = {}});
  EXPECT_EQ(inside.row_count(), 0u);
  EXPECT_TRUE(has_note(inside, "No device has an event in the analysed range"));
  EXPECT_FALSE(has_note(inside, "no host threads"));
}

TEST(HostGaps, ReportMissingData) {
  RankRun nothing;
  nothing.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  EXPECT_TRUE(has_note(nothing.analyze("host-gaps"), "no executions"));
  RankRun alone;
  alone.execution(0, 2000);
  alone.execution(5000, 6000);
  const Table table = alone.analyze("host-gaps");
  ASSERT_EQ(table.row_count(), 1u);
  EXPECT_EQ(text(table, 0, "host"), "(nothing recorded)");
  EXPECT_TRUE(has_note(table, "no host threads"));
}

TEST(Launches, AddUpCallsAndDelays) {
  GpuRun run;
  run.call("cudaLaunchKernel", 0, 10, 1);
  run.call("cudaLaunchKernel", 20, 40, 2);
  run.call("cudaGraphLaunch", 50, 100, 3);
  run.kernel(15, 20, 1);
  run.kernel(60, 70, 2);
  run.kernel(80, 90, 3);
  run.kernel(95, 110, 3);
  run.kernel(200, 210);
  const Table table = run.analyze("launches");
  ASSERT_EQ(table.row_count(), 2u);
  EXPECT_EQ(text(table, 0, "call"), "cudaGraphLaunch");
  EXPECT_EQ(cell(table, 0, "calls"), Cell(std::int64_t{1}));
  EXPECT_EQ(cell(table, 0, "events"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 0, "host_ns"), Cell(50.0));
  EXPECT_EQ(cell(table, 0, "mean_delay_ns"), Cell(37.5));
  EXPECT_EQ(cell(table, 0, "longest_delay_ns"), Cell(45.0));
  EXPECT_EQ(cell(table, 0, "slice_id"), Cell(run.id_at("stream 7", 95)));
  EXPECT_EQ(cell(table, 1, "calls"), Cell(std::int64_t{2}));
  EXPECT_EQ(cell(table, 1, "host_ns"), Cell(30.0));
  EXPECT_EQ(cell(table, 1, "mean_ns"), Cell(15.0));
  EXPECT_EQ(cell(table, 1, "median_delay_ns"), Cell(40.0));
  EXPECT_TRUE(has_note(table, "1 event is excluded"));
}

// A system profile has the executions of a core on a host track, with flows from the calls.
TEST(Launches, FollowASystemProfile) {
  RankRun run;
  const auto row = [&](std::string_view name) {
    return run.out().track({.name = name,
                            .kind = TrackKind::kHost,
                            .slice_kind = SliceKind::kHost,
                            .layout = TrackLayout::kNested});
  };
  const TrackId thread = row("nrt-nc-000, thread 7");
  const TrackId core = row("nrt-nc-000, NeuronCore 0");
  const SliceId call =
      run.out().slice(thread, run.out().intern("nrt_execute"), run.at(3000), run.at(2500));
  run.out().slice(core, run.out().intern("execute"), run.at(0), run.at(1000));
  const SliceId second =
      run.out().slice(core, run.out().intern("execute"), run.at(3500), run.at(1500));
  run.out().flow(call, second, run.out().intern("flow_id"));
  const Table launches = run.analyze("launches");
  ASSERT_EQ(launches.row_count(), 1u);
  EXPECT_EQ(text(launches, 0, "call"), "nrt_execute");
  EXPECT_EQ(cell(launches, 0, "mean_delay_ns"), Cell(500.0));
  const Table gaps = run.analyze("host-gaps");
  ASSERT_EQ(gaps.row_count(), 1u);
  EXPECT_EQ(text(gaps, 0, "device"), "nrt-nc-000, NeuronCore 0");
  EXPECT_EQ(cell(gaps, 0, "time_ns"), Cell(2500.0));
  EXPECT_EQ(text(gaps, 0, "host"), "(nothing recorded)");
  EXPECT_EQ(cell(gaps, 0, "host_ns"), Cell(2000.0));
  RankRun none;
  none.execution(0, 10);
  EXPECT_EQ(none.analyze("launches").row_count(), 0u);
}

/// A run whose log has errors of the Neuron Runtime.
class FailedRun : public RankRun {
 public:
  void message(std::string_view process, std::string_view text, std::int64_t time,
               std::string_view code = {}, std::string_view cause = {}, int device = -1,
               std::string_view level = "error") {
    const TrackId track =
        out().track({.name = process, .kind = TrackKind::kHost, .slice_kind = SliceKind::kHost});
    const SliceId slice = out().slice(track, out().intern(text), at(time), at(0));
    arg(slice, key::kFailureLevel, level);
    if (!code.empty()) arg(slice, key::kErrorCode, code);
    if (!cause.empty()) arg(slice, key::kFailureCause, cause);
    if (device >= 0) {
      arg(slice, key::kFailureDevice, std::int64_t{device});
      arg(slice, key::kFailureCore, std::int64_t{1});
    }
  }
};

TEST(RuntimeFailures, AreGroupedByCodeAndCauseInTheOrderOfTheFirstMessage) {
  FailedRun run;
  run.message("p1", "slow", 5, {}, "Waits.", -1, "warning");
  run.message("p1", "err: 5", 20, "NRT_TIMEOUT", "A hang.", 3);
  run.message("p2", "err: 5 again", 30, "NRT_TIMEOUT", "A hang.", 4);
  run.message("p1", "unknown", 10);
  run.message("p2", "unknown", 40);
  run.message("p2", "other", 50);
  const Table table = run.analyze("runtime-failures");
  ASSERT_EQ(table.row_count(), 4u);
  EXPECT_EQ(text(table, 0, "message"), "unknown");
  EXPECT_EQ(cell(table, 0, "messages"), Cell(std::int64_t{2}));
  EXPECT_EQ(text(table, 0, "cause"), "not published");
  EXPECT_EQ(text(table, 1, "error_code"), "NRT_TIMEOUT");
  EXPECT_EQ(text(table, 1, "message"), "err: 5");
  EXPECT_EQ(cell(table, 1, "processes"), Cell(std::int64_t{2}));
  EXPECT_EQ(text(table, 1, "places"), "ND 3 NC 1, ND 4 NC 1");
  EXPECT_EQ(text(table, 1, "cause"), "A hang.");
  EXPECT_EQ(text(table, 2, "message"), "other");
  EXPECT_EQ(text(table, 3, "level"), "warning") << "after all errors";
}

TEST(RuntimeFailures, ARunWithoutErrorsSaysSo) {
  GpuRun run;
  run.call("main", 0, 10);
  const Table table = run.analyze("runtime-failures");
  EXPECT_EQ(table.row_count(), 0u);
  EXPECT_TRUE(has_note(table, "no errors of the Neuron Runtime"));
}

}  // namespace
}  // namespace nscope::analysis
