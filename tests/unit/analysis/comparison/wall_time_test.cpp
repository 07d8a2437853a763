#include "profiler/analysis/comparison/wall_time.h"

#include "profiler/analysis/comparison/place_times.h"
#include "profiler/analysis/comparison/run_profile.h"
#include "tests/unit/analysis/test_run.h"

#include <map>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// The part of the wall time of each group in ns, by name.
std::map<std::string, double> split(const std::shared_ptr<const Trace>& trace) {
  TaskControl control;
  GroupTable groups;
  const auto items = collect_items(*trace, GroupBy::kOperator, groups, control);
  const auto ticks = split_wall_time(*items, groups, control);
  std::map<std::string, double> parts;
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    parts[groups[i].name] += (*ticks)[i] / static_cast<double>(trace->time_base().ticks_per_ns);
  }
  return parts;
}

TEST(WallTime, IsSharedEquallyByRunningEvents) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.instruction(0, Engine::kVector, "COPY", 50, 200);
  const auto parts = split(run.finish());
  EXPECT_DOUBLE_EQ(parts.at("MATMUL"), 50 + 25);
  EXPECT_DOUBLE_EQ(parts.at("COPY"), 25 + 100);
}

TEST(WallTime, BelongsToEnginesBeforeCollectivesBeforeDma) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.out().slice(run.tracks().collectives(0), run.out().intern("all_reduce"), run.at(50),
                  run.at(100));
  run.packet(0, 1, "weights", 64, 0, 300);
  run.packet(0, 2, "weights", 64, 200, 400);
  const auto parts = split(run.finish());
  EXPECT_DOUBLE_EQ(parts.at("MATMUL"), 100);
  EXPECT_DOUBLE_EQ(parts.at("all_reduce"), 50);
  EXPECT_DOUBLE_EQ(parts.at("weights"), 250);
}

TEST(WallTime, WaitsAndRequestsGetNone) {
  TestRun run;
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kTensor, "EVENT_SEMAPHORE", 0, 500);
  const TrackId requests = run.out().track(
      {.name = "Requests", .kind = TrackKind::kRequest, .slice_kind = SliceKind::kRequest});
  run.out().slice(requests, run.out().intern("request"), run.at(0), run.at(900));
  run.instruction(0, Engine::kVector, "COPY", 100, 200);
  const auto parts = split(run.finish());
  EXPECT_DOUBLE_EQ(parts.at("EVENT_SEMAPHORE"), 0);
  EXPECT_DOUBLE_EQ(parts.at("request"), 0);
  EXPECT_DOUBLE_EQ(parts.at("COPY"), 100);
}

TEST(WallTime, NestedCallsTakePrecedence) {
  TestRun run;
  run.execution(0, 1000);
  const TrackId host = run.out().track({.name = "main",
                                        .kind = TrackKind::kHost,
                                        .slice_kind = SliceKind::kHost,
                                        .layout = TrackLayout::kNested});
  const auto call = [&](std::string_view name, std::int64_t begin, std::int64_t end) {
    run.out().slice(host, run.out().intern(name), run.at(begin), run.at(end - begin));
  };
  call("outer", 0, 1000);
  call("inner", 100, 400);
  call("innermost", 200, 300);
  call("inner", 400, 500);
  run.instruction(0, Engine::kTensor, "MATMUL", 250, 450);
  const auto parts = split(run.finish());
  EXPECT_DOUBLE_EQ(parts.at("outer"), 100 + 500);
  EXPECT_DOUBLE_EQ(parts.at("inner"), 100 + 50);
  EXPECT_DOUBLE_EQ(parts.at("innermost"), 50);
  EXPECT_DOUBLE_EQ(parts.at("MATMUL"), 200);
}

TEST(WallTime, ExecutionsCountOnlyWithoutOtherEvents) {
  TestRun run;
  run.execution(0, 300).execution(500, 600);
  EXPECT_DOUBLE_EQ(split(run.finish()).at("Execution"), 400);
}

/// Many overlapping events of all classes.
std::shared_ptr<const Trace> crowd() {
  std::mt19937 random(5);
  TestRun run(1000, 100'000);
  run.device(2).execution(0, 40'000).execution(50'000, 100'000);
  const auto time = [&](std::int64_t below) {
    return static_cast<std::int64_t>(random() % static_cast<unsigned>(below));
  };
  for (int i = 0; i < 3000; ++i) {
    const int core = static_cast<int>(random() % 2);
    const std::int64_t begin = time(98'000);
    const std::int64_t end = begin + time(300);
    const char name[2] = {static_cast<char>('A' + random() % 6), 0};
    switch (random() % 3) {
      case 0: run.instruction(core, Engine::kTensor, name, begin, end); break;
      case 1: run.instruction(core, Engine::kVector, name, begin, end); break;
      default: run.packet(core, static_cast<int>(random() % 8), name, 64, begin, end); break;
    }
  }
  return run.finish();
}

TEST(WallTime, PartsAndIdleAddUpToTheExecutions) {
  const auto trace = crowd();
  TaskControl control;
  GroupTable groups;
  const auto items = collect_items(*trace, GroupBy::kOperator, groups, control);
  const auto profile = profile_run(*items, groups, control);
  ASSERT_TRUE(profile.has_value());
  EXPECT_DOUBLE_EQ(profile->total_ns, 90'000);
  EXPECT_GT(items->outside, 0);
  std::array<double, kClaimingClasses> exposed{};
  double sum = profile->idle_ns;
  for (std::uint32_t i = 0; i < groups.size(); ++i) {
    exposed[static_cast<std::size_t>(groups[i].work)] += profile->of(i).exposed_ns;
    sum += profile->of(i).exposed_ns;
  }
  EXPECT_NEAR(sum, 90'000, 1e-6);

  // The same time from unions of intervals, entirely and in pieces.
  for (const std::size_t pieces : {1u, 7u, 100u}) {
    const double width = span_ns(*items) / static_cast<double>(pieces);
    std::array<double, kClaimingClasses> found{};
    double idle = 0.0;
    for (const PlaceTimes& piece : times_of_pieces(*items, groups, width, pieces)) {
      for (std::size_t c = 0; c < kClaimingClasses; ++c) found[c] += piece.exposed_ns[c];
      idle += piece.idle_ns;
    }
    for (std::size_t c = 0; c < kClaimingClasses; ++c) EXPECT_NEAR(found[c], exposed[c], 1e-6);
    EXPECT_NEAR(idle, profile->idle_ns, 1e-6);
  }
}

}  // namespace
}  // namespace nscope::analysis
