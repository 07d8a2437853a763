#include "profiler/analysis/memory/onchip_map.h"

#include "profiler/analysis/memory/onchip_use.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <random>
#include <string>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

OnchipArea sbuf(std::int64_t begin, std::int64_t end, int first = 0, int last = kPartitions) {
  return {.first_partition = first, .end_partition = last, .begin = begin, .end = end};
}

OnchipArea psum(std::int64_t begin, std::int64_t end, int first = 0, int last = kPartitions) {
  OnchipArea area = sbuf(begin, end, first, last);
  area.memory = OnchipMemory::kPsum;
  return area;
}

// The texts have the form of real captures, with other numbers.
TEST(OnchipOperands, ReadsAreasOfEngineInstructions) {
  const auto copy = onchip_operands(
      "COPY",
      "S[5] (Tensor)>=2 S[6] (Vector)++@complete src=fp32@0x2001000[1,1,1,1][100,1,1,1] "
      "dst=bfloat16@0x804800[1,1,1,1][100,1,1,1] channels=64");
  ASSERT_EQ(copy.operands.size(), 2u);
  EXPECT_EQ(copy.operands[0].area, psum(0x1000, 0x1000 + 400, 0, 64));
  EXPECT_FALSE(copy.operands[0].write);
  EXPECT_EQ(copy.operands[1].area, sbuf(0x4800, 0x4800 + 200, 32, 96));
  EXPECT_TRUE(copy.operands[1].write);
  EXPECT_FALSE(copy.operands[1].gaps);
  EXPECT_EQ(copy.unknown, 0);

  // A negative stride starts at the last element.
  const auto weights = onchip_operands(
      "LDWEIGHTS", "transpose_mode=DISABLED src=bfloat16@0x6fe[-1,0,0][128,1,1] 128*64");
  ASSERT_EQ(weights.operands.size(), 1u);
  EXPECT_EQ(weights.operands[0].area, sbuf(0x600, 0x700));

  // The rows are the partitions of the source, the columns those of the destination.
  const auto product = onchip_operands(
      "MATMUL",
      "acc_flags=1 src=bfloat16@0x9000[1,0,0][256,1,1] dst=0x2000c00[1,0,0][256,1,1] 32*2");
  ASSERT_EQ(product.operands.size(), 2u);
  EXPECT_EQ(product.operands[0].area, sbuf(0x9000, 0x9200, 0, 32));
  EXPECT_EQ(product.operands[1].area, psum(0xc00, 0x1000, 0, 2))
      << "4 bytes an element, to the end";
  EXPECT_FALSE(product.operands[1].adds);
  const auto more = onchip_operands(
      "MATMUL",
      "acc_flags=2 src=bfloat16@0x9000[1,0,0][8,1,1] dst=0x2000c00[1,0,0][8,1,1] 128*128");
  EXPECT_TRUE(more.operands[1].adds);
}

TEST(OnchipOperands, ReadsPointersAndGaps) {
  const auto scaled = onchip_operands(
      "TENSOR_SCALAR",
      "ops=MULTIPLY,BYPASS imm=0x6840,0 imm_src=PTR,INSTRUCTION src=fp32@0x2002000[1,1,1][8,1,1] "
      "dst=fp32@0x8850[2,1,1][8,1,1] channels=128");
  ASSERT_EQ(scaled.operands.size(), 3u);
  EXPECT_EQ(scaled.operands[0].area, sbuf(0x6840, 0x6844));
  EXPECT_TRUE(scaled.operands[2].gaps);
  EXPECT_EQ(scaled.operands[2].area, sbuf(0x8850, 0x8850 + 7 * 8 + 4));
  const auto activate = onchip_operands(
      "ACTIVATE",
      "EXP bias_ptr=fp32@0x4814 src=fp32@0x5000[1,1,1][8,1,1] dst=fp32@0x5000[1,1,1][8,1,1] "
      "channels=16 scale=1.000000 imm=0.000000 accumulator_cmd=IDLE");
  ASSERT_EQ(activate.operands.size(), 3u);
  EXPECT_EQ(activate.operands[0].area, sbuf(0x4814, 0x4818, 0, 16));
  const auto no_bias =
      onchip_operands("ACTIVATE", "EXP bias_ptr=fp32@0x0 src=fp32@0x5000[1][8] channels=16");
  EXPECT_EQ(no_bias.operands.size(), 1u);
  // A broadcast reads one element, and a repeated column has no gaps.
  const auto broadcast = onchip_operands("COPY", "src=fp32@0x100[0,1][64,2] channels=1");
  EXPECT_EQ(broadcast.operands[0].area, sbuf(0x100, 0x108, 0, 1));
  EXPECT_FALSE(broadcast.operands[0].gaps);
}

TEST(OnchipOperands, ReadsBothSidesOfDmaInstructions) {
  const auto load = onchip_operands(
      "DMA_DIRECT2D",
      "semaphore=8 sem_increment=16 src_elem_size=512 dst_elem_size=512 src_pattern=[512,1][64,1] "
      "dst_pattern=[262144,1][64,1] src_table_offset_imm=0x800 src_table_index=3 src_shape_reg=0 "
      "dst_addr_imm=0x802000804200 dst_shape_reg=0 compute_op=NONE");
  ASSERT_EQ(load.operands.size(), 1u);
  EXPECT_TRUE(load.operands[0].write);
  EXPECT_EQ(load.operands[0].area, sbuf(0x4200, 0x4400, 32, 96));
  EXPECT_EQ(load.unknown, 0);
  EXPECT_EQ(load.dma_base, 0x802000000000u);
  const auto store = onchip_operands(
      "DMA_DIRECT2D",
      "src_elem_size=512 dst_elem_size=512 src_pattern=[512,262144][4,128] "
      "dst_pattern=[65536,512][4,128] src_addr_imm=0x802000008800 dst_table_offset_imm=0x0 "
      "dst_table_index=3 compute_op=NONE");
  ASSERT_EQ(store.operands.size(), 1u);
  EXPECT_EQ(store.operands[0].area, sbuf(0x8800, 0x9000));
  EXPECT_FALSE(store.operands[0].gaps);
  const auto registers = onchip_operands(
      "DMA_DIRECT2D",
      "src_elem_size=2 dst_elem_size=2 src_pattern=[2,1][8,1] dst_pattern=[2,1][8,1] "
      "src_table_offset_reg=$R[31] src_table_index=1 dst_addr_reg=$R[5] compute_op=NONE");
  EXPECT_TRUE(registers.operands.empty());
  EXPECT_EQ(registers.unknown, 1) << "an offset in a table is in HBM, the register can be on-chip";
  const auto indices = onchip_operands("TENSOR_LOAD",
                                       "addr=uint32@0x802000010100[1,8][4,1] "
                                       "data=$R[60]");
  ASSERT_EQ(indices.operands.size(), 1u);
  EXPECT_EQ(indices.operands[0].area, sbuf(0x10100, 0x10110, 0, 1));
  EXPECT_TRUE(onchip_operands("TENSOR_LOAD", "addr=uint32@0x8005c035e000[0,0][1,1] data=$R[0]")
                  .operands.empty());
  EXPECT_TRUE(onchip_operands("WRITE", "data=0x1 size=4 dst=0x803802701804").operands.empty());
}

TEST(OnchipOperands, SurviveAnyText) {
  for (const std::string_view text :
       {"", "=", "src=", "src=fp32@", "src=fp32@0x", "src=fp32@0x10[", "src=fp32@0x10[1][",
        "src=fp32@0x10[1,1][2]", "src=dtype7@0x10[1][2]", "src=fp32@0xffffffffffffffff[1][2]",
        "src=fp32@0x3ffff[1048576,1048576][1048576,1048576] channels=2000000000",
        "dst=fp32@0x10[-9223372036854775808][65535]", "imm_src=PTR,PTR,PTR",
        "bias_ptr=fp32@0x10[1]",
        "src_elem_size=4294967295 src_pattern=[-9223372036854775808,1][4294967295,4294967295] "
        "src_addr_imm=0x802000000000"}) {
    const auto parsed = onchip_operands("COPY", text);
    for (const OnchipOperand& operand : parsed.operands) {
      EXPECT_LT(operand.area.begin, operand.area.end) << text;
      EXPECT_LE(operand.area.end, kPartitionStride) << text;
      EXPECT_LT(operand.area.first_partition, operand.area.end_partition) << text;
      EXPECT_LE(operand.area.end_partition, kPartitions) << text;
    }
  }
  std::mt19937 random(7);
  const std::string valid =
      "src=fp32@0x2001000[1,1,1,1][100,1,1,1] dst=fp32@0x4800[1,-1][100,3] 128*64 channels=64";
  for (int i = 0; i < 2000; ++i) {
    std::string text = valid;
    for (int k = 0; k < 4; ++k) {
      text[random() % text.size()] = static_cast<char>(32 + random() % 95);
    }
    for (const OnchipOperand& operand : onchip_operands("MATMUL", text).operands) {
      ASSERT_LT(operand.area.begin, operand.area.end) << text;
      ASSERT_LE(operand.area.end_partition, kPartitions) << text;
    }
  }
}

/// Accesses to SBUF, with the index of the access as its content and slice.
struct Accesses {
  OnchipLifetimes memory{OnchipMemory::kSbuf};
  std::uint32_t count = 0;

  void add(const OnchipArea& area, bool write, std::int64_t begin, std::int64_t end,
           bool gaps = false, bool adds = false) {
    memory.add({.operand = {.area = area, .write = write, .gaps = gaps, .adds = adds},
                .begin = begin,
                .end = end,
                .slice = SliceId(std::size_t{count}),
                .content = count});
    ++count;
  }
  void write(const OnchipArea& area, std::int64_t begin, std::int64_t end) {
    add(area, true, begin, end);
  }
  void read(const OnchipArea& area, std::int64_t begin, std::int64_t end) {
    add(area, false, begin, end);
  }
};

std::string text_of(const std::vector<OnchipLifetime>& lifetimes) {
  std::string text;
  for (const OnchipLifetime& life : lifetimes) {
    const OnchipArea& area = life.area;
    text += fmt::format("[{},{}) p{}-{} {}..{} w{} r{} {}\n", area.begin, area.end,
                        area.first_partition, area.end_partition - 1, life.begin, life.end,
                        life.writes, life.reads,
                        life.content == OnchipLifetime::kUnknownContent ? -1 : int(life.content));
  }
  return text;
}

TEST(OnchipLifetimes, EndWithTheLastReadBeforeTheNextWrite) {
  Accesses a;
  a.write(sbuf(0, 100), 0, 10);
  a.read(sbuf(0, 50), 20, 30);
  a.read(sbuf(50, 100), 40, 55);
  a.write(sbuf(0, 100), 100, 110);
  a.read(sbuf(0, 100), 120, 130);
  EXPECT_EQ(text_of(a.memory.take()),
            "[0,100) p0-127 0..55 w1 r2 0\n"
            "[0,100) p0-127 100..130 w1 r1 3\n");
}

TEST(OnchipLifetimes, SplitAtPartialWrites) {
  Accesses a;
  a.write(sbuf(0, 100), 0, 10);
  a.read(sbuf(0, 100), 20, 30);
  a.write(sbuf(40, 60), 50, 55);
  a.read(sbuf(0, 50), 70, 80);  // the lower rest and the new data
  EXPECT_EQ(text_of(a.memory.take()),
            "[0,40) p0-127 0..80 w1 r2 0\n"
            "[40,60) p0-127 0..30 w1 r1 0\n"
            "[60,100) p0-127 0..30 w1 r1 0\n"
            "[40,60) p0-127 50..80 w1 r1 2\n");
}

TEST(OnchipLifetimes, SplitByPartitions) {
  Accesses a;
  a.write(sbuf(0, 64), 0, 10);
  a.write(sbuf(0, 64, 32, 64), 20, 30);
  a.write(sbuf(32, 64, 0, 32), 20, 30);
  a.read(sbuf(0, 64), 40, 50);
  EXPECT_EQ(text_of(a.memory.take()),
            "[0,32) p0-31 0..50 w1 r1 0\n"
            "[0,64) p32-63 0..10 w1 r0 0\n"
            "[0,64) p64-127 0..50 w1 r1 0\n"
            "[32,64) p0-31 0..10 w1 r0 0\n"
            "[0,64) p32-63 20..50 w1 r1 1\n"
            "[32,64) p0-31 20..50 w1 r1 2\n");
}

TEST(OnchipLifetimes, ContinueWithAccumulationAndFilledGaps) {
  Accesses a;
  a.write(sbuf(0, 64), 0, 10);
  a.add(sbuf(0, 64), true, 20, 30, false, true);
  a.read(sbuf(0, 64), 40, 50);
  a.add(sbuf(0, 64), true, 60, 70, false, true);
  EXPECT_EQ(text_of(a.memory.take()), "[0,64) p0-127 0..70 w3 r1 1\n");

  // Two strided writes fill one buffer, and the first after a read starts a new one.
  Accesses b;
  b.add(sbuf(0, 62), true, 0, 10, true);
  b.add(sbuf(2, 64), true, 20, 30, true);
  b.read(sbuf(0, 64), 40, 50);
  b.add(sbuf(0, 62), true, 60, 70, true);
  EXPECT_EQ(text_of(b.memory.take()),
            "[0,62) p0-127 0..50 w2 r1 1\n"
            "[62,64) p0-127 20..50 w1 r1 1\n"
            "[0,62) p0-127 60..70 w1 r0 3\n");
}

TEST(OnchipLifetimes, StartWithReadsOfUnknownData) {
  Accesses a;
  a.write(sbuf(0, 64), 0, 10);
  a.read(sbuf(32, 96), 20, 30);
  a.read(sbuf(64, 96), 40, 50);
  a.add(sbuf(0, 128), false, 60, 70, true);  // the gaps need not be data
  EXPECT_EQ(text_of(a.memory.take()),
            "[0,64) p0-127 0..70 w1 r2 0\n"
            "[64,96) p0-127 20..70 w0 r3 -1\n");
}

TEST(OnchipLifetimes, StateTheLongestIdleTime) {
  Accesses a;
  a.write(sbuf(0, 64), 0, 10);
  a.read(sbuf(0, 64), 15, 20);
  a.read(sbuf(0, 64), 120, 130);
  a.read(sbuf(0, 64), 125, 126);
  EXPECT_EQ(a.memory.take().at(0).idle, 100);
}

// For any accesses, no two lifetimes overlap in address, partition and time, every written byte is
// in a lifetime with a known writer, and no byte is in a lifetime that was never accessed.
TEST(OnchipLifetimes, NeverOverlap) {
  constexpr int kBytes = 40;
  constexpr int kTestPartitions = 8;
  for (std::uint32_t seed = 1; seed <= 60; ++seed) {
    std::mt19937 random(seed);
    const auto below = [&](int limit) { return static_cast<int>(random() % std::uint32_t(limit)); };
    Accesses a;
    std::vector<bool> written(kBytes * kTestPartitions);
    std::vector<bool> accessed(written.size());
    std::int64_t now = 0;
    for (int i = 0; i < 150; ++i) {
      now += below(4);
      const int begin = below(kBytes);
      const int end = begin + 1 + below(kBytes - begin);
      const int first = below(kTestPartitions);
      const int last = first + 1 + below(kTestPartitions - first);
      const bool write = below(2) == 0;
      a.add(sbuf(begin, end, first, last), write, now, now + below(6), below(4) == 0,
            write && below(5) == 0);
      for (int byte = begin; byte < end; ++byte) {
        for (int p = first; p < last; ++p) {
          const auto at = static_cast<std::size_t>(byte * kTestPartitions + p);
          accessed[at] = true;
          written[at] = written[at] || write;
        }
      }
    }
    const auto lifetimes = a.memory.take();
    std::vector<bool> listed(written.size());
    for (std::size_t i = 0; i < lifetimes.size(); ++i) {
      const OnchipLifetime& x = lifetimes[i];
      EXPECT_LE(x.begin, x.end);
      EXPECT_GT(x.area.bytes(), 0);
      for (std::size_t k = i + 1; k < lifetimes.size(); ++k) {
        const OnchipLifetime& y = lifetimes[k];
        const bool same_time = x.begin < y.end && y.begin < x.end;
        ASSERT_FALSE(same_time && x.area.overlaps(y.area)) << "seed " << seed << "\n"
                                                           << text_of({x, y});
      }
      for (std::int64_t byte = x.area.begin; byte < x.area.end; ++byte) {
        for (int p = x.area.first_partition; p < x.area.end_partition; ++p) {
          const auto at = static_cast<std::size_t>(byte * kTestPartitions + p);
          ASSERT_TRUE(accessed[at]) << "seed " << seed;
          listed[at] = listed[at] || x.content != OnchipLifetime::kUnknownContent;
        }
      }
    }
    for (std::size_t at = 0; at < listed.size(); ++at) {
      ASSERT_TRUE(listed[at] || !written[at]) << "seed " << seed;
    }
  }
}

/// A kernel on core 0: loads "q" twice into the same bytes, multiplies into PSUM, saves the result
/// to HBM and reloads it.
struct MapRun {
  MapRun() {
    run.device(1).property(property::kGeneration, std::string("v3"));
    run.execution(0, 1000);
    load = dma(0, 20, "src_table_offset_imm=0x0 src_table_index=1", "[512,1][128,1]",
               "dst_addr_imm=0x802000004000", "[262144,1][128,1]");
    run.arg(load, key::kReadTensor, "q");
    run.arg(load, key::kHbmReadBytes, 65536);
    product = engine("MATMUL", Engine::kTensor, 100, 150,
                     "acc_flags=3 src=fp32@0x4000[1,0,0][128,1,1] dst=0x2000000[1,0,0][128,1,1] "
                     "128*128");
    run.arg(product, key::kPenguinText, "float32<128 x 128> $17[i_q]");
    copy = engine("COPY", Engine::kVector, 200, 210,
                  "src=fp32@0x2000000[1,1,1,1][128,1,1,1] dst=fp32@0x5000[1,1,1,1][128,1,1,1] "
                  "channels=128");
    run.arg(copy, key::kSourceLocation, "/home/me/kernel.py:12");
    save = dma(300, 310, "src_addr_imm=0x802000005000", "[262144,1][128,1]",
               "dst_addr_imm=0x800001000000", "[512,1][128,1]");
    run.arg(save, key::kHbmWriteBytes, 65536);
    again = dma(350, 360, "src_table_offset_imm=0x0 src_table_index=1", "[512,1][128,1]",
                "dst_addr_imm=0x802000004000", "[262144,1][128,1]");
    run.arg(again, key::kReadTensor, "q");
    run.arg(again, key::kHbmReadBytes, 65536);
    reload = dma(800, 810, "src_addr_imm=0x800001000000", "[512,1][128,1]",
                 "dst_addr_imm=0x802000006000", "[262144,1][128,1]");
    run.arg(reload, key::kReadTensor, "scratch");
    run.arg(reload, key::kHbmReadBytes, 65536);
    use = engine("COPY", Engine::kVector, 900, 950,
                 "src=fp32@0x6000[1,1,1,1][128,1,1,1] dst=fp32@0x7000[1,1,1,1][128,1,1,1] "
                 "channels=128");
  }

  SliceId engine(std::string_view opcode, Engine engine, int begin, int end,
                 std::string_view operands) {
    const SliceId slice = run.instruction(0, engine, opcode, begin, end);
    run.arg(slice, key::kOperands, operands);
    return slice;
  }
  SliceId dma(int begin, int end, std::string_view source, std::string_view source_pattern,
              std::string_view destination, std::string_view destination_pattern) {
    return engine("DMA_DIRECT2D", Engine::kSync, begin, end,
                  fmt::format("src_elem_size=512 dst_elem_size=512 src_pattern={} dst_pattern={} "
                              "{} src_shape_reg=0 {} dst_shape_reg=0 compute_op=NONE",
                              source_pattern, destination_pattern, source, destination));
  }

  TestRun run;
  SliceId load, product, copy, save, again, reload, use;
};

TEST(OnchipMap, NamesOwnersAndSpilledData) {
  MapRun made;
  const SliceId packet = made.run.packet(0, 1, "hardware_dynamic", 512, 15, 60);
  made.run.out().flow(made.load, packet, made.run.out().intern(flow_kind::kDmaTrigger));
  const auto trace = made.run.finish();
  const NamedTable table = run_table("onchip-map", *trace);
  ASSERT_EQ(table.rows(), 6u) << table.table.to_text(Language());
  const std::size_t q = table.row({{"owner", "q"}, {"start_ns", "0"}});
  EXPECT_EQ(table.text(q, "memory"), "SBUF");
  EXPECT_EQ(table.number(q, "address"), 0x4000);
  EXPECT_EQ(table.number(q, "bytes"), 512);
  EXPECT_EQ(table.number(q, "partitions"), 128);
  EXPECT_EQ(table.number(q, "duration_ns"), 150);
  EXPECT_EQ(table.number(q, "idle_ns"), 40) << "from the last packet to the product";
  EXPECT_EQ(table.text(q, "owner_kind"), "tensor");
  EXPECT_EQ(table.text(q, "written_by"), "DMA");
  EXPECT_EQ(table.text(q, "spill"), "no");
  const std::size_t twice = table.row({{"owner", "q"}, {"start_ns", "350"}});
  EXPECT_EQ(table.text(twice, "spill"), "read again");
  const std::size_t value = table.row({{"memory", "PSUM"}});
  EXPECT_EQ(table.text(value, "owner"), "$17");
  EXPECT_EQ(table.text(value, "owner_kind"), "compiler's value");
  EXPECT_EQ(table.number(value, "duration_ns"), 110);
  const std::size_t line = table.row({{"owner", "/home/me/kernel.py:12"}});
  EXPECT_EQ(table.text(line, "spill"), "saved");
  EXPECT_EQ(table.number(line, "reads"), 1);
  const std::size_t scratch = table.row({{"owner", "scratch"}});
  EXPECT_EQ(table.text(scratch, "spill"), "reloaded");
  const std::size_t last = table.row({{"address", "28672"}});
  EXPECT_EQ(table.text(last, "owner"), "COPY");
  EXPECT_EQ(table.text(last, "owner_kind"), "opcode");
  const auto first =
      trace->slice(SliceId(static_cast<std::size_t>(table.number(last, "slice_id"))));
  EXPECT_EQ(trace->to_ns(first.begin()), 900);

  const NamedTable part = run_table(
      "onchip-map", *trace, {}, {.range = std::pair(made.run.at(0), made.run.at(100)), .core = {}});
  EXPECT_EQ(part.rows(), 2u) << "the first q and, at its end, the product";
  EXPECT_EQ(run_table("onchip-map", *trace, {{"rows", "2"}}).rows(), 2u);
  EXPECT_TRUE(run_table("onchip-map", *trace, {{"rows", "2"}}).has_note("4 smaller lifetimes"));
}

TEST(OnchipMap, MeasuresPeakFreeSpaceAndIdleData) {
  MapRun made;
  // 64 KiB in each of 4 partitions, idle for most of the time.
  made.engine("MEMSET", Engine::kGpSimd, 10, 20,
              "value=0x0 dst=uint8@0x10000[1][65536] channels=4");
  made.engine("COPY", Engine::kGpSimd, 700, 710, "src=uint8@0x10000[1][65536] channels=4");
  const auto trace = made.run.finish();
  const NamedTable table = run_table("onchip-use", *trace);
  ASSERT_EQ(table.rows(), 2u) << table.table.to_text(Language());
  EXPECT_EQ(table.text(0, "memory"), "SBUF");
  EXPECT_EQ(table.number(0, "partition_bytes"), 229376);
  // q or its second load, and what was copied, with the large buffer.
  EXPECT_EQ(table.number(0, "peak"), 65536 + 512);
  EXPECT_EQ(table.number(0, "start_ns"), 10);
  EXPECT_EQ(table.number(0, "duration_ns"), 140);
  EXPECT_DOUBLE_EQ(table.number(0, "share"), 66048.0 / 229376.0);
  const double used = 128.0 * 4 * 512 + 4 * 65536;
  EXPECT_DOUBLE_EQ(table.number(0, "never_used"), 1.0 - used / (128.0 * 229376.0));
  EXPECT_EQ(table.number(0, "idle_bytes"), 4 * 65536);
  EXPECT_EQ(table.number(0, "saved_bytes"), 65536);
  EXPECT_EQ(table.number(0, "reloaded_bytes"), 65536);
  EXPECT_EQ(table.number(0, "read_again_bytes"), 65536);
  EXPECT_EQ(table.number(1, "peak"), 512);
  EXPECT_EQ(table.number(1, "partition_bytes"), 16384);
  EXPECT_TRUE(table.has_note("212,984 of the 229,376"));
}

TEST(OnchipMap, StatesWhatItDoesNotContain) {
  TestRun bare;
  bare.instruction(0, Engine::kTensor, "MATMUL", 0, 10);
  const auto without = bare.finish();
  for (const std::string_view id : {"onchip-map", "onchip-use"}) {
    const NamedTable table = run_table(id, *without);
    EXPECT_EQ(table.rows(), 0u);
    EXPECT_TRUE(table.has_note("no instructions with addresses in SBUF or PSUM"));
  }
  TestRun run;
  const SliceId start = run.instruction(0, Engine::kSync, "WRITE", 0, 5);
  const SliceId packet = run.packet(0, 1, "weight", 512, 10, 20);
  run.out().flow(start, packet, run.out().intern(flow_kind::kDmaTrigger));
  const auto add = [&](int begin, std::string_view text) {
    run.arg(run.instruction(0, Engine::kVector, "COPY", begin, begin + 5), key::kOperands, text);
  };
  add(30, "src=fp32@0x100[1][8] dst=fp32@0x200[1][8] channels=128");
  add(40, "src=other@0x100[1][8] dst=fp32@0x300[1][8] channels=128");
  const NamedTable table = run_table("onchip-map", *run.finish());
  EXPECT_EQ(table.rows(), 3u);
  EXPECT_TRUE(table.missing(table.row({{"address", "256"}}), "owner"));
  EXPECT_TRUE(table.has_note("1 DMA transfer uses prepared descriptors"));
  EXPECT_TRUE(table.has_note("1 operand"));
  EXPECT_TRUE(table.has_note("without a known writer"));
}

TEST(OnchipMap, PrefersTheAllocationsOfTheCapture) {
  MapRun made;
  TraceWriter& out = made.run.out();
  const TrackId track = out.track({.name = "SBUF allocations, partition 3", .core = 0});
  const SliceId slice = out.slice(track, out.intern("scores"), made.run.at(100), made.run.at(200));
  made.run.arg(slice, "start_address", 1000);
  made.run.arg(slice, "end_address", 1064);
  const NamedTable table = run_table("onchip-map", *made.run.finish());
  ASSERT_EQ(table.rows(), 2u) << "the allocation, and PSUM from the operands";
  EXPECT_EQ(table.text(0, "owner"), "scores");
  EXPECT_EQ(table.text(0, "owner_kind"), "allocation");
  EXPECT_EQ(table.number(0, "partition"), 3);
  EXPECT_EQ(table.number(0, "bytes"), 64);
  EXPECT_TRUE(table.missing(0, "reads"));
  EXPECT_EQ(table.text(1, "memory"), "PSUM");
}

TEST(OnchipMap, CanBeCancelled) {
  MapRun made;
  const auto trace = made.run.finish();
  TaskControl control;
  control.request_cancel();
  const auto map = onchip_map(*trace, Scope(*trace, {}), control);
  ASSERT_FALSE(map);
  EXPECT_EQ(map.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::analysis
