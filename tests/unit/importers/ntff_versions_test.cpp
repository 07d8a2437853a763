// NTFF files of versions 4 and 5, and sessions with several NEFFs.
#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/read_back.h"

#include <random>

#include <gtest/gtest.h>

namespace nscope::importers::ntff_versions {
namespace {

constexpr std::uint64_t kStart = 2'000'000'000'000;  // ps of device time
constexpr std::uint64_t kNs = 1000;
enum : unsigned { kPe = 0, kAct = 1, kPool = 2, kDve = 3, kSp = 4 };

TestWord notify(unsigned hint) {
  return TestWord(0xa6).u8(36, hint).u8(39, 1);
}

/// Preparation, mark of the start, two NOPs, mark of the end, a NOP after it; on TensorE and,
/// without marks, on VectorE.
TestCore marked_core(unsigned nc, std::uint64_t start) {
  TestCore core;
  core.subgraph = "sg0" + std::to_string(nc);
  core.device_core = nc;
  core.code[kPe] = {TestWord(0xa4), notify(2), TestWord(0xa4),
                    TestWord(0xa4), notify(3), TestWord(0xa9)};
  core.code[kDve] = {TestWord(0xa4)};
  for (unsigned pc = 0; pc < 6; ++pc) {
    const std::uint64_t begin = start + 100 * kNs * pc - 110 * kNs;
    core.instruction(kPe, pc, begin, begin + 10 * kNs);
  }
  core.instruction(kDve, 0, start + 50 * kNs, start + 60 * kNs);
  core.semaphore(5, 1, start - 500 * kNs).semaphore(5, 2, start + 60 * kNs);
  core.packet(70, 14, 64, start + 70 * kNs, start + 80 * kNs);
  core.length = 300 * kNs;
  return core;
}

NtffWriter marked(int version) {
  NtffWriter ntff;
  ntff.version = version;
  if (version == 6) ntff.executions = {{kStart, kStart + 300 * kNs}};
  ntff.cores = {marked_core(0, kStart)};
  return ntff;
}

std::shared_ptr<const Trace> import_ok(const NtffWriter& ntff) {
  auto trace = import_text(ntff.text());
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

TEST(NtffVersions, OlderVersionsShowTheSameInstructionsAndPackets) {
  for (const int version : {4, 5, 6}) {
    const auto trace = import_ok(marked(version));
    ASSERT_TRUE(trace);
    EXPECT_EQ(trace->property_number(property::kNtffVersion), version);
    EXPECT_EQ(trace->property_text(property::kUuid), "30313233343536373839616263646566");
    EXPECT_EQ(diagnosed(*trace, "unverified_version"), 0);
    // The mark of the start ends at the start.
    const auto tensor = slices_on(*trace, "TensorE", 0);
    ASSERT_GE(tensor.size(), 4u) << version;
    const auto vector = slices_on(*trace, "VectorE", 0);
    ASSERT_EQ(vector.size(), 1u);
    EXPECT_EQ(trace->slice(vector[0]).begin().value(), 50'000);
    EXPECT_EQ(name_of(*trace, vector[0]), "NOP");
    const auto packets = slices_on(*trace, "Q14-E70", 0);
    ASSERT_EQ(packets.size(), 1u);
    EXPECT_EQ(trace->slice(packets[0]).begin().value(), 70'000);
    EXPECT_EQ(slices_on(*trace, "Executions", -1).size(), 1u);
  }
}

TEST(NtffVersions, TheStatedLengthIsKeptAndTheExecutionEndsWithItsLastInstruction) {
  const auto trace = import_ok(marked(5));
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number(property::kExecutionLength), 300'000);
  EXPECT_EQ(trace->property_number(property::kEventRecords), 2);
  EXPECT_EQ(trace->time_base().window_end.value(), 400'000);
  const auto newest = import_ok(marked(6));
  ASSERT_TRUE(newest);
  EXPECT_EQ(newest->property(property::kExecutionLength), nullptr);
  EXPECT_EQ(newest->property(property::kEventRecords), nullptr);
}

TEST(NtffVersions, CoresThatStartLaterStateTheirStart) {
  NtffWriter ntff = marked(5);
  ntff.cores.push_back(marked_core(1, kStart + 40 * kNs));
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number(property::core_property(0, property::kWorkBegin)), 0);
  EXPECT_EQ(trace->property_number(property::core_property(1, property::kWorkBegin)), 40'000);
  EXPECT_EQ(trace->property_number(property::kPhysicalCores), 2);
}

TEST(NtffVersions, SeveralStartsAreSeveralExecutions) {
  NtffWriter ntff = marked(5);
  const TestCore again = marked_core(0, kStart + 1000 * kNs);
  TestCore& core = ntff.cores[0];
  core.instructions.insert(core.instructions.end(), again.instructions.begin(),
                           again.instructions.end());
  core.dma.insert(core.dma.end(), again.dma.begin(), again.dma.end());
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  const auto executions = slices_on(*trace, "Executions", -1);
  ASSERT_EQ(executions.size(), 2u);
  EXPECT_EQ(trace->slice(executions[1]).begin().value(), 1'000'000);
  EXPECT_EQ(slices_on(*trace, "VectorE", 0).size(), 2u);
  EXPECT_EQ(trace->property(property::kExecutionLength), nullptr)
      << "the length of each is not stated";
}

TEST(NtffVersions, RecordsWithoutMarksAreOneExecution) {
  NtffWriter ntff = marked(5);
  ntff.cores[0].code[kPe][1] = TestWord(0xa4);
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "execution_start_unknown"), 1);
  EXPECT_EQ(slices_on(*trace, "TensorE", 0).size(), 6u);
}

TEST(NtffVersions, WithoutRecordsThereIsAnError) {
  NtffWriter ntff = marked(4);
  ntff.cores[0].instructions.clear();
  const auto trace = import_text(ntff.text());
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  EXPECT_NE(trace.error().message.english().find("no instruction records"), std::string::npos);
}

TEST(NtffVersions, TruncatedAndDamagedFilesNeverCrash) {
  for (const int version : {4, 5}) {
    NtffWriter ntff = marked(version);
    ntff.cores[0].clocks.assign(5 + 16, {kStart, 1024, 1025});
    const std::string whole = ntff.text();
    int partial = 0;
    for (std::size_t size = 0; size < whole.size(); ++size) {
      const auto trace = import_text(whole.substr(0, size));
      if (trace) ++partial;
      if (!trace) EXPECT_EQ(trace.error().code, ErrorCode::kBadInput) << size;
    }
    EXPECT_GT(partial, 100);
    std::mt19937 random(11);
    for (int round = 0; round < 2000; ++round) {
      std::string damaged = whole;
      for (int i = 0; i < 1 + round % 4; ++i) {
        damaged[random() % damaged.size()] = static_cast<char>(random());
      }
      const auto trace = import_text(damaged);
      EXPECT_TRUE(trace || !trace.error().message.empty());
    }
  }
}

TEST(NtffVersions, APayloadWithoutAListOfBlocksConsistsOfInstructions) {
  // Header message by hand: one core with inline words, a stated length, no list of blocks.
  MessageWriter core;
  core.text(1, "sg00").number(3, 4);
  std::string words(2 * 64, '\0');
  words[0] = words[64] = '\xa4';
  for (std::uint64_t e = 0; e < 5; ++e) {
    core.message(4, MessageWriter().number(1, e).number(2, 4096 * (e + 1)).text(3, words));
  }
  core.number(14, 5'000'000);
  MessageWriter info;
  info.text(1, "file.neff");
  info.message(4, MessageWriter().message(4, MessageWriter().message(1, core)));
  info.text(9, "trn2.3xlarge");
  std::string text(128, '\0');
  text[0] = 5;
  text[1] = static_cast<char>(info.bytes().size() & 0xff);
  text[2] = static_cast<char>(info.bytes().size() >> 8);
  text += info.bytes();
  std::uint64_t time = 1'000'000'000;
  for (std::uint32_t e = 0; e < 5; ++e) {
    for (std::uint32_t pc = 0; pc < 2; ++pc, time += 100'000) {
      for (const std::uint32_t stop : {0u, 1u}) {
        const std::uint32_t a = 0x80000000u | (e + 1) << 26 | stop << 24 | pc;
        const std::uint32_t c = 0;
        const std::uint64_t at = time + stop * 50'000;
        text.append(reinterpret_cast<const char*>(&a), 4);
        text.append(reinterpret_cast<const char*>(&c), 4);
        text.append(reinterpret_cast<const char*>(&at), 8);
      }
    }
  }
  auto trace = import_text(text);
  ASSERT_TRUE(trace) << to_string(trace.error());
  for (const char* track : {"TensorE", "ScalarE", "GpSimdE", "VectorE", "SyncE"}) {
    const auto slices = slices_on(**trace, track, 0);
    ASSERT_EQ(slices.size(), 2u) << track;
    for (const SliceId slice : slices) {
      EXPECT_EQ(name_of(**trace, slice), "NOP");
      EXPECT_EQ(((*trace)->slice(slice).end() - (*trace)->slice(slice).begin()).value(), 50'000);
    }
  }
}

TEST(NtffVersions, ClocksOfEnginesAreAligned) {
  // VectorE counts 3 ms ahead and 1 % too fast, the DMA engines count in units of 2 ps.
  NtffWriter ntff = marked(4);
  TestCore& core = ntff.cores[0];
  const std::uint64_t sync = kStart - 1'000'000;
  for (int i = 0; i < 5; ++i) core.clocks.push_back({sync, 1000, 1000});
  core.clocks[2] = {sync + 3'000'000'000, 1010, 1000};  // DVE is the third
  for (int i = 0; i < 16; ++i) core.clocks.push_back({500, 1024, 2048});
  for (TestRecord& record : core.instructions) {
    if ((record.a >> 26 & 7) == kDve + 1) {
      record.ticks = sync + 3'000'000'000 + (record.ticks - sync) * 1010 / 1000;
    }
  }
  for (TestRecord& record : core.dma) record.ticks = 500 + (record.ticks - sync) / 2;
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  const auto vector = slices_on(*trace, "VectorE", 0);
  ASSERT_EQ(vector.size(), 1u);
  EXPECT_NEAR(static_cast<double>(trace->slice(vector[0]).begin().value()), 50'000, 2);
  const auto packets = slices_on(*trace, "Q14-E70", 0);
  ASSERT_EQ(packets.size(), 1u);
  EXPECT_NEAR(static_cast<double>(trace->slice(packets[0]).end().value()), 80'000, 2);
}

TEST(NtffVersions, ImpossibleClocksAreIgnoredOrCounted) {
  NtffWriter ntff = marked(4);
  for (int i = 0; i < 5; ++i) ntff.cores[0].clocks.push_back({kStart, 0, 0});
  auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_on(*trace, "VectorE", 0).size(), 1u);
  ntff.cores[0].clocks.assign(5, {~std::uint64_t{0}, 1, 1u << 30});
  const auto damaged = import_text(ntff.text());
  EXPECT_TRUE(damaged || !damaged.error().message.empty());
}

TEST(NtffVersions, UsesOfMemoryOfVersion4HaveNumbers) {
  NtffWriter ntff = marked(5);
  ntff.cores[0].memory = {{"weight", 4096}};
  const auto named = import_ok(ntff);
  ASSERT_TRUE(named);
  EXPECT_EQ(named->property_number(property::core_property(0, property::kHbmUsageWeights)), 4096);
}

TEST(NtffSession, SeveralNeffsAndExecutionsAreTakenApartByTheirAddresses) {
  NtffWriter ntff = marked(6);
  ntff.executions.push_back({kStart + 1000 * kNs, kStart + 1300 * kNs});
  // The second NEFF runs on the same NeuronCore. Its code lies elsewhere in memory: the writer
  // loads each engine at one place, so its words are loaded for another engine's address here.
  TestCore other;
  other.subgraph = "sg00";
  other.device_core = 0;
  other.code[kAct] = {TestWord(0xa2), TestWord(0xa4)};
  ntff.more_models.push_back({"fedcba9876543210", {other}});
  ntff.cores[0].instruction(kAct, 1, kStart + 1010 * kNs, kStart + 1020 * kNs);
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_number(property::kPhysicalCores), 1);
  EXPECT_EQ(diagnosed(*trace, "ambiguous_core"), 0);
  const auto scalar = slices_on(*trace, "ScalarE", 0);
  ASSERT_EQ(scalar.size(), 1u);
  EXPECT_EQ(name_of(*trace, scalar[0]), "NOP");
  EXPECT_EQ(number_arg(*trace, scalar[0], key::kPc), 1);
  const auto executions = slices_on(*trace, "Executions", -1);
  ASSERT_EQ(executions.size(), 2u);
  EXPECT_EQ(name_of(*trace, executions[1]), "Execution 2 (30313233343536373839616263646566)");
}

TEST(NtffSession, ProgramsOfOneEngineFollowEachOther) {
  NtffWriter ntff = marked(6);
  TestCore other;
  other.subgraph = "sg00";
  other.device_core = 0;
  for (unsigned i = 0; i < 3; ++i) other.code[kPe].push_back(TestWord(0xa2));
  other.loaded_after = 0x1000;  // words after the first program's place
  ntff.more_models.push_back({"fedcba9876543210", {other}});
  const std::uint32_t second = word_record(kPe, 0x1000 + 2);
  ntff.cores[0].instructions.push_back({second, 0, kStart + 220 * kNs});
  ntff.cores[0].instructions.push_back({second | 1u << 24, 0, kStart + 230 * kNs});
  const auto trace = import_ok(ntff);
  ASSERT_TRUE(trace);
  int drains = 0;
  for (const SliceId slice : slices_on(*trace, "TensorE", 0)) {
    if (name_of(*trace, slice) != "DRAIN") continue;
    ++drains;
    EXPECT_EQ(number_arg(*trace, slice, key::kPc), 2) << "counted in its own program";
  }
  EXPECT_EQ(drains, 1);
  EXPECT_EQ(diagnosed(*trace, "instruction_word_missing"), 0);
}

}  // namespace
}  // namespace nscope::importers::ntff_versions
