// Causes of idle time and segments of the critical path, beyond dependencies and their usual
// latency.
#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "tests/unit/analysis/test_run.h"

#include <map>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// TensorE of core 0 issues 40 instructions of 10 ns, 10 ns apart, from 0 to 790 ns, which is the
/// usual latency. The window ends at 10,000 ns.
class GapRun : public testing::Test {
 protected:
  GapRun() : run(1000, 10'000) {
    run.execution(0, 10'000);
    for (int i = 0; i < 40; ++i) instruction("LDWEIGHTS", 20 * i, 20 * i + 10);
  }
  SliceId instruction(std::string_view name, std::int64_t begin, std::int64_t end,
                      std::string_view operands = {}, std::int64_t pc = -1, int core = 0) {
    const SliceId slice = run.instruction(core, Engine::kTensor, name, begin, end);
    if (!operands.empty()) run.arg(slice, key::kOperands, operands);
    if (pc >= 0) run.arg(slice, key::kPc, pc);
    return slice;
  }
  void raise(TrackId track, std::int64_t at) {
    run.out().counter(track, run.at(0), 0);
    run.out().counter(track, run.at(at), 1);
  }
  /// The time of each cause on TensorE of core 0 in ns; also fills `producers`.
  std::map<std::string, double> causes() {
    trace = run.finish();
    TaskControl control;
    const auto graph = dependency_graph(*trace, control);
    EXPECT_TRUE(graph);
    const auto timelines = engine_timelines(*graph, Scope(*trace, {}), control);
    EXPECT_TRUE(timelines);
    std::map<std::string, double> times;
    for (const EngineTimeline& timeline : *timelines) {
      if (timeline.core != 0 || timeline.engine != Engine::kTensor) continue;
      for (const EngineStretch& stretch : timeline.stretches) {
        const double ns = static_cast<double>(stretch.end - stretch.begin) / 1000;
        times[std::string(to_string(stretch.state))] += ns;
        if (stretch.state == EngineState::kWork || stretch.producer == kNoNode) continue;
        const DependencyNode& by = graph->nodes[stretch.producer];
        producers[to_string(stretch.state)] = by.slice;
      }
    }
    return times;
  }

  TestRun run;
  std::shared_ptr<const Trace> trace;
  std::map<std::string_view, SliceId> producers;
};

TEST_F(GapRun, TakenBranchesRegisterLoadsAndWritesDelayTheNextInstruction) {
  instruction("COMPARE_BRANCH", 800, 810, {}, 5);
  instruction("NOTIFY", 1000, 1010, {}, 20);  // after 190 ns, of which 10 are usual
  instruction("TENSOR_LOAD", 1020, 1030, {}, 21);
  instruction("LDWEIGHTS", 1140, 1150, {}, 22);  // after 110 ns
  instruction("WRITE", 1160, 1170, {}, 23);
  instruction("LDWEIGHTS", 1220, 1230, {}, 24);  // after 50 ns
  instruction("COMPARE_BRANCH", 1240, 1250, {}, 25);
  instruction("LDWEIGHTS", 1400, 1410, {}, 26);  // branch not taken, after 150 ns
  const auto times = causes();
  EXPECT_EQ(times.at("control instruction"), 180 + 100 + 40);
  EXPECT_EQ(times.at("unexplained"), 140);
  EXPECT_EQ(trace->text(trace->slice(producers["control instruction"]).name()), "WRITE");
}

TEST_F(GapRun, AnEventSemaphoreTakesTimeEvenWithoutAWait) {
  constexpr std::string_view kCounts = "setter=0 $S[2]==3 $S[2]++@complete";
  instruction("EVENT_SEMAPHORE", 800, 850, kCounts);
  instruction("EVENT_SEMAPHORE", 860, 910, kCounts);
  instruction("EVENT_SEMAPHORE", 920, 1000, kCounts);
  const auto times = causes();
  EXPECT_EQ(times.at("semaphore instruction"), 150);
  EXPECT_EQ(times.at("unexplained"), 30);
  EXPECT_EQ(times.count("outside signal"), 0u);
}

constexpr std::string_view kWaits = "setter=0 $S[1]>=1 $S[1]--@complete";

TEST_F(GapRun, NothingInTheRunSetsTheSemaphore) {
  instruction("EVENT_SEMAPHORE", 800, 3000, kWaits);
  const auto times = causes();
  EXPECT_EQ(times.at("outside signal"), 2200);
  EXPECT_EQ(times.count("unexplained"), 0u);
}

TEST_F(GapRun, AWriteOfAnotherCoreSetsTheSemaphore) {
  instruction("EVENT_SEMAPHORE", 800, 3000, kWaits);
  raise(run.tracks().semaphore(0, 1, ""), 2900);
  instruction("NOP", 100, 110, {}, -1, 1);
  const SliceId write = instruction("WRITE", 2700, 2790, "data=0x1", -1, 1);
  const auto times = causes();
  EXPECT_EQ(times.at("semaphore wait"), 2790 - 800);
  EXPECT_EQ(times.count("outside signal"), 0u);
  EXPECT_EQ(times.count("unexplained"), 0u);
  EXPECT_EQ(producers["semaphore wait"], write);
}

TEST_F(GapRun, AnAmbiguousWriteIsNotNamed) {
  instruction("EVENT_SEMAPHORE", 800, 3000, kWaits);
  raise(run.tracks().semaphore(0, 1, ""), 2900);
  instruction("WRITE", 2500, 2590, "data=0x1", -1, 1);
  instruction("WRITE", 2700, 2790, "data=0x1", -1, 1);
  EXPECT_EQ(causes().at("outside signal"), 2200);
}

TEST_F(GapRun, AWriteLongBeforeSetsNothing) {
  instruction("EVENT_SEMAPHORE", 800, 3000, kWaits);
  raise(run.tracks().semaphore(0, 1, ""), 2900);
  instruction("WRITE", 1000, 1090, "data=0x1", -1, 1);
  EXPECT_EQ(causes().at("outside signal"), 2200);
}

TEST_F(GapRun, OnlyAWriteOfAnotherCoreWithinAMicrosecondCounts) {
  instruction("EVENT_SEMAPHORE", 800, 3000, kWaits);
  raise(run.tracks().semaphore(0, 1, ""), 2900);
  run.instruction(0, Engine::kVector, "WRITE", 2700, 2790);
  instruction("WRITE", 1800, 1900, "data=0x1", -1, 1);
  const SliceId write = instruction("WRITE", 2800, 2900, "data=0x1", -1, 2);
  instruction("WRITE", 2801, 2901, "data=0x1", -1, 3);
  const auto times = causes();
  EXPECT_EQ(times.at("semaphore wait"), 2900 - 800);
  EXPECT_EQ(producers["semaphore wait"], write);
}

TEST_F(GapRun, EverySemaphoreOfAnInstructionIsWaitedFor) {
  instruction("EVENT_SEMAPHORE", 800, 3000, "setter=0 $S[1]>=1 $S[2]>=1");
  raise(run.tracks().semaphore(0, 1, ""), 1500);
  raise(run.tracks().semaphore(0, 2, ""), 2900);
  instruction("WRITE", 1400, 1490, "data=0x1", -1, 1);
  const SliceId last = instruction("WRITE", 2700, 2790, "data=0x1", -1, 1);
  const auto times = causes();
  EXPECT_EQ(times.at("semaphore wait"), 2790 - 800);
  EXPECT_EQ(producers["semaphore wait"], last);
}

TEST_F(GapRun, ASemaphoreThatWasSetBeforeIsNotWaitedFor) {
  instruction("EVENT_SEMAPHORE", 800, 860, kWaits);
  raise(run.tracks().semaphore(0, 1, ""), 500);
  const auto times = causes();
  EXPECT_EQ(times.at("semaphore instruction"), 60);
  EXPECT_EQ(times.count("outside signal"), 0u);
}

TEST_F(GapRun, AnEventFlagIsSetByATransferOfTheRuntime) {
  instruction("NOP", 2000, 2010, "$E[4]==1- cycle=1");
  raise(run.tracks().events(0), 1970);
  const SliceId packet = run.packet(0, 14, "instruction", 4, 1800, 1850);
  const auto times = causes();
  EXPECT_EQ(times.at("DMA wait"), 1850 - 790);
  EXPECT_EQ(times.count("unexplained"), 0u);
  EXPECT_EQ(producers["DMA wait"], packet);
}

TEST_F(GapRun, AnEventFlagThatNothingSets) {
  instruction("NOP", 2000, 2010, "$E[4]==1- cycle=1");
  raise(run.tracks().events(0), 1970);
  run.packet(0, 14, "instruction", 512, 1800, 1850);  // sets nothing
  const auto times = causes();
  EXPECT_EQ(times.at("outside signal"), 2000 - 790 - 10);
  EXPECT_EQ(times.count("DMA wait"), 0u);
}

TEST_F(GapRun, AnEventFlagOfTheSameCoreIsNotAnOutsideSignal) {
  instruction("NOP", 800, 810, "$E[4]+@complete cycle=1");
  instruction("NOP", 2000, 2010, "$E[4]==1- cycle=1");
  const auto times = causes();
  EXPECT_EQ(times.count("outside signal"), 0u);
  EXPECT_EQ(times.at("unexplained"), 1180);
}

/// The time of each kind on the critical path in ns. Twenty transfers start 40 ns after their
/// trigger; the last one, on the track `last`, starts only when another one on `other` has ended.
std::map<std::string_view, double> path_behind(std::string_view other, std::string_view last) {
  TestRun run(1000, 10'000);
  run.execution(0, 10'000);
  const auto track = [&](std::string_view name) {
    return run.out().track({.name = name,
                            .kind = TrackKind::kDmaQueue,
                            .engine = Engine::kDma,
                            .slice_kind = SliceKind::kDma,
                            .core = 0});
  };
  const auto transfer = [&](TrackId ring, std::int64_t trigger, std::int64_t begin,
                            std::int64_t end) {
    const SliceId from = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", trigger, trigger + 10);
    const SliceId packet = run.out().slice(ring, run.out().intern("qSyncDynamicHW"), run.at(begin),
                                           run.at(end - begin));
    run.out().flow(from, packet, run.out().intern(flow_kind::kDmaTrigger));
  };
  const TrackId usual = track("Q1-E64");
  for (int i = 0; i < 20; ++i) transfer(usual, 100 * i, 100 * i + 40, 100 * i + 60);
  transfer(track(other), 2000, 2040, 2500);
  transfer(track(last), 2020, 2510, 3000);
  const auto trace = run.finish();
  TaskControl control;
  const auto graph = dependency_graph(*trace, control);
  EXPECT_TRUE(graph);
  const auto path =
      critical_path(*graph, {{graph->time_of(run.at(0)), graph->time_of(run.at(3000))}}, control);
  EXPECT_TRUE(path);
  std::map<std::string_view, double> times;
  for (const PathSegment& segment : *path) {
    times[to_string(segment.kind)] += static_cast<double>(segment.end - segment.begin) / 1000;
  }
  return times;
}

TEST(CriticalPathGaps, ADmaEngineThatServesAnotherRing) {
  auto times = path_behind("Q0-E64", "Q2-E64");
  // The usual delay until 2060, then the other ring until 2500.
  EXPECT_EQ(times["DMA engine busy"], 440);
  EXPECT_EQ(times["unexplained"], 10);
  EXPECT_EQ(times["transfer"], 490);
}

TEST(CriticalPathGaps, TracksThatAreNotRingsDoNotShareADmaEngine) {
  for (const auto& [other, last] : {std::pair("c-b", "a-b"), std::pair("Q0-E65", "Q2-E64")}) {
    auto times = path_behind(other, last);
    EXPECT_EQ(times["DMA engine busy"], 0) << last;
    EXPECT_EQ(times["unexplained"], 450) << last;
  }
}

}  // namespace
}  // namespace nscope::analysis
