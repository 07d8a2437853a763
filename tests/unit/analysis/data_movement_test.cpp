#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(DmaSizes, CountsByPowersOfTwo) {
  TestRun run;
  run.execution(0, 1000);
  run.packet(0, 1, "hardware_dynamic", 0, 0, 10);
  run.packet(0, 1, "hardware_dynamic", 512, 10, 30);
  run.packet(0, 2, "hardware_dynamic", 1023, 10, 40);
  const SliceId longest = run.packet(0, 2, "hardware_dynamic", 1024, 50, 90);
  run.packet(1, 1, "hardware_dynamic", 1, 0, 5);
  run.packet(1, 1, "hardware_dynamic", 64, 990, 1010);  // not entirely inside
  const SliceId unknown =
      run.out().slice(run.tracks().dma_ring(1, 64, 3), run.out().intern("x"), run.at(1), run.at(1));
  (void)longest;
  (void)unknown;
  const auto trace = run.finish();
  const NamedTable table = run_table("dma-sizes", *trace);
  ASSERT_EQ(table.rows(), 4u);
  EXPECT_EQ(table.number(0, "from_bytes"), 0);
  EXPECT_EQ(table.number(0, "below_bytes"), 1);
  EXPECT_EQ(table.number(1, "from_bytes"), 1);
  EXPECT_EQ(table.number(2, "from_bytes"), 512);
  EXPECT_EQ(table.number(2, "below_bytes"), 1024);
  EXPECT_EQ(table.number(2, "packets"), 2);
  EXPECT_EQ(table.number(2, "bytes"), 1535);
  EXPECT_EQ(table.number(2, "time_ns"), 50);
  EXPECT_EQ(table.number(2, "mean_ns"), 25);
  EXPECT_DOUBLE_EQ(table.number(2, "packet_share"), 0.4);
  EXPECT_DOUBLE_EQ(table.number(2, "byte_share"), 1535.0 / 2560.0);
  EXPECT_DOUBLE_EQ(table.number(2, "time_share"), 50.0 / 105.0);
  EXPECT_DOUBLE_EQ(table.number(2, "bytes_per_s"), 1535 / 50e-9);
  EXPECT_EQ(table.number(3, "from_bytes"), 1024);
  EXPECT_EQ(
      trace->text(
          trace->slice(SliceId(static_cast<std::size_t>(table.number(3, "slice_id")))).name()),
      "hardware_dynamic");
  EXPECT_TRUE(table.has_note("1 packet without a size"));
  EXPECT_EQ(run_table("dma-sizes", *trace, {}, {.range = {}, .core = 1}).rows(), 1u);
}

TEST(DataMovement, PacketsAtAnEdgeOfARangeCountWithThePartInside) {
  TestRun run;
  run.execution(0, 1000);
  run.packet(0, 1, "hardware_dynamic", 1024, 0, 100);
  run.packet(0, 1, "hardware_dynamic", 1024, 200, 300);
  run.packet(1, 2, "hardware_dynamic", 64, 50, 90);
  const auto trace = run.finish();
  const SummaryOptions range{.range = {{TraceTime(75'000), TraceTime(250'000)}}, .core = {}};
  const NamedTable queues = run_table("dma-queues", *trace, {}, range);
  ASSERT_EQ(queues.rows(), 2u);
  EXPECT_EQ(queues.number(0, "packets"), 2);
  EXPECT_EQ(queues.number(0, "bytes"), 256 + 512);
  EXPECT_EQ(queues.number(0, "busy_ns"), 25 + 50);
  EXPECT_EQ(queues.number(1, "bytes"), 24);
  const NamedTable sizes = run_table("dma-sizes", *trace, {}, range);
  ASSERT_EQ(sizes.rows(), 2u);
  EXPECT_EQ(sizes.number(0, "from_bytes"), 64) << "the row of the whole packet";
  EXPECT_EQ(sizes.number(0, "bytes"), 24);
  EXPECT_EQ(sizes.number(1, "time_ns"), 75);
  EXPECT_EQ(run_table("dma-small", *trace, {}, range).number(0, "packet_time_ns"), 15);
}

TEST(DmaSizes, ReportMissingPackets) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 10);
  const auto trace = run.finish();
  for (const std::string_view id : {"dma-sizes", "dma-queues", "dma-small"}) {
    const NamedTable table = run_table(id, *trace);
    EXPECT_EQ(table.rows(), 0u) << id;
    EXPECT_TRUE(table.has_note("no DMA packets")) << id;
  }
}

/// Ring 1 on two engines: 3000 and 1000 B; ring 2 on one: 500 B.
std::shared_ptr<const Trace> queue_run() {
  TestRun run;
  run.execution(0, 1000);
  NeuronTracks& tracks = run.tracks();
  TraceWriter& out = run.out();
  const auto packet = [&](int engine, int ring, std::int64_t bytes, int begin, int end) {
    const SliceId slice =
        out.slice(tracks.dma_ring(0, engine, ring), out.intern("hardware_dynamic"), run.at(begin),
                  run.at(end - begin));
    run.arg(slice, key::kTransferSize, bytes);
    run.arg(slice, key::kQueueName, ring == 1 ? "qSyncDynamicHW" : "qActSpillReload0");
  };
  packet(64, 1, 2000, 0, 100);
  packet(64, 1, 1000, 50, 150);
  packet(65, 1, 1000, 300, 400);
  packet(64, 2, 500, 100, 250);
  return run.finish();
}

TEST(DmaQueues, CompareQueuesOfARing) {
  const NamedTable table = run_table("dma-queues", *queue_run());
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.text(0, "queue"), "Q1-E64");
  EXPECT_EQ(table.text(0, "queue_name"), "qSyncDynamicHW");
  EXPECT_EQ(table.number(0, "packets"), 2);
  EXPECT_EQ(table.number(0, "bytes"), 3000);
  EXPECT_EQ(table.number(0, "busy_ns"), 150);
  EXPECT_EQ(table.number(0, "idle_ns"), 850);
  EXPECT_EQ(table.number(0, "packet_time_ns"), 200);
  EXPECT_DOUBLE_EQ(table.number(0, "bytes_per_s"), 3000 / 150e-9);
  EXPECT_DOUBLE_EQ(table.number(0, "balance"), 1.5);
  EXPECT_DOUBLE_EQ(table.number(0, "imbalance"), 1.5);
  const std::size_t other = table.row({{"queue", "Q1-E65"}});
  EXPECT_DOUBLE_EQ(table.number(other, "balance"), 0.5);
  EXPECT_EQ(table.number(other, "start_ns"), 300);
  EXPECT_DOUBLE_EQ(table.number(table.row({{"queue", "Q2-E64"}}), "imbalance"), 1.0);
}

TEST(DmaQueues, JoinTheRingsOfAnEngine) {
  const NamedTable table = run_table("dma-queues", *queue_run(), {{"by", "engine"}});
  ASSERT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.text(0, "queue"), "E64");
  EXPECT_EQ(table.number(0, "bytes"), 3500);
  EXPECT_EQ(table.number(0, "busy_ns"), 250);
  EXPECT_DOUBLE_EQ(table.number(0, "balance"), 3500.0 / 2250.0);
}

/// Efficient: 4096 B in 100 ns. Small: packets of two queues from 200 to 260 and from 210 to 290,
/// one at 5000 next to a large packet, and two distant ones on core 1.
std::shared_ptr<const Trace> small_packets() {
  TestRun run;
  run.execution(0, 10000);
  run.packet(0, 1, "hardware_dynamic", 4096, 0, 100);
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 100, 110);
  run.arg(load, key::kReadTensor, "q_ref");
  const SliceId first = run.packet(0, 1, "hardware_dynamic", 64, 200, 260);
  run.packet(0, 2, "hardware_dynamic", 128, 210, 290);
  run.packet(0, 2, "hardware_dynamic", 1024, 215, 225);  // neither small nor efficient
  run.packet(0, 1, "hardware_dynamic", 4, 5000, 5010);
  run.packet(0, 2, "hardware_dynamic", 4096, 5005, 5105);
  run.packet(1, 1, "hardware_dynamic", 16, 0, 20);
  run.packet(1, 1, "hardware_dynamic", 16, 2000, 2020);
  run.out().flow(load, first, run.out().intern(flow_kind::kDmaTrigger));
  return run.finish();
}

TEST(SmallDma, FindsRegionsAndTheirCost) {
  const NamedTable table = run_table("dma-small", *small_packets());
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.number(0, "core"), 0);
  EXPECT_EQ(table.number(0, "start_ns"), 200);
  EXPECT_EQ(table.number(0, "duration_ns"), 90);
  EXPECT_EQ(table.number(0, "packets"), 2);
  EXPECT_EQ(table.number(0, "bytes"), 192);
  EXPECT_EQ(table.number(0, "packet_time_ns"), 140);
  EXPECT_DOUBLE_EQ(table.number(0, "time_share"), 140.0 / 150.0);
  EXPECT_EQ(table.number(0, "queues"), 2);
  EXPECT_EQ(table.text(0, "trigger"), "DMA_DIRECT2D q_ref");
  EXPECT_DOUBLE_EQ(table.number(0, "efficient_ns"), 192.0 / 40.96);
  EXPECT_DOUBLE_EQ(table.number(0, "lost_ns"), 140.0 - 192.0 / 40.96);
  EXPECT_EQ(table.number(1, "core"), 1);
  EXPECT_EQ(table.number(2, "start_ns"), 2000);
  EXPECT_TRUE(table.missing(2, "trigger"));
  EXPECT_TRUE(table.has_note("1 region with small packets is excluded"));
  EXPECT_TRUE(table.has_note("41.0"));
}

TEST(SmallDma, FollowsItsParameters) {
  const auto trace = small_packets();
  EXPECT_EQ(run_table("dma-small", *trace, {{"gap", "3000"}}).rows(), 2u);
  EXPECT_EQ(run_table("dma-small", *trace, {{"rows", "1"}}).rows(), 1u);
  EXPECT_TRUE(run_table("dma-small", *trace, {{"bytes", "2"}}).has_note("In no region"));
  const NamedTable none = run_table("dma-small", *trace, {{"efficient", "1e6"}});
  EXPECT_TRUE(none.missing(0, "lost_ns"));
}

TEST(Spills, ListTheDataOfEachSource) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.property(property::core_property(0, "hbm_usage.DRAM Spill"), std::int64_t{4096});
  const SliceId save = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 10);
  run.arg(save, key::kSpillSaveBytes, 300);
  run.arg(save, key::kHbmWriteBytes, 300);
  run.arg(save, key::kInstructionType, "SPILL");
  const SliceId store = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 20, 40);
  run.arg(store, key::kHbmWriteBytes, 900);
  run.arg(store, key::kInstructionType, "REGULAR");
  const SliceId packet = run.packet(0, 1, "hardware_dynamic", 100, 50, 80);
  run.arg(packet, key::kQueueName, "qSyncSpillReload0");
  run.packet(0, 2, "hardware_dynamic", 300, 50, 80);
  const NamedTable table = run_table("spills", *run.finish());
  ASSERT_EQ(table.rows(), 4u);
  const std::size_t saved = table.row({{"what", "saved"}});
  EXPECT_EQ(table.number(saved, "bytes"), 300);
  EXPECT_DOUBLE_EQ(table.number(saved, "share"), 0.25);
  EXPECT_EQ(table.number(saved, "time_ns"), 10);
  const std::size_t typed = table.row({{"what", "of type SPILL"}});
  EXPECT_EQ(table.number(typed, "count"), 1);
  EXPECT_DOUBLE_EQ(table.number(typed, "share"), 0.25);
  const std::size_t queue = table.row({{"what", "queue qSyncSpillReload0"}});
  EXPECT_EQ(table.number(queue, "bytes"), 100);
  EXPECT_DOUBLE_EQ(table.number(queue, "share"), 0.25);
  EXPECT_EQ(table.number(table.row({{"what", "set aside for spills"}}), "bytes"), 4096);
  EXPECT_TRUE(table.has_note("The types of 2 instructions"));
}

TEST(Spills, ReportMissingData) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 10);
  const NamedTable table = run_table("spills", *run.finish());
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.has_note("spills are unknown"));
  TestRun empty;
  EXPECT_TRUE(run_table("spills", *empty.finish()).has_note("no instructions"));
}

TEST(Memory, FindsPeaksAndTheirComponents) {
  TestRun run;
  run.execution(0, 1000);
  TraceWriter& out = run.out();
  const TrackId sbuf = run.tracks().sbuf_usage(0);
  out.counter(sbuf, run.at(100), 0.5);
  out.counter(sbuf, run.at(300), 0.75);
  out.counter(sbuf, run.at(400), 0.25);
  for (int bank = 0; bank < 2; ++bank) {
    const TrackId psum = run.tracks().psum_bank(0, bank);
    out.counter(psum, run.at(100 * bank), 1);
    out.counter(psum, run.at(500), 0);
  }
  const TrackId spilled = out.track({.name = "SBUF allocations, partition 0", .core = 0});
  const auto allocation = [&](std::string_view name, int begin, int end, std::int64_t bytes) {
    const SliceId slice = out.slice(spilled, out.intern(name), run.at(begin), run.at(end - begin));
    run.arg(slice, "start_address", 1000);
    run.arg(slice, "end_address", 1000 + bytes);
  };
  allocation("weights", 0, 350, 64);
  allocation("scores", 300, 500, 256);
  allocation("early", 0, 300, 512);
  const NamedTable table = run_table("memory", *run.finish());
  const std::size_t peak = table.row({{"memory", "SBUF"}, {"use", "(peak)"}});
  EXPECT_EQ(table.number(peak, "value"), 0.75);
  EXPECT_EQ(table.number(peak, "share"), 0.75);
  EXPECT_EQ(table.number(peak, "start_ns"), 300);
  EXPECT_EQ(table.number(peak, "duration_ns"), 100);
  EXPECT_DOUBLE_EQ(table.number(peak, "mean"), (200 * 0.5 + 100 * 0.75 + 600 * 0.25) / 900);
  EXPECT_EQ(table.text(peak + 1, "use"), "scores (SBUF allocations, partition 0)");
  EXPECT_EQ(table.number(peak + 1, "value"), 256);
  EXPECT_EQ(table.text(peak + 2, "use"), "weights (SBUF allocations, partition 0)");
  const std::size_t psum = table.row({{"memory", "PSUM"}, {"use", "(peak)"}});
  EXPECT_EQ(table.number(psum, "value"), 2);
  EXPECT_EQ(table.number(psum, "start_ns"), 100);
  EXPECT_EQ(table.number(psum, "duration_ns"), 400);
  EXPECT_DOUBLE_EQ(table.number(psum, "mean"), (100 * 1 + 400 * 2) / 1000.0);
  EXPECT_DOUBLE_EQ(table.number(psum + 1, "share"), 0.5);
}

TEST(Memory, AddsUpComponents) {
  TestRun run(1, 1000);
  TraceWriter& out = run.out();
  const TrackId group = out.track({.name = "HBM 0 of device 1"});
  const auto counter = [&](TrackId parent, std::string_view name, double first, double second) {
    const TrackId track =
        out.track({.name = name, .kind = TrackKind::kCounter, .parent = parent, .unit = "B"});
    out.counter(track, run.at(0), first);
    out.counter(track, run.at(1000), second);  // at the end, so it has no duration
  };
  counter(group, "Total", 100, 300);
  counter(group, "Weights", 80, 80);
  counter(group, "Tensors", 20, 220);
  const TrackId uses = out.track({.name = "host by use"});
  counter(uses, "a", 5, 1);
  counter(uses, "b", 7, 1);
  const TrackId alone = out.track({.name = "System"});
  counter(alone, "used", 9, 8);
  const NamedTable table = run_table("memory", *run.finish());
  const std::size_t hbm = table.row({{"memory", "HBM 0 of device 1"}, {"use", "(peak)"}});
  EXPECT_EQ(table.number(hbm, "value"), 300);
  EXPECT_EQ(table.number(hbm, "start_ns"), 1000);
  EXPECT_EQ(table.number(hbm, "mean"), 100);
  EXPECT_EQ(table.text(hbm + 1, "use"), "Tensors");
  EXPECT_DOUBLE_EQ(table.number(hbm + 1, "share"), 220.0 / 300.0);
  EXPECT_EQ(table.text(hbm + 2, "use"), "Weights");
  const std::size_t host = table.row({{"memory", "host by use"}, {"use", "(peak)"}});
  EXPECT_EQ(table.number(host, "value"), 12);
  EXPECT_EQ(table.number(host, "duration_ns"), 1000);
  EXPECT_EQ(table.number(table.row({{"memory", "System / used"}}), "value"), 9);
}

TEST(Memory, FollowsPyTorchsAllocators) {
  TestRun run(1, 1000);
  TraceWriter& out = run.out();
  const TrackId thread =
      out.track({.name = "thread", .kind = TrackKind::kHost, .layout = TrackLayout::kNested});
  out.slice(thread, out.intern("aten::empty"), run.at(90), run.at(20));
  const auto event = [&](int time, std::int64_t bytes, std::int64_t address, std::int64_t total) {
    const SliceId slice = out.slice(thread, out.intern("[memory]"), run.at(time), run.at(0));
    run.arg(slice, "Bytes", bytes);
    run.arg(slice, "Addr", address);
    run.arg(slice, "Total Allocated", total);
    run.arg(slice, "Total Reserved", 4096);
    run.arg(slice, "Device Type", 1);
    run.arg(slice, "Device Id", 2);
  };
  event(100, 256, 0x10, 1256);
  event(200, 512, 0x20, 1768);
  event(300, -256, 0x10, 1512);
  event(400, 300, 0x30, 1812);
  event(500, -512, 0x20, 1300);
  const auto trace = run.finish();
  const NamedTable table = run_table("memory", *trace);
  ASSERT_EQ(table.rows(), 4u);
  EXPECT_EQ(table.text(0, "memory"), "GPU 2, allocated");
  EXPECT_EQ(table.number(0, "value"), 1812);
  EXPECT_EQ(table.number(0, "start_ns"), 400);
  EXPECT_EQ(table.number(0, "duration_ns"), 100);
  EXPECT_DOUBLE_EQ(table.number(0, "mean"), (1256 + 1768 + 1512 + 1812) / 4.0);
  EXPECT_EQ(table.number(1, "value"), 4096);
  EXPECT_EQ(table.number(2, "value"), 512);
  EXPECT_EQ(table.text(2, "use"), "(unknown)");
  EXPECT_EQ(table.number(3, "value"), 300);
  const NamedTable early =
      run_table("memory", *trace, {}, {.range = std::pair(run.at(50), run.at(150)), .core = {}});
  EXPECT_EQ(early.number(0, "value"), 1256);
  EXPECT_EQ(early.text(2, "use"), "aten::empty");
}

TEST(Memory, ListsStatedComponentsOnce) {
  TestRun run;
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 10);
  run.property("core0.hbm_usage.Weights", std::int64_t{300});
  run.property("core0.hbm_usage.Tensors", std::int64_t{100});
  run.property("core0.hbm_usage.Collectives", std::int64_t{0});
  run.property("core0.hbm_usage.Total", std::int64_t{400});
  const NamedTable table = run_table("memory", *run.finish());
  ASSERT_EQ(table.rows(), 3u);
  EXPECT_EQ(table.number(0, "value"), 400);
  EXPECT_EQ(table.text(1, "use"), "Weights");
  EXPECT_DOUBLE_EQ(table.number(1, "share"), 0.75);
  TestRun empty;
  EXPECT_TRUE(run_table("memory", *empty.finish()).has_note("no memory usage"));
}

}  // namespace
}  // namespace nscope::analysis
