#include "profiler/analysis/memory/address_set.h"
#include "profiler/analysis/memory/dma_operands.h"
#include "profiler/analysis/memory/reloads.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <bitset>
#include <limits>
#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

TEST(AddressSet, CountsNewBytesOnly) {
  AddressSet set;
  EXPECT_EQ(set.add(100, 50), 50u);
  EXPECT_EQ(set.add(120, 50), 20u);
  EXPECT_EQ(set.ranges(), 1u);
  EXPECT_EQ(set.add(170, 10), 10u) << "ranges that touch are merged";
  EXPECT_EQ(set.ranges(), 1u);
  set.remove(110, 10);
  EXPECT_EQ(set.ranges(), 2u);
  EXPECT_EQ(set.add(0, 200), 200u - 70u);
  EXPECT_EQ(set.add(5, 0), 0u);
}

TEST(AddressSet, CutsRangesAtTheEndOfTheAddressSpace) {
  constexpr std::uint64_t kLast = std::numeric_limits<std::uint64_t>::max();
  AddressSet set;
  EXPECT_EQ(set.add(kLast - 4, 100), 4u);
  set.remove(kLast - 2, kLast);
  EXPECT_EQ(set.add(kLast - 4, 4), 2u);
}

TEST(AddressSet, AgreesWithASetOfBits) {
  constexpr std::size_t kBytes = 512;
  std::mt19937 random(7);
  AddressSet set;
  std::bitset<kBytes> bits;
  for (int step = 0; step < 5000; ++step) {
    const std::size_t begin = random() % kBytes;
    const std::size_t size = random() % std::min<std::size_t>(64, kBytes - begin + 1);
    const bool adds = random() % 3 != 0;
    std::uint64_t added = 0;
    for (std::size_t i = begin; i < begin + size; ++i) {
      if (adds && !bits[i]) ++added;
      bits[i] = adds;
    }
    if (adds) {
      ASSERT_EQ(set.add(begin, size), added) << "step " << step;
    } else {
      set.remove(begin, size);
    }
  }
}

TEST(DmaOperands, ReadsConstantAddresses) {
  const DmaOperands both = parse_dma_operands(
      "S[4] (Scalar)>=1 semaphore=40 sem_increment=16 src_elem_size=4096 dst_elem_size=512 "
      "src_pattern=[262144,1][128,2] dst_pattern=[-512,1][128,1] src_addr_imm=0x802000004000 "
      "src_shape_reg=0 dst_addr_imm=0x800001000000 dst_shape_reg=0 compute_op=NONE");
  ASSERT_TRUE(both.source && both.destination);
  EXPECT_EQ(both.source->address, 0x802000004000u);
  EXPECT_EQ(both.source->steps[0], 262144);
  EXPECT_EQ(both.source->rows(), 256u);
  EXPECT_EQ(both.source->row_bytes, 4096u);
  EXPECT_FALSE(both.source->in_hbm());
  EXPECT_EQ(both.destination->steps[0], -512);
  EXPECT_TRUE(both.destination->in_hbm());
}

TEST(DmaOperands, GivesEachTableEntryItsOwnAddresses) {
  const auto source = [](std::string_view offset, int table) {
    return parse_dma_operands(
               fmt::format("src_elem_size=64 src_pattern=[64,1][1,1] src_table_offset_imm={} "
                           "src_table_index={}",
                           offset, table))
        .source;
  };
  ASSERT_TRUE(source("0x40", 3));
  EXPECT_TRUE(source("0x40", 3)->in_hbm());
  EXPECT_EQ(source("0x40", 3)->address - source("0x0", 3)->address, 0x40u);
  EXPECT_NE(source("0x40", 3)->address, source("0x40", 4)->address);
  EXPECT_FALSE(source("0x100000000", 3)) << "an offset has 32 bits";
}

TEST(DmaOperands, LeavesOutOtherAddresses) {
  for (const std::string_view text :
       {"", "src_elem_size=4 src_pattern=[1,1][1,1] src_addr_reg=3",
        "src_elem_size=4 src_pattern=[1,1][1,1] src_addr_imm=0xzz",
        "src_elem_size=4 src_pattern=[1,1][1] src_addr_imm=0x10",
        "src_elem_size=4 src_addr_imm=0x10",
        "src_elem_size=99999999999 src_pattern=[1,1][1,1] src_addr_imm=0x10"}) {
    EXPECT_FALSE(parse_dma_operands(text).source) << text;
  }
}

/// A DMA instruction that reads `rows` rows of 100 bytes from `address`, or writes them.
void transfer(TestRun& run, int core, std::int64_t start, bool reads, std::uint64_t address,
              int rows = 1) {
  const SliceId slice = run.instruction(core, Engine::kSync, "DMA_DIRECT2D", start, start + 1);
  run.arg(slice, reads ? key::kHbmReadBytes : key::kHbmWriteBytes, std::int64_t{100} * rows);
  run.arg(slice, key::kOperands,
          fmt::format("{0}_elem_size=100 {0}_pattern=[200,1][{1},1] {0}_addr_imm={2:#x}",
                      reads ? "src" : "dst", rows, address));
}

HbmTransfers transfers_of(const Trace& trace) {
  TaskControl control;
  auto found = hbm_transfers(trace, Scope(trace, {}), control);
  EXPECT_TRUE(found);
  return *std::move(found);
}

TEST(Reloads, AreReadsOfTheSameAddresses) {
  TestRun run;
  transfer(run, 0, 10, true, 0x1000, 4);
  transfer(run, 0, 20, true, 0x1000, 2);
  transfer(run, 0, 30, true, 0x1000 + 100);  // between two rows
  transfer(run, 0, 40, true, 0x1000 + 650);
  transfer(run, 1, 50, true, 0x1000, 4);
  const HbmTransfers found = transfers_of(*run.finish());
  ASSERT_EQ(found.transfers.size(), 5u);
  EXPECT_EQ(found.transfers[0].reread, 0);
  EXPECT_EQ(found.transfers[1].reread, 200);
  EXPECT_EQ(found.transfers[2].reread, 0);
  EXPECT_EQ(found.transfers[3].reread, 50);
  EXPECT_EQ(found.transfers[4].reread, 0) << "the SBUF of core 1 has not had the data";
  EXPECT_EQ(found.by_address, 5);
}

TEST(Reloads, AreNotReadsOfNewContent) {
  TestRun run;
  transfer(run, 0, 10, true, 0x1000);
  transfer(run, 1, 20, false, 0x1000 + 60);  // another core writes 40 of the bytes
  transfer(run, 0, 30, true, 0x1000);
  const HbmTransfers found = transfers_of(*run.finish());
  ASSERT_EQ(found.transfers.size(), 3u);
  EXPECT_EQ(found.transfers[1].written, 100);
  EXPECT_EQ(found.transfers[2].reread, 60);
}

TEST(Reloads, AreBytesBeyondTheTensorIfAddressesAreUnknown) {
  TestRun run;
  run.property("tensor_bytes.weights", std::int64_t{150});
  run.property("tensor_type.weights", std::string("WEIGHT"));
  for (int i = 0; i < 3; ++i) {
    const SliceId read = run.instruction(0, Engine::kSync, "DMA", 10 * i, 10 * i + 1);
    run.arg(read, key::kHbmReadBytes, std::int64_t{100});
    run.arg(read, key::kReadTensor, "weights");
  }
  const SliceId unknown = run.instruction(0, Engine::kSync, "DMA", 50, 51);
  run.arg(unknown, key::kHbmReadBytes, std::int64_t{70});
  const HbmTransfers found = transfers_of(*run.finish());
  ASSERT_EQ(found.transfers.size(), 4u);
  EXPECT_EQ(found.transfers[0].reread, 0);
  EXPECT_EQ(found.transfers[1].reread, 50);
  EXPECT_EQ(found.transfers[2].reread, 100);
  EXPECT_EQ(found.transfers[3].reread, 0);
  EXPECT_EQ(found.by_tensor, 3);
  EXPECT_EQ(found.unknown, 1);
  EXPECT_EQ(found.unknown_bytes, 70);
  EXPECT_EQ(found.transfers[2].untyped, 0);
  EXPECT_EQ(found.transfers[3].untyped, 70);
  EXPECT_EQ(found.transfers[3].unknown, 70);
  EXPECT_EQ(found.transfers[0].compulsory, 100);
  EXPECT_EQ(found.transfers[1].compulsory, 50);
}

TEST(Reloads, DoNotExpandHugePatterns) {
  TestRun run;
  const SliceId slice = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 1);
  run.arg(slice, key::kHbmReadBytes, std::int64_t{4} << 30);
  run.arg(slice, key::kOperands,
          "src_elem_size=1 src_pattern=[2,3][4294967295,4294967295] src_addr_imm=0x1000");
  EXPECT_EQ(transfers_of(*run.finish()).unknown, 1);
}

struct Row {
  double bound = 0;
  double gain = 0;
};

Row row_of(const NamedTable& table, std::string_view item, std::string_view name) {
  const std::size_t row = table.row({{"operator", item}, {"bound", name}});
  return {table.number(row, "bound_ns"), table.number(row, "gain_ns")};
}

/// 1,000 ns on one trn2 core: TensorE is busy for 500 ns and DMA for 600 ns.
std::shared_ptr<const Trace> bounded_run() {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.property("tensor_bytes.weights", std::int64_t{71'600});
  run.property("tensor_type.weights", std::string("WEIGHT"));
  // PEAK = 2 x 128 x 128 x 2.4e9 = 78.6432 TFLOP/s.
  const SliceId product = run.instruction(0, Engine::kTensor, "MATMUL", 100, 500);
  run.arg(product, key::kElements, std::int64_t{7'864'320});  // 2 x elements / PEAK = 200 ns
  const SliceId transpose = run.instruction(0, Engine::kTensor, "MATMUL", 500, 600);
  run.arg(transpose, key::kElements, std::int64_t{1'966'080});  // 50 ns
  run.arg(transpose, key::kInstructionType, "TRANSPOSE");
  // BW = 358e9 B/s: 71,600 bytes take 200 ns.
  for (const std::int64_t start : {0, 300}) {
    const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", start, start + 10);
    run.arg(load, key::kHbmReadBytes, std::int64_t{71'600});
    run.arg(load, key::kReadTensor, "weights");
    const SliceId packet = run.packet(0, 0, "hardware_dynamic", 71'600, start + 10, start + 310);
    run.out().flow(load, packet, run.out().intern(flow_kind::kDmaTrigger));
  }
  return run.finish();
}

TEST(Bounds, OfTheWholeRun) {
  const NamedTable table = run_table("bounds", *bounded_run());
  const auto bound = [&](std::string_view name) {
    const Row row = row_of(table, "(whole run)", name);
    EXPECT_DOUBLE_EQ(row.gain, 1000 - row.bound) << name;
    return row.bound;
  };
  EXPECT_DOUBLE_EQ(bound("overlap"), 600);
  EXPECT_DOUBLE_EQ(bound("memory"), 400);
  EXPECT_DOUBLE_EQ(bound("no_reloads"), 200);
  EXPECT_DOUBLE_EQ(bound("ideal"), 200);
  EXPECT_DOUBLE_EQ(bound("compute"), 250);
  EXPECT_DOUBLE_EQ(bound("useful"), 200);
}

TEST(Bounds, OfOperators) {
  const NamedTable table = run_table("bounds", *bounded_run());
  EXPECT_DOUBLE_EQ(row_of(table, "MATMUL", "overlap").bound, 500);
  EXPECT_DOUBLE_EQ(row_of(table, "MATMUL", "overlap").gain, 0);
  EXPECT_DOUBLE_EQ(row_of(table, "MATMUL", "compute").gain, 250);
  // The transfers belong to the instruction that triggered them.
  EXPECT_DOUBLE_EQ(row_of(table, "DMA_DIRECT2D", "overlap").bound, 600);
  EXPECT_DOUBLE_EQ(row_of(table, "DMA_DIRECT2D", "no_reloads").gain, 610 - 200);
  const NamedTable only_run = run_table("bounds", *bounded_run(), {{"rows", "0"}});
  EXPECT_EQ(only_run.rows(), 6u);
  EXPECT_TRUE(only_run.has_note("2 more operators"));
}

/// A transfer of a static queue with 35,800 bytes (100 ns at 358e9 B/s), from its only packet.
SliceId static_transfer(TestRun& run, std::int64_t begin, std::int64_t end) {
  const SliceId slice = run.out().slice(run.tracks().dma_transfers(0), run.out().intern("qSyncIO0"),
                                        run.at(begin), run.at(end - begin));
  run.arg(slice, key::kHbmReadBytes, std::int64_t{35'800});
  return run.packet(0, 1, "input", 35'800, begin, end);
}

TEST(Bounds, IncludeTransfersOfStaticQueues) {
  TestRun run;
  run.device(1).execution(0, 1000);
  const SliceId write = run.instruction(0, Engine::kSync, "WRITE", 0, 10);
  const SliceId packet = static_transfer(run, 20, 320);
  run.out().flow(write, packet, run.out().intern(flow_kind::kDmaTrigger));
  static_transfer(run, 400, 700);  // of an unknown instruction
  const auto trace = run.finish();
  const NamedTable table = run_table("bounds", *trace);
  EXPECT_DOUBLE_EQ(row_of(table, "(whole run)", "memory").bound, 200);
  EXPECT_DOUBLE_EQ(row_of(table, "WRITE", "memory").bound, 100);
  EXPECT_DOUBLE_EQ(row_of(table, "WRITE", "memory").gain, 310 - 100);
  EXPECT_DOUBLE_EQ(row_of(table, "(not named)", "memory").bound, 100);
  for (const std::string_view name : {"no_reloads", "ideal"}) {
    EXPECT_TRUE(
        table.missing(table.row({{"operator", "(whole run)"}, {"bound", name}}), "bound_ns"))
        << name;
  }
  const NamedTable operators = run_table("operators", *trace);
  EXPECT_EQ(operators.number(operators.row({{"operator", "WRITE"}}), "hbm_bytes"), 35'800);
}

TEST(Bounds, DoNotTakeUnknownReadsForNew) {
  TestRun run;
  run.device(1).execution(0, 1000);
  transfer(run, 0, 10, true, 0x1000);
  const SliceId unknown = run.instruction(0, Engine::kScalar, "GATHER", 100, 300);
  run.arg(unknown, key::kHbmReadBytes, std::int64_t{35'800});
  const NamedTable table = run_table("bounds", *run.finish());
  const auto missing = [&](std::string_view item, std::string_view name) {
    return table.missing(table.row({{"operator", item}, {"bound", name}}), "bound_ns");
  };
  EXPECT_FALSE(missing("GATHER", "memory"));
  EXPECT_TRUE(missing("GATHER", "no_reloads"));
  EXPECT_TRUE(missing("GATHER", "ideal"));
  EXPECT_FALSE(missing("DMA_DIRECT2D", "no_reloads"));
  EXPECT_FALSE(missing("(whole run)", "no_reloads"));
  EXPECT_TRUE(table.has_note("1 transfer states neither the addresses nor the tensor"));
}

/// Two kernels, each with a product of 50 ns at the peak and a vector instruction.
std::shared_ptr<const Trace> two_kernels() {
  TestRun run;
  run.device(1).execution(0, 1000);
  for (const auto& [start, kernel] : {std::pair(0, "first"), {500, "second"}}) {
    const SliceId product = run.instruction(0, Engine::kTensor, "MATMUL", start, start + 80);
    run.arg(product, key::kElements, std::int64_t{1'966'080});
    run.arg(product, key::kKernelFunction, kernel);
    const SliceId copy = run.instruction(0, Engine::kVector, "COPY", start + 80, start + 400);
    run.arg(copy, key::kKernelFunction, kernel);
  }
  return run.finish();
}

TEST(Bounds, OfKernelsAndRegions) {
  const auto trace = two_kernels();
  const NamedTable kernels = run_table("bounds", *trace, {{"by", "kernel"}});
  EXPECT_DOUBLE_EQ(row_of(kernels, "second", "compute").bound, 50);
  EXPECT_DOUBLE_EQ(row_of(kernels, "second", "compute").gain, 400 - 50);
  EXPECT_DOUBLE_EQ(row_of(kernels, "second", "overlap").bound, 320);
  const NamedTable regions = run_table("bounds", *trace, {{"by", "region"}});
  ASSERT_EQ(regions.rows(), 18u);
  EXPECT_DOUBLE_EQ(row_of(regions, "(whole run)", "compute").bound, 100);
  EXPECT_DOUBLE_EQ(row_of(regions, "first, core 0", "compute").bound, 50);
  EXPECT_DOUBLE_EQ(row_of(regions, "first, core 0", "compute").gain, 400 - 50);
  EXPECT_DOUBLE_EQ(row_of(regions, "second, core 0", "overlap").bound, 320);
  const NamedTable one = run_table("bounds", *trace, {{"by", "region"}, {"rows", "1"}});
  EXPECT_EQ(one.rows(), 12u);
  EXPECT_TRUE(one.has_note("1 more region is not listed"));
}

TEST(Bounds, SayWhatIsUnknown) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kVector, "COPY", 0, 400);
  const NamedTable table = run_table("bounds", *run.finish());
  ASSERT_EQ(table.rows(), 12u);
  EXPECT_EQ(table.number(0, "bound_ns"), 400);
  for (std::size_t row = 1; row < 6; ++row) {
    EXPECT_TRUE(table.missing(row, "bound_ns")) << row;
    EXPECT_TRUE(table.missing(row, "gain_ns")) << row;
  }
  TestRun no_device;
  no_device.instruction(0, Engine::kVector, "COPY", 0, 400);
  EXPECT_TRUE(run_table("bounds", *no_device.finish()).has_note("TensorE"));
}

}  // namespace
}  // namespace nscope::analysis
