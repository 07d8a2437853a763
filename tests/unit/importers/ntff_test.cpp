#include "importers/ntff/ntff.h"

#include "profiler/trace/vocabulary.h"
#include "tests/unit/importers/read_back.h"

#include <random>

#include <gtest/gtest.h>

namespace nscope::importers {
namespace {

constexpr std::uint64_t kStart = 2'000'000'000'000;  // ps of device time
constexpr std::uint64_t kNs = 1000;

/// Engine numbers in the file format.
enum : unsigned { kPe = 0, kAct = 1, kPool = 2, kDve = 3, kSp = 4 };

TestWord region_begin() {
  return TestWord(0xb1).u8(12, 0);
}
TestWord region_end() {
  return TestWord(0xa2).u8(40, 1);
}

/// One core: Sync triggers a DMA transfer, PE waits for it and multiplies, Vector waits for PE and
/// copies.
TestCore small_core() {
  TestCore core;
  core.subgraph = "sg00";
  core.device_core = 4;
  TestWord trigger(0xb8);
  trigger.u8(13, 24).u8(14, 16);
  trigger.u64(16, 0x1000).u16(32, 1).u16(34, 4).u16(36, 512);
  trigger.u64(40, 0x802000000000).u16(56, 1).u16(58, 4).u16(60, 512);
  core.code[kSp] = {region_begin(), trigger, region_end()};
  TestWord matmul(0x02);
  matmul.wait_at_least(24, 16).increment(5);
  matmul.u32(16, 0).u16(20, 1).u16(26, 4).u16(28, 1).u16(30, 1).u8(32, 10).u8(38, 128).u8(39, 128);
  matmul.u32(48, 0x2000000).u16(52, 1).u16(58, 4).u16(60, 1).u16(62, 1);
  core.code[kPe] = {region_begin(), matmul, region_end()};
  TestWord copy(0x46);
  copy.wait_at_least(5, 1);
  copy.u32(12, 0x2000000).u16(16, 1).u16(24, 4).u16(26, 1).u16(28, 1).u16(30, 1);
  copy.u32(44, 0x400).u16(48, 1).u16(56, 4).u16(58, 1).u16(60, 1).u16(62, 1);
  copy.u8(32, 10).u8(33, 10).u8(34, 128);
  core.code[kDve] = {region_begin(), copy, region_end()};
  for (int engine = 64; engine < 66; ++engine) core.queues.push_back({engine, 1, "qSPDynamicHW"});
  core.memory = {{"weight", 4096}, {"tensor", 8192}, {"something new", 1}};

  core.instruction(kSp, 1, kStart + 10 * kNs, kStart + 20 * kNs);
  core.packet(64, 1, 1024, kStart + 15 * kNs, kStart + 30 * kNs);
  core.packet(64, 1, 4, kStart + 30 * kNs, kStart + 31 * kNs);
  core.packet(65, 1, 1024, kStart + 15 * kNs, kStart + 35 * kNs);
  core.packet(65, 1, 4, kStart + 35 * kNs, kStart + 36 * kNs);
  core.packet(66, 14, 64, kStart + 5 * kNs, kStart + 6 * kNs);
  core.instruction(kPe, 1, kStart + 40 * kNs, kStart + 50 * kNs, 1000);
  core.instruction(kDve, 1, kStart + 55 * kNs + 600, kStart + 60 * kNs);
  core.semaphore(24, 16, kStart + 36 * kNs).semaphore(5, 1, kStart + 50 * kNs);
  core.event_flag(3, true, kStart + 51 * kNs).event_flag(3, false, kStart + 52 * kNs);
  core.clock_limit(1, 4, kStart + 1 * kNs).clock_limit(0, 8, kStart + 45 * kNs);
  return core;
}

NtffWriter small_capture() {
  NtffWriter ntff;
  ntff.executions = {{kStart, kStart + 100 * kNs}};
  ntff.cores = {small_core()};
  return ntff;
}

std::shared_ptr<const Trace> import_ok(const std::string& ntff) {
  auto trace = import_text(ntff);
  EXPECT_TRUE(trace) << to_string(trace.error());
  return trace ? *trace : nullptr;
}

TEST(Ntff, IsRecognisedByContent) {
  EXPECT_TRUE(sniff_ntff(source_of(small_capture().text())));
  EXPECT_FALSE(sniff_ntff(source_of("")));
  EXPECT_FALSE(sniff_ntff(source_of(std::string(4096, '\0'))));
  EXPECT_FALSE(sniff_ntff(source_of("{\"instruction\": []}" + std::string(4096, ' '))));
  EXPECT_FALSE(
      sniff_ntff(source_of("\x7f"
                           "ELF" +
                           std::string(4096, '\x02'))));
}

TEST(Ntff, NamesPlacesAndExplainsInstructions) {
  const auto trace = import_ok(small_capture().text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->time_base().ticks_per_ns, 1000);
  EXPECT_EQ(trace->time_base().window_end.value(), 100'000);
  const auto matmuls = slices_on(*trace, "TensorE matmul", 0);
  ASSERT_EQ(matmuls.size(), 1u);
  const auto matmul = trace->slice(matmuls[0]);
  EXPECT_EQ(trace->text(matmul.name()), "MATMUL");
  EXPECT_EQ(matmul.begin().value(), 40'000);
  EXPECT_EQ(matmul.end().value(), 50'000);
  EXPECT_EQ(matmul.wait().value(), 833'333);  // 1000 cycles at 1.2 GHz
  EXPECT_EQ(number_arg(*trace, matmuls[0], key::kElements), 4 * 128 * 128);
  EXPECT_EQ(text_arg(*trace, matmuls[0], key::kInstructionType), "REGULAR");
  EXPECT_EQ(text_arg(*trace, matmuls[0], key::kOperands).substr(0, 56),
            "S[24] (qSyncDynamicHW)>=16 S[5] (Tensor)++@complete acc_");
  const auto copies = slices_on(*trace, "VectorE", 0);
  ASSERT_EQ(copies.size(), 1u);
  EXPECT_EQ(trace->to_ns(trace->slice(copies[0]).begin()), 55);
  EXPECT_EQ(number_arg(*trace, copies[0], key::kPsumReadSbufWriteBytes), 16);
  EXPECT_EQ(slices_on(*trace, "Executions", -1).size(), 1u);
  EXPECT_TRUE(has_flow(*trace, matmuls[0], copies[0], flow_kind::kSemaphore));
  EXPECT_TRUE(
      has_flow(*trace, slices_on(*trace, "SyncE", 0)[0], matmuls[0], flow_kind::kSemaphore));
  EXPECT_EQ(diagnosed(*trace, "semaphore_producer_unknown"), 0);
}

TEST(Ntff, PacketsKnowTheirQueueAndTrigger) {
  const auto trace = import_ok(small_capture().text());
  ASSERT_TRUE(trace);
  const SliceId trigger = slices_on(*trace, "SyncE", 0).at(0);
  for (const char* ring : {"Q1-E64", "Q1-E65"}) {
    const auto packets = slices_on(*trace, ring, 0);
    ASSERT_EQ(packets.size(), 2u) << ring;
    for (const SliceId packet : packets) {
      EXPECT_EQ(name_of(*trace, packet), "hardware_dynamic");
      EXPECT_EQ(text_arg(*trace, packet, key::kQueueName), "qSyncDynamicHW");
      EXPECT_EQ(number_arg(*trace, packet, key::kCrc), 0xabcd);
      EXPECT_TRUE(has_flow(*trace, trigger, packet, flow_kind::kDmaTrigger));
    }
    EXPECT_EQ(number_arg(*trace, packets[0], key::kTransferSize), 1024);
  }
  const auto fetches = slices_on(*trace, "Q14-E66", 0);
  ASSERT_EQ(fetches.size(), 1u);
  EXPECT_EQ(text_arg(*trace, fetches[0], key::kQueueType), "instruction");
  EXPECT_TRUE(trace->flows_to(fetches[0]).empty());
}

TEST(Ntff, CountersFollowSemaphoresEventsMemoryAndThrottling) {
  const auto trace = import_ok(small_capture().text());
  ASSERT_TRUE(trace);
  std::map<std::string, std::vector<std::pair<std::int64_t, double>>> counters;
  for (const Track& track : trace->tracks()) {
    for (std::size_t i = 0; i < track.counters.size(); ++i) {
      counters[std::string(trace->text(track.name))].emplace_back(track.counters.time[i],
                                                                  track.counters.value[i]);
    }
  }
  using Samples = std::vector<std::pair<std::int64_t, double>>;
  EXPECT_EQ(counters.at("S[24] (qSyncDynamicHW)"), (Samples{{36'000, 16}}));
  EXPECT_EQ(counters.at("S[5] (Tensor)"), (Samples{{50'000, 1}}));
  EXPECT_EQ(counters.at("Events set"), (Samples{{51'000, 1}, {52'000, 0}}));
  // PSUM is in use from the start of MATMUL's write to the end of COPY's read.
  EXPECT_EQ(counters.at("PSUM bank 0"), (Samples{{40'000, 1}, {60'000, 0}}));
  EXPECT_EQ(counters.count("PSUM bank 1"), 0u);
  EXPECT_EQ(counters.at("DMA triggers issued"), (Samples{{10'000, 1}}));
  // Both rings read HBM for 15 and 20 ns: 1024 B / 15 ns + 1024 B / 20 ns.
  const Samples& hbm = counters.at("HBM bandwidth");
  ASSERT_EQ(hbm.size(), 3u);
  EXPECT_NEAR(hbm[0].second, 1024 / 15e-9 + 1024 / 20e-9, 1.0);
  EXPECT_EQ(hbm[2].second, 0.0);
  const auto limits = slices_on(*trace, "Throttling", 0);
  ASSERT_EQ(limits.size(), 2u);
  EXPECT_EQ(number_arg(*trace, limits[0], key::kThrottleK), 4);
  EXPECT_EQ(trace->slice(limits[0]).end().value(), 45'000);
  EXPECT_EQ(trace->slice(limits[1]).end().value(), 60'000);  // end of the last instruction
}

TEST(Ntff, PropertiesSayWhereAndOnWhat) {
  const auto trace = import_ok(small_capture().text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property_text(property::kSourceFormat), "ntff");
  EXPECT_EQ(trace->property_text(property::kSourceFile), "test.ntff");
  EXPECT_EQ(trace->property_text(property::kRuntimeVersion), "2.30.51 (faafe)");
  EXPECT_EQ(trace->property_text(property::kUuid), "30313233343536373839616263646566");
  EXPECT_EQ(trace->property_number(property::kPeClock), 2.4e9);
  EXPECT_EQ(trace->property_text(property::kDevice), "trainium2");
  EXPECT_EQ(trace->property_number(property::kHbmBandwidth), 358e9);
  EXPECT_EQ(trace->property_number(property::core_property(0, property::kNcIndex)), 4);
  EXPECT_EQ(trace->property_number(property::core_property(0, property::kHbmUsageWeights)), 4096);
  EXPECT_EQ(trace->property_number(
                property::core_property(0, std::string(property::kHbmUsage) + "something new")),
            1);
  EXPECT_EQ(trace->property_number(property::kDmaQueueCount), 2);
}

TEST(Ntff, UnknownInstanceTypeGivesNoClocksInsteadOfWrongOnes) {
  NtffWriter ntff = small_capture();
  ntff.instance_type = "trn9.48xlarge";
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->property(property::kPeClock), nullptr);
  EXPECT_EQ(trace->property(property::kHbmBandwidth), nullptr);
  EXPECT_EQ(diagnosed(*trace, "device_constants_unknown"), 1);
  EXPECT_EQ(diagnosed(*trace, "wait_time_unknown"), 1);
  const SliceId matmul = slices_on(*trace, "TensorE matmul", 0).at(0);
  EXPECT_EQ(trace->slice(matmul).wait().value(), 0);
}

TEST(Ntff, OpcodesWithoutNameOrLayoutAreKept) {
  NtffWriter ntff = small_capture();
  ntff.cores[0].code[kAct] = {TestWord(0x0e).increment(9), TestWord(0x95), TestWord(0x95)};
  ntff.cores[0].instruction(kAct, 0, kStart + 1 * kNs, kStart + 2 * kNs);
  ntff.cores[0].instruction(kAct, 1, kStart + 3 * kNs, kStart + 4 * kNs);
  ntff.cores[0].instruction(kAct, 2, kStart + 5 * kNs, kStart + 6 * kNs);
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  const auto slices = slices_on(*trace, "ScalarE", 0);
  ASSERT_EQ(slices.size(), 3u);
  EXPECT_EQ(name_of(*trace, slices[0]), "0x0e");
  EXPECT_EQ(text_arg(*trace, slices[0], key::kOperands), "S[9] (Scalar)++@complete");
  EXPECT_EQ(name_of(*trace, slices[1]), "MODIFY_POOL_CONFIG");
  EXPECT_EQ(diagnosed(*trace, "unknown_opcode"), 1);
  EXPECT_EQ(diagnosed(*trace, "operands_not_decoded"), 2);
}

TEST(Ntff, ProgramCountersAreExact) {
  NtffWriter ntff = small_capture();
  auto& code = ntff.cores[0].code[kPool];
  for (unsigned pc = 0; pc < 1300; ++pc) code.push_back(TestWord(0xa4).u32(12, pc));
  std::uint64_t time = kStart;
  for (unsigned pc = 0; pc < 1300; pc += 100) {
    ntff.cores[0].instruction(kPool, pc, time, time + 1);
    time += 10;
  }
  ntff.cores[0].instruction(kPool, 1290, time, time + 1);
  ntff.cores[0].instruction(kPool, 1200, time + 10, time + 11);  // a branch back
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  const auto slices = slices_on(*trace, "GpSimdE", 0);
  ASSERT_EQ(slices.size(), 15u);
  for (std::size_t i = 0; i < 13; ++i) {
    EXPECT_EQ(number_arg(*trace, slices[i], key::kPc), static_cast<std::int64_t>(100 * i));
    EXPECT_EQ(text_arg(*trace, slices[i], key::kOperands), "cycle=" + std::to_string(100 * i));
  }
  EXPECT_EQ(number_arg(*trace, slices[13], key::kPc), 1290);
  EXPECT_EQ(number_arg(*trace, slices[14], key::kPc), 1200);
}

TEST(Ntff, WordsBeyondTheCodeAreCountedNotRead) {
  NtffWriter ntff = small_capture();
  ntff.cores[0].instruction(kPe, 300, kStart + 1 * kNs, kStart + 2 * kNs);
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(name_of(*trace, slices_on(*trace, "TensorE", 0).at(0)), "unknown");
  EXPECT_EQ(diagnosed(*trace, "instruction_word_missing"), 1);
}

TEST(Ntff, SeveralExecutionsKeepTheirRowsAndProducersApart) {
  NtffWriter ntff = small_capture();
  const TestCore first = ntff.cores[0];
  TestCore& core = ntff.cores[0];
  const std::uint64_t shift = 1000 * kNs;
  for (auto list : {&TestCore::instructions, &TestCore::events, &TestCore::dma}) {
    for (const TestRecord& record : first.*list) {
      (core.*list).push_back({record.a, record.c, record.ticks + shift});
    }
  }
  ntff.executions.push_back({kStart + shift, kStart + shift + 100 * kNs});
  // An instruction between the executions, and an instruction without a stop record.
  core.instruction(kSp, 0, kStart + 500 * kNs, kStart + 501 * kNs);
  core.instructions.push_back({word_record(kDve, 1), 0, kStart + 90 * kNs});
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(slices_on(*trace, "Executions", -1).size(), 2u);
  EXPECT_EQ(trace->time_base().window_end.value(), 1'100'000);
  const auto copies = slices_on(*trace, "VectorE", 0);
  const auto matmuls = slices_on(*trace, "TensorE matmul", 0);
  ASSERT_EQ(copies.size(), 2u);
  ASSERT_EQ(matmuls.size(), 2u);
  EXPECT_EQ(trace->slice(copies[1]).begin().value(), 1'055'600);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_TRUE(has_flow(*trace, matmuls[i], copies[i], flow_kind::kSemaphore)) << i;
    EXPECT_FALSE(has_flow(*trace, matmuls[i], copies[1 - i], flow_kind::kSemaphore)) << i;
  }
  EXPECT_FALSE(has_flow(*trace, matmuls[0], matmuls[1], flow_kind::kProgramOrder));
  EXPECT_EQ(diagnosed(*trace, "outside_execution_window"), 1);
  EXPECT_EQ(diagnosed(*trace, "instruction_without_stop"), 1);
}

TEST(Ntff, SeveralCoresAreNumberedBySubgraph) {
  NtffWriter ntff = small_capture();
  TestCore second = small_core();
  second.subgraph = "sg01";
  second.device_core = 5;
  ntff.cores = {second, ntff.cores[0]};  // the order in the file does not matter
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  for (const int core : {0, 1}) {
    EXPECT_EQ(slices_on(*trace, "TensorE matmul", core).size(), 1u);
    EXPECT_EQ(trace->property_number(property::core_property(core, property::kNcIndex)), 4 + core);
  }
  EXPECT_EQ(trace->property_number(property::kHbmBandwidth), 716e9);
  EXPECT_FALSE(slices_on(*trace, "NeuronCore 1 (nc 5)", 1).size());
}

TEST(Ntff, RecordsOfAnUnlistedCoreAreCounted) {
  NtffWriter ntff = small_capture();
  const std::string good = ntff.text();
  // The same file, but the subgraph states another NeuronCore than its records.
  std::string text = good;
  const std::string listed = MessageWriter().text(1, "sg00").number(3, 4).bytes();
  const std::size_t at = text.find(listed);
  ASSERT_NE(at, std::string::npos);
  text[at + listed.size() - 1] = 6;
  const auto trace = import_ok(text);
  ASSERT_TRUE(trace);
  EXPECT_EQ(trace->slice_count(), 1u);  // the execution
  EXPECT_EQ(diagnosed(*trace, "unlisted_core"), 22);
}

TEST(Ntff, RowsThatTouchTheWindowStayOthersAreCounted) {
  NtffWriter ntff = small_capture();
  TestCore& core = ntff.cores[0];
  core.packet(70, 2, 100, kStart - 5 * kNs, kStart + 5 * kNs);  // overlaps the start
  core.packet(70, 3, 100, kStart - 9 * kNs, kStart - 5 * kNs);  // before
  core.semaphore(1, 1, kStart - 1);
  core.semaphore(1, 2, kStart + 101 * kNs);
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  const auto kept = slices_on(*trace, "Q2-E70", 0);
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(trace->slice(kept[0]).begin().value(), -5'000);
  EXPECT_TRUE(slices_on(*trace, "Q3-E70", 0).empty());
  EXPECT_EQ(diagnosed(*trace, "outside_execution_window"), 3);
}

TEST(Ntff, StartsWithoutStopAreToldApart) {
  NtffWriter ntff = small_capture();
  TestCore& core = ntff.cores[0];
  const auto start = [&](unsigned engine, unsigned pc, std::uint64_t time) {
    core.instructions.push_back({word_record(engine, pc), 0, time});
  };
  start(kPe, 0, kStart + 30 * kNs);    // PE continued afterwards: the stop record is missing
  start(kPool, 0, kStart + 90 * kNs);  // still running at the end
  start(kSp, 0, kStart + 200 * kNs);   // after the execution
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "instruction_without_stop"), 1);
  EXPECT_EQ(diagnosed(*trace, "instruction_still_running"), 1);
  EXPECT_EQ(diagnosed(*trace, "outside_execution_window"), 1);
}

TEST(Ntff, NewerVersionIsTriedWithAWarning) {
  NtffWriter ntff = small_capture();
  ntff.version = 8;
  const auto trace = import_ok(ntff.text());
  ASSERT_TRUE(trace);
  EXPECT_EQ(diagnosed(*trace, "unverified_version"), 1);
  EXPECT_EQ(slices_on(*trace, "TensorE matmul", 0).size(), 1u);
}

TEST(Ntff, OtherVersionWithAnotherLayoutIsRefusedWithTheRemedy) {
  NtffWriter ntff = small_capture();
  for (const int version : {3, 9}) {
    ntff.version = version;
    ntff.executions.clear();
    const auto trace = import_text(ntff.text());
    ASSERT_FALSE(trace);
    EXPECT_EQ(trace.error().code, ErrorCode::kUnsupportedVersion);
    const std::string message = trace.error().message.english();
    for (const std::string& part :
         {"NTFF version " + std::to_string(version), std::string("versions 4, 5, 6 are read"),
          std::string("neuron-profile view --output-format json")}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
}

TEST(Ntff, MissingExecutionOrCoreIsAnError) {
  NtffWriter ntff = small_capture();
  ntff.executions = {{kStart + 5, kStart}};
  auto trace = import_text(ntff.text());
  ASSERT_FALSE(trace);
  EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
  ntff = small_capture();
  ntff.cores.clear();
  trace = import_text(ntff.text());
  ASSERT_FALSE(trace);
  EXPECT_NE(trace.error().message.english().find("NeuronCore"), std::string::npos);
}

TEST(Ntff, TruncationNeverCrashesAndSaysWhere) {
  const std::string whole = small_capture().text();
  int errors = 0;
  int partial = 0;
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto trace = import_text(whole.substr(0, size));
    if (!trace) {
      ++errors;
      EXPECT_EQ(trace.error().code, ErrorCode::kBadInput);
      EXPECT_NE(to_string(trace.error()).find("byte"), std::string::npos);
      EXPECT_TRUE(trace.error().where.english().starts_with("test.ntff"));
    } else {
      ++partial;
      EXPECT_GE(diagnosed(**trace, "truncated_trace"), 1) << size;
    }
  }
  EXPECT_GT(errors, 100);
  EXPECT_GT(partial, 300);
}

TEST(Ntff, SizesInTheFileAreNotBelieved) {
  // A block with a stated size of 2^60 bytes, and code with an offset outside the file.
  NtffWriter ntff = small_capture();
  std::string text = ntff.text();
  MessageWriter extra;
  extra.message(16, MessageWriter().number(1, 0).number(5, 0).number(6, 1ull << 60).number(7, 4));
  extra.message(
      16, MessageWriter().number(1, 4).number(3, 1).number(5, ~0ull).number(6, ~0ull).number(7, 4));
  std::uint64_t size = 0;
  std::memcpy(&size, text.data() + 1, 7);
  text.insert(128 + size, extra.bytes());
  size += extra.bytes().size();
  std::memcpy(text.data() + 1, &size, 7);
  const auto trace = import_ok(text);
  ASSERT_TRUE(trace);
  EXPECT_GT(diagnosed(*trace, "truncated_trace"), 1'000'000);
}

TEST(Ntff, RandomDamageNeverCrashes) {
  const std::string whole = small_capture().text();
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string damaged = whole;
    for (int i = 0; i < 1 + round % 4; ++i) {
      damaged[random() % damaged.size()] = static_cast<char>(random());
    }
    const auto trace = import_text(damaged);
    EXPECT_TRUE(trace || !trace.error().message.empty());
  }
}

TEST(Ntff, CancellationStopsTheImport) {
  const ByteSource file = source_of(small_capture().text());
  TraceBuilder builder;
  TaskControl control;
  control.request_cancel();
  const auto ok = read_ntff({file}, builder, control);
  ASSERT_FALSE(ok);
  EXPECT_EQ(ok.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::importers
