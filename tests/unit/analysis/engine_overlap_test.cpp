#include "profiler/analysis/engines/overlap_sweep.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/analysis/test_run.h"

#include <array>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// Core 0: TensorE 100..300 and 250..400, VectorE 350..500, DMA 0..150 and 900..1100. Core 1:
/// ScalarE 10..20. Window: 0..1000.
std::shared_ptr<const Trace> small_run() {
  TestRun run;
  run.execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 100, 300);
  run.instruction(0, Engine::kTensor, "LDWEIGHTS", 250, 400);
  run.instruction(0, Engine::kTensor, "EVENT_SEMAPHORE", 400, 600);
  run.instruction(0, Engine::kVector, "COPY", 350, 500);
  run.packet(0, 1, "hardware_dynamic", 64, 0, 100);
  run.packet(0, 2, "hardware_dynamic", 64, 50, 150);
  run.packet(0, 2, "hardware_dynamic", 64, 900, 1100);
  run.instruction(1, Engine::kScalar, "ACTIVATE", 10, 20);
  return run.finish();
}

TEST(EngineOverlap, DividesTheTimeOfACore) {
  const NamedTable table = run_table("engine-overlap", *small_run());
  const auto time = [&](std::string_view core, std::string_view engine, std::string_view with) {
    return table.number(table.row({{"core", core}, {"engine", engine}, {"with", with}}), "time_ns");
  };
  EXPECT_EQ(time("0", "Tensor", "(busy)"), 300);
  EXPECT_EQ(time("0", "Tensor", "(alone)"), 200);  // 150..350
  EXPECT_EQ(time("0", "Tensor", "(any other)"), 100);
  EXPECT_EQ(time("0", "Tensor", "Vector"), 50);
  EXPECT_EQ(time("0", "Tensor", "DMA"), 50);
  EXPECT_EQ(time("0", "Vector", "DMA"), 0);
  EXPECT_EQ(time("0", "DMA", "(busy)"), 250);  // the last packet counts up to the end of the window
  EXPECT_EQ(time("0", "DMA", "(alone)"), 200);
  EXPECT_EQ(time("0", "(any)", "(busy)"), 600);
  EXPECT_EQ(time("0", "(none)", "(idle)"), 400);
  EXPECT_EQ(time("1", "(none)", "(idle)"), 990);

  const std::size_t alone = table.row({{"engine", "Tensor"}, {"with", "(alone)"}});
  EXPECT_EQ(table.number(alone, "start_ns"), 150);
  EXPECT_EQ(table.number(alone, "duration_ns"), 200);
  EXPECT_DOUBLE_EQ(table.number(alone, "share"), 2.0 / 3.0);
  const std::size_t idle = table.row({{"core", "0"}, {"engine", "(none)"}});
  EXPECT_EQ(table.number(idle, "start_ns"), 500);
  EXPECT_EQ(table.number(idle, "duration_ns"), 400);
  EXPECT_DOUBLE_EQ(table.number(idle, "share"), 0.4);

  const NamedTable one = run_table("engine-overlap", *small_run(), {}, {.range = {}, .core = 1});
  EXPECT_EQ(one.text(0, "engine"), "Scalar");
}

TEST(EngineOverlap, ReportsARunWithoutCores) {
  TestRun run;
  run.execution(0, 10);
  const NamedTable table = run_table("engine-overlap", *run.finish());
  EXPECT_EQ(table.rows(), 0u);
  EXPECT_TRUE(table.has_note("no work of a NeuronCore"));
}

/// Counts every tick separately.
struct Counted {
  static constexpr std::int64_t kTicks = 500;
  std::array<std::array<bool, kTicks>, OverlapSweep::kUnits> busy{};
  std::array<bool, kTicks> inside{};

  template <class Holds>
  std::int64_t count(Holds holds) const {
    std::int64_t ticks = 0;
    for (std::size_t t = 0; t < kTicks; ++t) ticks += inside[t] && holds(t) ? 1 : 0;
    return ticks;
  }
  std::size_t busy_units(std::size_t t) const {
    std::size_t units = 0;
    for (const auto& unit : busy) units += unit[t] ? 1 : 0;
    return units;
  }
};

TEST(OverlapSweep, EqualsCountingEveryTickAndAddsUp) {
  std::mt19937 random(11);
  TaskControl control;
  for (int round = 0; round < 100; ++round) {
    Counted counted;
    CoreActivity activity;
    for (std::size_t unit = 0; unit < OverlapSweep::kUnits; ++unit) {
      for (int i = 0; i < 12; ++i) {
        const auto begin = static_cast<std::int64_t>(random() % 460);
        const auto end = begin + static_cast<std::int64_t>(random() % 40);
        activity.busy[unit].add(begin, end);
        for (auto t = begin; t < end; ++t) counted.busy[unit][static_cast<std::size_t>(t)] = true;
      }
    }
    const std::vector<TimeWindow> windows{{TraceTime(20), TraceTime(200)},
                                          {TraceTime(250), TraceTime(450)}};
    for (std::size_t t = 0; t < Counted::kTicks; ++t) {
      counted.inside[t] = (t >= 20 && t < 200) || (t >= 250 && t < 450);
    }
    const auto sweep = OverlapSweep::of(activity, windows, control);
    ASSERT_TRUE(sweep);
    ASSERT_EQ(sweep->window(), 380);
    ASSERT_EQ(sweep->nothing(),
              counted.count([&](std::size_t t) { return counted.busy_units(t) == 0; }));
    std::int64_t exposed = 0;
    for (std::size_t a = 0; a < OverlapSweep::kUnits; ++a) {
      const auto alone = counted.count(
          [&](std::size_t t) { return counted.busy[a][t] && counted.busy_units(t) == 1; });
      ASSERT_EQ(sweep->alone(a), alone);
      exposed += alone;
      for (std::size_t b = 0; b < OverlapSweep::kUnits; ++b) {
        ASSERT_EQ(sweep->both(a, b), counted.count([&](std::size_t t) {
          return counted.busy[a][t] && counted.busy[b][t];
        }));
        ASSERT_LE(sweep->longest_both(a, b).length, sweep->both(a, b));
      }
      ASSERT_EQ(sweep->busy(a), sweep->both(a, a));
      ASSERT_EQ(sweep->longest_alone(a).length > 0, alone > 0);
    }
    const auto several = counted.count([&](std::size_t t) { return counted.busy_units(t) > 1; });
    ASSERT_EQ(exposed + several + sweep->nothing(), sweep->window());
  }
}

TEST(OverlapSweep, StopsWhenCancelled) {
  TaskControl control;
  control.request_cancel();
  const std::vector<TimeWindow> windows{{TraceTime(0), TraceTime(10)}};
  const auto sweep = OverlapSweep::of(CoreActivity{}, windows, control);
  ASSERT_FALSE(sweep);
  EXPECT_EQ(sweep.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::analysis
