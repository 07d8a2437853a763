// Pairing of instruction records in long programs, and DMA transfers.
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/neff_writer.h"
#include "tests/unit/importers/read_back.h"

#include <map>

#include <gtest/gtest.h>

namespace nscope::importers::ntff_pairs {
namespace {

constexpr std::uint64_t kStart = 2'000'000'000'000;  // ps of device time
constexpr std::uint64_t kNs = 1000;
enum : unsigned { kPe = 0, kAct = 1, kPool = 2, kDve = 3, kSp = 4 };

TestWord copy_from_hbm(unsigned bytes_per_row) {
  TestWord word(0xb8);
  word.u8(13, 24).u8(14, 16).u64(16, 0x1000).u16(32, 16).u16(34, 1).u16(36, bytes_per_row);
  return word.u64(40, 0x802000004000).u16(56, 16).u16(58, 1).u16(60, bytes_per_row);
}

NtffWriter capture_of(TestCore core, std::uint64_t nanoseconds) {
  NtffWriter ntff;
  ntff.executions = {{kStart, kStart + nanoseconds * kNs}};
  ntff.cores = {std::move(core)};
  return ntff;
}

std::shared_ptr<const Trace> import_ok(const NtffWriter& ntff, const std::string& neff = {}) {
  auto trace = import_text(ntff.text(), neff);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

std::map<std::int64_t, int> runs_by_pc(const Trace& trace, std::string_view track) {
  std::map<std::int64_t, int> runs;
  for (const SliceId slice : slices_on(trace, track, 0)) ++runs[number_arg(trace, slice, key::kPc)];
  return runs;
}

void expect_no_broken_pairs(const Trace& trace) {
  for (const std::string_view code :
       {"instruction_without_start", "instruction_without_stop", "engine_busier_than_time",
        "dma_bytes_differ", "dma_notifications_differ", "instruction_word_missing"}) {
    EXPECT_EQ(diagnosed(trace, code), 0) << code;
  }
}

/// A program of `words` words on GpSimdE: every 7th is a DMA instruction that runs late and beside
/// the others, with the notification of its descriptors long before.
TestCore asynchronous_copies(unsigned words) {
  TestCore core;
  for (unsigned pc = 0; pc < words; ++pc) {
    core.code[kPool].push_back(pc % 7 == 0 ? copy_from_hbm(4096) : TestWord(0xa4).u32(12, pc));
  }
  std::uint64_t time = kStart;
  for (unsigned pc = 0; pc < words; ++pc, time += 10 * kNs) {
    if (pc % 7 != 0) {
      core.instruction(kPool, pc, time, time + 8 * kNs);
      continue;
    }
    core.descriptors(kPool, pc, 2, time + 1 * kNs);
    core.instruction(kPool, pc, time + 33 * kNs, time + 35 * kNs);
    for (int engine = 64; engine < 80; ++engine) {
      core.packet(static_cast<unsigned>(engine), 0, 4096, time + 40 * kNs, time + 50 * kNs);
      core.packet(static_cast<unsigned>(engine), 0, 4, time + 50 * kNs, time + 51 * kNs);
    }
  }
  for (int engine = 64; engine < 80; ++engine) core.queues.push_back({engine, 0, "qPoolDynamic"});
  return core;
}

TEST(NtffPairs, AsynchronousCopiesInLongProgramsKeepTheirStops) {
  for (const unsigned words : {300u, 512u, 700u, 2000u, 5000u}) {
    const auto trace = import_ok(capture_of(asynchronous_copies(words), words * 10 + 100));
    ASSERT_TRUE(trace);
    const auto runs = runs_by_pc(*trace, "GpSimdE");
    EXPECT_EQ(runs.size(), words);
    for (const SliceId slice : slices_on(*trace, "GpSimdE", 0)) {
      const auto ref = trace->slice(slice);
      const bool copy = name_of(*trace, slice) == "DMA_DIRECT2D";
      EXPECT_EQ(copy, number_arg(*trace, slice, key::kPc) % 7 == 0);
      EXPECT_EQ((ref.end() - ref.begin()).value(), copy ? 2'000 : 8'000);
    }
    expect_no_broken_pairs(*trace);
    const auto transfers = slices_on(*trace, "DMA transfers", 0);
    EXPECT_EQ(transfers.size(), (words + 6) / 7);
    for (const SliceId slice : transfers) {
      EXPECT_EQ(number_arg(*trace, slice, key::kTransferSize), 16 * 4096);
      EXPECT_EQ((trace->slice(slice).end() - trace->slice(slice).begin()).value(), 11'000);
    }
  }
}

TEST(NtffPairs, LoopsRepeatWordsAndOverlapThemselves) {
  TestCore core;
  for (unsigned pc = 0; pc < 1100; ++pc) core.code[kPe].push_back(TestWord(0x01));
  // A loop over the words 600 to 609; each instruction is still running when the loop comes
  // back to it.
  std::uint64_t time = kStart;
  for (int round = 0; round < 50; ++round) {
    for (unsigned pc = 600; pc < 610; ++pc, time += 10 * kNs) {
      core.instruction(kPe, pc, time, time + 120 * kNs);
    }
  }
  const auto trace = import_ok(capture_of(core, 6000));
  ASSERT_TRUE(trace);
  const auto runs = runs_by_pc(*trace, "TensorE");
  ASSERT_EQ(runs.size(), 10u);
  for (const auto& [pc, count] : runs) EXPECT_EQ(count, 50) << pc;
  for (const SliceId slice : slices_on(*trace, "TensorE", 0)) {
    EXPECT_EQ((trace->slice(slice).end() - trace->slice(slice).begin()).value(), 120'000);
  }
  EXPECT_EQ(diagnosed(*trace, "instruction_without_stop"), 0);
  EXPECT_EQ(diagnosed(*trace, "engine_busier_than_time"), 1) << "twelve run at the same time";
}

TEST(NtffPairs, BranchesOverMoreThan512WordsAreFollowed) {
  TestCore core;
  for (unsigned pc = 0; pc < 3000; ++pc) core.code[kDve].push_back(TestWord(0xa4).u32(12, pc));
  const std::vector<unsigned> order{0, 1, 2, 2900, 2901, 88, 600, 1112, 1624, 2136, 88, 2648, 0};
  std::uint64_t time = kStart;
  for (const unsigned pc : order) {
    core.instruction(kDve, pc, time, time + 5 * kNs);
    time += 10 * kNs;
  }
  const auto trace = import_ok(capture_of(core, 1000));
  ASSERT_TRUE(trace);
  const auto slices = slices_on(*trace, "VectorE", 0);
  ASSERT_EQ(slices.size(), order.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    EXPECT_EQ(number_arg(*trace, slices[i], key::kPc), order[i]);
    EXPECT_EQ(text_arg(*trace, slices[i], key::kOperands), "cycle=" + std::to_string(order[i]));
  }
}

TEST(NtffPairs, ALostStopDoesNotMoveLaterOnes) {
  TestCore core = asynchronous_copies(700);
  std::size_t lost = 0;
  for (std::size_t i = 0; i < core.instructions.size(); ++i) {
    const std::uint32_t a = core.instructions[i].a;
    if ((a >> 24 & 1) != 0 && (a & 0xfffff) == loaded_at(kPool) + 96) lost = i;
  }
  core.instructions.erase(core.instructions.begin() + static_cast<std::ptrdiff_t>(lost));
  const auto trace = import_ok(capture_of(core, 7100));
  ASSERT_TRUE(trace);
  const auto runs = runs_by_pc(*trace, "GpSimdE");
  EXPECT_FALSE(runs.contains(96));
  EXPECT_TRUE(runs.contains(96 + 512));
  EXPECT_EQ(runs.size(), 699u);
  EXPECT_EQ(diagnosed(*trace, "instruction_without_stop"), 1);
}

TEST(NtffPairs, BrokenInvariantsAreReported) {
  // A DMA instruction that states other bytes than its packets move.
  TestCore core = asynchronous_copies(70);
  core.code[kPool][7] = copy_from_hbm(2048);
  auto trace = import_ok(capture_of(core, 900));
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "dma_bytes_differ"), 1);
  // A DMA instruction without the notification of its descriptors.
  core = asynchronous_copies(70);
  std::erase_if(core.instructions, [](const TestRecord& record) {
    return (record.a >> 25 & 1) != 0 && (record.a & 0xfffff) == loaded_at(kPool) + 14;
  });
  trace = import_ok(capture_of(core, 900));
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "dma_notifications_differ"), 1);
}

TEST(NtffPairs, AddressesThatAreNotThoseOfTheCodeCountFromItsStart) {
  TestCore core;
  core.code[kAct] = {TestWord(0xa4), TestWord(0xa2)};
  const std::uint32_t act = 0x80000000u | 2u << 26;
  core.instructions = {{act, 0, kStart + 1 * kNs},
                       {act | 1u << 24, 0, kStart + 2 * kNs},
                       {act | 1, 0, kStart + 3 * kNs},
                       {act | 1u << 24 | 1, 0, kStart + 4 * kNs}};
  const auto trace = import_ok(capture_of(core, 100));
  ASSERT_TRUE(trace);
  const auto slices = slices_on(*trace, "ScalarE", 0);
  ASSERT_EQ(slices.size(), 2u);
  EXPECT_EQ(name_of(*trace, slices[0]), "NOP");
  EXPECT_EQ(name_of(*trace, slices[1]), "DRAIN");
}

/// WRITE that starts a transfer on `ring`.
TestWord start_transfer(unsigned ring, unsigned source, unsigned destination, unsigned left_out) {
  TestWord word(0xa5);
  word.u8(12, 4).u8(13, 4);
  word.u64(16, 0x8010020a0038ull + (ring + 1) * 0x1000)
      .u64(24, 0x801002080038ull + (ring + 1) * 0x1000);
  return word.u32(32, left_out << 16 | destination).u32(40, left_out << 16 | source);
}

/// SyncE loads twice over ring 1 of 16 engines, VectorE adds, GpSimdE stores over ring 0. The
/// first engine has one packet more than the others.
TestCore static_transfers() {
  TestCore core;
  core.code[kSp] = {start_transfer(1, 3, 3, 0), start_transfer(1, 2, 2, 0xfffe),
                    start_transfer(1, 3, 3, 0), start_transfer(1, 2, 2, 0xfffe)};
  TestWord add(0x46);
  add.wait_at_least(9, 16).increment(6);
  add.u32(12, 0x100).u16(16, 1).u16(24, 4).u16(26, 1).u16(28, 1).u16(30, 1);
  add.u32(44, 0x400).u16(48, 1).u16(56, 4).u16(58, 1).u16(60, 1).u16(62, 1);
  add.u8(32, 10).u8(33, 10).u8(34, 128);
  core.code[kDve] = {add};
  TestWord store = start_transfer(0, 2, 2, 0);
  store.wait_at_least(6, 1);
  core.code[kPool] = {store};
  for (int engine = 64; engine < 80; ++engine) {
    const bool first = engine == 64;
    core.queues.push_back({engine, 0, "qPoolIO0", 4, {{1, 2, 2}}});
    core.queues.push_back(
        {engine, 1, "qSPIO0", 3, {{first ? 4u : 2u, first ? 5u : 3u, first ? 5u : 3u}}});
  }
  const auto ring = [&](unsigned engine, unsigned number, unsigned packets, unsigned bytes,
                        std::uint64_t from, unsigned semaphore) {
    for (unsigned i = 0; i < packets; ++i) {
      const std::uint64_t begin = kStart + (from + 10 * i) * kNs;
      core.packet(engine, number, i + 1 == packets ? bytes + 4 : bytes, begin, begin + 9 * kNs);
    }
    core.dma_semaphore(semaphore, 1, kStart + (from + 10 * packets) * kNs);
  };
  core.instruction(kSp, 0, kStart + 10 * kNs, kStart + 11 * kNs);
  core.instruction(kSp, 1, kStart + 12 * kNs, kStart + 13 * kNs);
  core.instruction(kSp, 2, kStart + 14 * kNs, kStart + 15 * kNs);
  core.instruction(kSp, 3, kStart + 16 * kNs, kStart + 17 * kNs);
  core.instruction(kDve, 0, kStart + 200 * kNs, kStart + 210 * kNs);
  core.instruction(kPool, 0, kStart + 400 * kNs, kStart + 401 * kNs);
  for (unsigned engine = 64; engine < 80; ++engine) {
    const unsigned packets = engine == 64 ? 4 : 2;
    ring(engine, 1, packets, 1000, 20, 9);
    ring(engine, 1, packets, 1000, 100, 9);
    ring(engine, 0, 1, 500, 420, 40);
  }
  return core;
}

TEST(NtffTransfers, StaticQueuesHaveTransfersWithBytesAndDirections) {
  const auto trace = import_ok(capture_of(static_transfers(), 1000));
  ASSERT_TRUE(trace);
  expect_no_broken_pairs(*trace);
  const auto transfers = slices_on(*trace, "DMA transfers", 0);
  ASSERT_EQ(transfers.size(), 3u);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(name_of(*trace, transfers[i]), "qSyncIO0");
    EXPECT_EQ(text_arg(*trace, transfers[i], key::kQueueType), "input");
    EXPECT_EQ(number_arg(*trace, transfers[i], key::kTransferSize), (15 * 2 + 4) * 1000);
    EXPECT_EQ(number_arg(*trace, transfers[i], key::kHbmReadBytes), 34'000);
    EXPECT_EQ(number_arg(*trace, transfers[i], key::kSbufWriteBytes), 34'000);
    EXPECT_EQ((trace->slice(transfers[i]).end() - trace->slice(transfers[i]).begin()).value(),
              39'000);
  }
  EXPECT_EQ(text_arg(*trace, transfers[2], key::kQueueType), "output");
  EXPECT_EQ(number_arg(*trace, transfers[2], key::kHbmWriteBytes), 8'000);
  EXPECT_EQ(number_arg(*trace, transfers[2], key::kSbufReadBytes), 8'000);
  const SliceId trigger = slices_on(*trace, "SyncE", 0).at(0);
  EXPECT_TRUE(
      has_flow(*trace, trigger, slices_on(*trace, "Q1-E64", 0).at(3), flow_kind::kDmaTrigger));
  EXPECT_FALSE(
      has_flow(*trace, trigger, slices_on(*trace, "Q1-E64", 0).at(4), flow_kind::kDmaTrigger));
  EXPECT_EQ(diagnosed(*trace, "dma_packet_without_trigger"), 0);
  EXPECT_EQ(diagnosed(*trace, "dma_direction_unknown"), 0);
}

TEST(NtffTransfers, AnAmbiguousDirectionIsUnknownUnlessTheNeffStatesIt) {
  TestCore core = static_transfers();
  core.code[kDve][0].wait_at_least(40, 16);  // a computing instruction waits for the "store"
  NtffWriter ntff = capture_of(core, 1000);
  const auto alone = import_ok(ntff);
  ASSERT_TRUE(alone);
  EXPECT_EQ(diagnosed(*alone, "dma_direction_unknown"), 1);
  EXPECT_EQ(number_arg(*alone, slices_on(*alone, "DMA transfers", 0).at(2), key::kHbmWriteBytes),
            -1);
  const auto neff_with = [](const std::string& from, const std::string& to) {
    NeffWriter neff;
    neff.members = {
        {"sg00/def.json",
         R"({"var": {"SB": {"type": "state-buffer"}, "out": {"type": "output"}}})"},
        {"sg00/Pool.json", R"({"dma": [{"queue": "qPoolIO0", "id": 0, "desc": [{"from": ")" + from +
                               R"(", "to": ")" + to + R"("}]}]})"}};
    return neff.text();
  };
  const auto stored = import_ok(ntff, neff_with("SB", "out"));
  const auto loaded = import_ok(ntff, neff_with("out", "SB"));
  const auto inside = import_ok(ntff, neff_with("SB", "SB"));
  ASSERT_TRUE(stored && loaded && inside);
  const auto third = [](const Trace& trace) { return slices_on(trace, "DMA transfers", 0).at(2); };
  EXPECT_EQ(number_arg(*stored, third(*stored), key::kHbmWriteBytes), 8'000);
  EXPECT_EQ(number_arg(*loaded, third(*loaded), key::kHbmReadBytes), 8'000);
  EXPECT_EQ(diagnosed(*inside, "dma_direction_unknown"), 1);
}

TEST(NtffTransfers, ATransferThatTheHeaderDoesNotListHasNoOwner) {
  TestCore core = static_transfers();
  for (auto& queue : core.queues) {
    if (queue.ring == 0) queue.transfers = {{1, 7, 7}};
  }
  const auto trace = import_ok(capture_of(core, 1000));
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_on(*trace, "DMA transfers", 0).size(), 2u);
  EXPECT_EQ(diagnosed(*trace, "dma_packet_without_trigger"), 16);
}

TEST(NtffTransfers, DynamicTransfersAreListedOnlyWithNotifications) {
  TestCore core = asynchronous_copies(70);
  std::erase_if(core.instructions, [](const TestRecord& r) { return (r.a >> 25 & 1) != 0; });
  const auto trace = import_ok(capture_of(core, 900));
  ASSERT_TRUE(trace);
  EXPECT_TRUE(slices_on(*trace, "DMA transfers", 0).empty());
  EXPECT_EQ(diagnosed(*trace, "dma_packet_without_trigger"), 0);
}

}  // namespace
}  // namespace nscope::importers::ntff_pairs
