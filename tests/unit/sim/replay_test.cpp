#include "simcore/engine/instruction/replay.h"

#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/instruction/operand_text.h"
#include "tests/unit/sim/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

const catalog::Device& device(std::string_view name) {
  return **device_named(catalogue(), name);
}

TEST(OperandText, ReadsPatterns) {
  const OperandText text = parse_operands(
      "S[5] (Tensor)>=4 S[4] (Scalar)++@complete src=fp32@0x2000000[1,1,1,1][512,2,1,1] "
      "dst=bfloat16@0x4000[2,1,1,1][512,2,1,1]");
  ASSERT_TRUE(text.source);
  EXPECT_EQ(text.source->place, OnChip::kPsum);
  EXPECT_EQ(text.source->type, ElementType::kFp32);
  EXPECT_EQ(text.source->elements, 1024);
  EXPECT_TRUE(text.source->contiguous);
  ASSERT_TRUE(text.destination);
  EXPECT_EQ(text.destination->place, OnChip::kSbuf);
  EXPECT_EQ(text.destination->type, ElementType::kBf16);
  EXPECT_FALSE(text.destination->contiguous);
}

TEST(OperandText, TellsTheSourceFromTheImmediates) {
  const OperandText text =
      parse_operands("imm=0x6840,0 imm_src=PTR,INSTRUCTION src=fp32@0x2000000[1,1,1][128,1,1]");
  ASSERT_TRUE(text.source);
  EXPECT_EQ(text.source->elements, 128);
}

TEST(OperandText, SkipsWhatItDoesNotKnow) {
  for (const std::string_view text :
       {"", "S[", "S[1]>=1", "src=", "src=fp32", "src=fp32@", "src=fp32@0x10", "src=fp32@0x10[1]",
        "src=fp32@0x10[1][0]", "src=complex@0x10[1][4]", "src=fp32@0x10[1,1,1,1,1,1,1,1,1][4]",
        "dst=fp32@0x1[[4]"}) {
    const OperandText parsed = parse_operands(text);
    EXPECT_FALSE(parsed.source) << text;
    EXPECT_FALSE(parsed.destination) << text;
  }
}

/// A capture of one core in nanoseconds.
class Capture {
 public:
  explicit Capture(std::string device = "trn2") : out_(builder_), tracks_(out_) {
    out_.property(std::string(property::kDevice), std::move(device));
  }

  SliceId run(Engine engine, std::string_view name, std::int64_t start, std::int64_t duration,
              std::string_view operands = {}) {
    const SliceId slice = out_.slice(tracks_.engine(0, engine, name == "MATMUL"), out_.intern(name),
                                     TraceTime(start), TraceTime(duration));
    if (!operands.empty()) out_.arg(slice, out_.intern(key::kOperands), operands);
    end_ = std::max(end_, start + duration);
    return slice;
  }
  SliceId packet(int engine, std::int64_t start, std::int64_t duration, std::int64_t bytes,
                 std::string_view queue = {}) {
    const SliceId slice = out_.slice(tracks_.dma_ring(0, engine, 0), out_.intern("dma"),
                                     TraceTime(start), TraceTime(duration));
    out_.arg(slice, out_.intern(key::kTransferSize), bytes);
    if (!queue.empty()) out_.arg(slice, out_.intern(key::kQueueName), queue);
    end_ = std::max(end_, start + duration);
    return slice;
  }
  void flow(SliceId from, SliceId to, std::string_view kind = flow_kind::kSemaphore) {
    out_.flow(from, to, out_.intern(kind));
  }
  void throttle(std::int64_t start, std::int64_t k) {
    const SliceId slice =
        out_.slice(tracks_.throttle(0), out_.intern("clock"), TraceTime(start), TraceTime(1000));
    out_.arg(slice, out_.intern(key::kThrottleK), k);
    out_.arg(slice, out_.intern(key::kThrottleN), std::int64_t{8});
  }
  std::shared_ptr<const Trace> finish() {
    out_.time_base(
        {.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(end_)});
    out_.finish();
    return builder_.finish();
  }

 private:
  TraceBuilder builder_;
  TraceWriter out_;
  NeuronTracks tracks_;
  std::int64_t end_ = 0;
};

ReplayResult replayed(const Trace& trace, std::string_view target, TraceSink* sink = nullptr) {
  TaskControl control;
  auto result = replay(catalogue(), trace, device(target), nullptr, sink, control);
  EXPECT_TRUE(result) << to_string(result.error());
  return std::move(result).value_or(ReplayResult{});
}

constexpr std::string_view kCopy =
    "src=fp32@0x2000000[1,1,1,1][512,1,1,1] dst=fp32@0x4000[1,1,1,1][512,1,1,1]";

// 512 columns take 512 cycles on every generation; clocks 2.4 and 2.8 GHz.
TEST(Replay, ScalesInstructionsByTheirPublishedCost) {
  Capture capture;
  capture.run(Engine::kTensor, "MATMUL", 0, 2800,
              "src=bfloat16@0x100[1,0,0][512,1,1] dst=0x2000000[1,0,0][512,1,1]");
  const auto trace = capture.finish();
  EXPECT_NEAR(replayed(*trace, "trn1").replayed, 2400e-9, 1e-12);
  EXPECT_NEAR(replayed(*trace, "trn2").replayed, 2800e-9, 1e-12);
  EXPECT_EQ(replayed(*trace, "trn1").scaling.by_formula.at("MATMUL"), 1u);
}

TEST(Replay, RejectsRunsThatAreTooLong) {
  Capture capture;
  capture.run(Engine::kVector, "COPY", 0, 100, kCopy);
  capture.run(Engine::kVector, "COPY", std::int64_t{25} * 3600 * 1'000'000'000, 100, kCopy);
  TaskControl control;
  const auto refused =
      replay(catalogue(), *capture.finish(), device("trn2"), nullptr, nullptr, control);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message.english(), HasSubstr("longer than 24 hours"));
}

// A bf16 copy inside SBUF costs N / 4 on v3 and N on v2: 4 x 0.96 / 1.12.
TEST(Replay, KnowsThePerformanceModesOfBothDevices) {
  Capture capture;
  capture.run(Engine::kVector, "COPY", 0, 1000,
              "src=bfloat16@0x100[1,1][2048,1] dst=bfloat16@0x4000[1,1][2048,1]");
  const auto trace = capture.finish();
  EXPECT_NEAR(replayed(*trace, "trn1").ratio, 4 * 0.96 / 1.12, 1e-3);
}

TEST(Replay, KeepsAndCountsWhatHasNoPublishedCost) {
  Capture capture;
  capture.run(Engine::kGpSimd, "CUSTOM_OP", 0, 500);
  capture.run(Engine::kTensor, "LDWEIGHTS", 500, 240);
  const auto trace = capture.finish();
  const ReplayResult result = replayed(*trace, "trn1");
  EXPECT_EQ(result.scaling.kept.at("CUSTOM_OP"), 1u);
  EXPECT_EQ(result.scaling.by_clock.at("LDWEIGHTS"), 1u);
}

// The second instruction begins when the first ends, independent of its captured start.
TEST(Replay, StartsComeFromDependencies) {
  Capture capture;
  const SliceId first =
      capture.run(Engine::kTensor, "MATMUL", 0, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  const SliceId second = capture.run(Engine::kVector, "COPY", 2838, 560, kCopy);
  capture.flow(first, second);
  const auto trace = capture.finish();
  TraceBuilder builder;
  const ReplayResult result = replayed(*trace, "trn1", &builder);
  const double latency = 38 * 1.2 / 1.4;  // of the capture, scaled by the clock of the sequencers
  EXPECT_NEAR(result.replayed * 1e9, 2400 + latency + 560 * 0.96 / 1.12, 0.01);
  EXPECT_NEAR(result.fidelity, 1, 1e-9);
  const auto run = builder.finish();
  EXPECT_EQ(run->property_text(property::kDevice), "trainium");
  EXPECT_EQ(run->property_text(property::kProvenance), "simulated");
  EXPECT_EQ(run->flows().size(), 1u);
}

TEST(Replay, WaitsThatNothingExplainsStayAndAreReported) {
  Capture capture;
  capture.run(Engine::kTensor, "MATMUL", 0, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  capture.run(Engine::kTensor, "MATMUL", 2860, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  capture.run(Engine::kTensor, "MATMUL", 5720, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  capture.run(Engine::kTensor, "MATMUL", 10580, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  const auto trace = capture.finish();
  const ReplayResult result = replayed(*trace, "trn1");
  EXPECT_EQ(result.unexplained, 1u);
  // 60 ns between instructions are the latency of the capture; 2000 ns more are an unexplained
  // wait.
  EXPECT_EQ(result.path.waits, 2'000'000);
  EXPECT_NEAR(result.replayed * 1e9, 4 * 2400 + 3 * 60 * 1.2 / 1.4 + 2000, 0.01);
  EXPECT_NEAR(result.fidelity, 1, 1e-9);
  EXPECT_NEAR(result.explained * 1e9 * result.captured, 4 * 2800 + 3 * 60, 0.01);
}

TEST(Replay, TransfersScaleWithBandwidthAndFollowTheirTrigger) {
  Capture capture;
  const SliceId trigger = capture.run(Engine::kSync, "DMA_DIRECT2D", 0, 50);
  const SliceId data = capture.packet(64, 1000, 1600, 36800);
  const SliceId mark = capture.packet(64, 2600, 9, 4);
  capture.flow(trigger, data, flow_kind::kDmaTrigger);
  capture.flow(trigger, mark, flow_kind::kDmaTrigger);
  const SliceId user = capture.run(Engine::kVector, "COPY", 3000, 560, kCopy);
  capture.flow(trigger, user);
  const auto trace = capture.finish();
  const ReplayResult home = replayed(*trace, "trn2");
  EXPECT_NEAR(home.ratio, 1, 1e-9);
  EXPECT_EQ(home.unexplained, 0u);
  const ReplayResult away = replayed(*trace, "trn1");
  const double rate = 362.5e9 / 16 / 17e9;  // the memory of a core or its DMA engines
  EXPECT_NEAR(away.replayed * 1e9, 1000 + 1600 * rate + 9 + 391 + 560 * 0.96 / 1.12, 0.02);
  EXPECT_EQ(away.scaling.packets, 2u);
}

TEST(Replay, TransfersWithoutPacketsAreSeenFromWhoWaited) {
  Capture capture;
  const SliceId trigger = capture.run(Engine::kSync, "DMA_DIRECT2D", 0, 50);
  const SliceId user = capture.run(Engine::kVector, "COPY", 2950, 560, kCopy);
  capture.flow(trigger, user, flow_kind::kFlowDependence);
  const auto trace = capture.finish();
  TraceBuilder builder;
  const ReplayResult result = replayed(*trace, "trn1", &builder);
  const double rate = 362.5e9 / 16 / 17e9;
  EXPECT_NEAR(result.replayed * 1e9, 50 + 1300 + 1600 * rate + 560 * 0.96 / 1.12, 0.02);
  bool said = false;
  const auto run = builder.finish();
  for (const Diagnostic& diagnostic : run->diagnostics()) {
    said |= diagnostic.code == "replay_transfer_inferred" && diagnostic.count == 1;
  }
  EXPECT_TRUE(said);
}

TEST(Replay, RingsSayWhichInstructionCausedAPacket) {
  for (const bool complete : {true, false}) {
    Capture capture;
    capture.run(Engine::kSync, "DMA_DIRECT2D", 0, 50);
    const SliceId second = capture.run(Engine::kSync, "DMA_DIRECT2D", 100, 50);
    capture.packet(64, 1000, 1000, 23000, "qSyncDynamicHW");
    if (complete) capture.packet(64, 2000, 9, 4, "qSyncDynamicHW");
    capture.packet(64, 2009, 1000, 23000, "qSyncDynamicHW");
    capture.packet(64, 3009, 9, 4, "qSyncDynamicHW");
    const SliceId user = capture.run(Engine::kVector, "COPY", 3418, 560, kCopy);
    capture.flow(second, user, flow_kind::kFlowDependence);
    const auto trace = capture.finish();
    const TaskControl control;
    const auto graph = dependency_graph(*trace, control);
    ASSERT_TRUE(graph);
    EXPECT_EQ(graph->inferred_triggers, complete ? 4u : 0u);
    EXPECT_EQ(graph->unseen_transfers, complete ? 0u : 1u);
    if (!complete) continue;
    const double rate = 362.5e9 / 16 / 17e9;
    EXPECT_NEAR(replayed(*trace, "trn1").replayed * 1e9,
                1000 + 2000 * rate + 2 * 9 + 400 + 560 * 0.96 / 1.12, 0.02);
  }
}

// DRAIN has no work; it ends with the instructions of its engine that are still in flight.
TEST(Replay, DrainEndsWithItsEngine) {
  Capture capture;
  capture.run(Engine::kVector, "COPY", 0, 5600, kCopy);
  capture.run(Engine::kVector, "DRAIN", 100, 5540);
  const auto trace = capture.finish();
  EXPECT_NEAR(replayed(*trace, "trn1").replayed * 1e9, 5600 * 0.96 / 1.12 + 40 * 1.2 / 1.4, 0.01);
}

TEST(Replay, RuntimeSemaphoresConnectEngines) {
  Capture capture;
  capture.run(Engine::kVector, "COPY", 0, 5600, std::string(kCopy) + " $S[2]++@complete");
  capture.run(Engine::kSync, "EVENT_SEMAPHORE", 10, 5630, "setter=0 $S[2]==1 $S[2]=0@complete");
  const auto trace = capture.finish();
  EXPECT_NEAR(replayed(*trace, "trn1").replayed * 1e9, 5600 * 0.96 / 1.12 + 40 * 1.2 / 1.4, 0.01);
}

// The first record raises the clock, so it was lower before.
TEST(Replay, TakesAReducedClockBackWhereTheTargetHasNone) {
  Capture capture;
  const std::string_view operands = "src=bfloat16@0x100[1,0,0][512,1,1]";
  capture.run(Engine::kTensor, "MATMUL", 0, 400, operands);
  capture.run(Engine::kTensor, "MATMUL", 400, 2800, operands);
  capture.run(Engine::kTensor, "MATMUL", 3200, 400, operands);
  capture.throttle(400, 8);
  capture.throttle(3200, 4);
  const auto trace = capture.finish();
  const ReplayResult result = replayed(*trace, "trn1");
  EXPECT_EQ(result.scaling.ungated, 2u);
  EXPECT_NEAR(result.replayed * 1e9, (200 + 2800 + 200) * 2.4 / 2.8, 0.01);
  EXPECT_EQ(replayed(*trace, "trn3").scaling.ungated, 0u);
}

TEST(Replay, KeepsTracksNamesAndProperties) {
  Capture capture;
  const SliceId trigger = capture.run(Engine::kSync, "DMA_DIRECT2D", 0, 50, "semaphore=8");
  const SliceId packet = capture.packet(64, 1000, 158, 4096);
  capture.flow(trigger, packet, flow_kind::kDmaTrigger);
  const auto trace = capture.finish();
  TraceBuilder builder;
  replayed(*trace, "trn3", &builder);
  const auto run = builder.finish();
  std::map<std::string, std::size_t> rows;
  for (const Track& track : run->tracks()) {
    if (!track.slices.size()) continue;
    rows[std::string(run->text(track.name))] = track.slices.size();
    if (track.kind != TrackKind::kDmaQueue) continue;
    EXPECT_EQ(run->arg_integer(SliceId(track.first_slice), run->strings().find("transfer_size")),
              4096);
    EXPECT_EQ(
        run->arg_integer(SliceId(track.first_slice), run->strings().find("captured_start_ns")),
        1000);
  }
  EXPECT_THAT(
      rows, testing::UnorderedElementsAre(testing::Pair("Executions", 1u),
                                          testing::Pair("SyncE", 1u), testing::Pair("Q0-E64", 1u)));
}

TEST(Replay, AReplayCanBeReplayed) {
  Capture capture;
  const SliceId first =
      capture.run(Engine::kTensor, "MATMUL", 0, 2800, "src=bfloat16@0x100[1,0,0][512,1,1]");
  capture.flow(first, capture.run(Engine::kVector, "COPY", 2838, 560, kCopy));
  const auto trace = capture.finish();
  TraceBuilder there;
  const double away = replayed(*trace, "trn1", &there).replayed;
  const auto run = there.finish();
  TraceBuilder back;
  const ReplayResult returned = replayed(*run, "trn2", &back);
  EXPECT_EQ(returned.own->id, "trainium");
  EXPECT_NEAR(returned.captured, away, 1e-15);
  EXPECT_NEAR(returned.replayed * 1e9, 2838 + 560, 0.01);
  const auto home = back.finish();
  const StringId key = home->strings().find("captured_duration_ns");
  for (const Track& track : home->tracks()) {
    if (track.kind != TrackKind::kEngine) continue;
    std::size_t stated = 0;
    for (const Arg& arg : home->args_of(SliceId(track.first_slice))) stated += arg.key == key;
    EXPECT_EQ(stated, 1u);
  }
}

TEST(Replay, RejectsUnsupportedCaptures) {
  TaskControl control;
  Capture nothing;
  const auto empty =
      replay(catalogue(), *nothing.finish(), device("trn2"), nullptr, nullptr, control);
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message.english(), HasSubstr("has no instructions"));

  Capture unknown("tpu");
  unknown.run(Engine::kVector, "COPY", 0, 560, kCopy);
  const auto trace = unknown.finish();
  const auto homeless = replay(catalogue(), *trace, device("trn2"), nullptr, nullptr, control);
  ASSERT_FALSE(homeless);
  EXPECT_THAT(homeless.error().message.english(), HasSubstr("--captured-on"));
  EXPECT_TRUE(replay(catalogue(), *trace, device("trn2"), &device("trn1"), nullptr, control));

  const auto old = replay(catalogue(), *trace, device("inf1"), &device("trn1"), nullptr, control);
  ASSERT_FALSE(old);
  EXPECT_THAT(old.error().message.english(), HasSubstr("NeuronCore-v1"));

  control.request_cancel();
  const auto stopped =
      replay(catalogue(), *trace, device("trn2"), &device("trn1"), nullptr, control);
  ASSERT_FALSE(stopped);
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

TEST(Replay, ReportsACycleOfDependencies) {
  Capture capture;
  const SliceId one = capture.run(Engine::kVector, "COPY", 10, 0);
  const SliceId two = capture.run(Engine::kScalar, "ACTIVATE", 10, 0);
  capture.flow(one, two);
  capture.flow(two, one);
  TaskControl control;
  const auto stuck =
      replay(catalogue(), *capture.finish(), device("trn2"), nullptr, nullptr, control);
  ASSERT_FALSE(stuck);
  EXPECT_EQ(stuck.error().code, ErrorCode::kBadInput);
  EXPECT_THAT(stuck.error().message.english(), HasSubstr("form a cycle"));
  EXPECT_THAT(stuck.error().message.english(), HasSubstr("COPY on VectorE of core 0 at 10 ns"));
  EXPECT_THAT(stuck.error().message.english(), HasSubstr("ACTIVATE on ScalarE"));
}

}  // namespace
}  // namespace nscope::sim
