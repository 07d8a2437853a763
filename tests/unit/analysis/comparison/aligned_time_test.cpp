#include "profiler/analysis/comparison/aligned_time.h"

#include "profiler/analysis/comparison/comparison.h"
#include "tests/unit/analysis/test_run.h"

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

Comparison paired(const std::shared_ptr<const Trace>& base,
                  const std::shared_ptr<const Trace>& now) {
  TaskControl control;
  RunComparison comparison({.pairs = true});
  EXPECT_TRUE(comparison.add(RunComparison::Side::kBase, "base", base, control));
  EXPECT_TRUE(comparison.add(RunComparison::Side::kNew, "new", now, control));
  auto result = comparison.finish(control);
  EXPECT_TRUE(result.has_value());
  return std::move(*result);
}

AlignedTime aligned(const std::shared_ptr<const Trace>& base,
                    const std::shared_ptr<const Trace>& now) {
  TaskControl control;
  const auto time = align_time(*base, *now, *paired(base, now).pairs, control);
  EXPECT_TRUE(time.has_value());
  return time.value_or(AlignedTime());
}

TEST(AlignedTime, ReadsBetweenAnchorsAndBeyondThem) {
  const AlignedTime time({{100.0, 10.0}, {200.0, 60.0}, {300.0, 70.0}});
  EXPECT_DOUBLE_EQ(time.new_at(100.0), 10.0);
  EXPECT_DOUBLE_EQ(time.new_at(150.0), 35.0);
  EXPECT_DOUBLE_EQ(time.new_at(250.0), 65.0);
  EXPECT_DOUBLE_EQ(time.new_at(40.0), -50.0) << "at the rate of the clock";
  EXPECT_DOUBLE_EQ(time.new_at(400.0), 170.0);
  for (const double base : {-5.0, 100.0, 130.0, 299.0, 1000.0}) {
    EXPECT_NEAR(time.base_at(time.new_at(base)), base, 1e-9) << base;
  }
  EXPECT_DOUBLE_EQ(AlignedTime().new_at(5.0), 5.0);
}

TEST(AlignedTime, MatchesEvents) {
  TestRun base;
  base.device(1).execution(0, 1000);
  base.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  base.instruction(0, Engine::kTensor, "OLD", 100, 200);
  base.instruction(0, Engine::kTensor, "MATMUL", 300, 400);
  TestRun now(1);  // a different clock with ticks of 1 ns
  now.device(1).execution(0, 700);
  now.instruction(0, Engine::kTensor, "MATMUL", 50, 100);
  now.instruction(0, Engine::kTensor, "MATMUL", 150, 250);
  now.instruction(0, Engine::kTensor, "NEW", 250, 260);
  const auto before = base.finish();
  const auto after = now.finish();
  const auto id = [](const Trace& trace, std::string_view name, std::size_t nth) {
    for (const Track& track : trace.tracks()) {
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (trace.text(track.slices.name[row]) == name && nth-- == 0) {
          return Trace::slice_id(track, row);
        }
      }
    }
    return SliceId();
  };
  const Comparison comparison = paired(before, after);
  ASSERT_NE(comparison.pairs, nullptr);
  const EventPairs& pairs = *comparison.pairs;
  EXPECT_EQ(pairs.new_of_base[id(*before, "MATMUL", 0).index()], id(*after, "MATMUL", 0));
  EXPECT_EQ(pairs.new_of_base[id(*before, "MATMUL", 1).index()], id(*after, "MATMUL", 1));
  EXPECT_EQ(pairs.base_of_new[id(*after, "MATMUL", 1).index()], id(*before, "MATMUL", 1));
  EXPECT_FALSE(pairs.new_of_base[id(*before, "OLD", 0).index()].valid());
  EXPECT_FALSE(pairs.base_of_new[id(*after, "NEW", 0).index()].valid());
  const AlignedTime time = aligned(before, after);
  EXPECT_DOUBLE_EQ(time.new_at(0.0), 50.0);
  EXPECT_DOUBLE_EQ(time.new_at(300.0), 150.0);
  EXPECT_DOUBLE_EQ(time.new_at(400.0), 250.0) << "the end of the last pair is an anchor, too";
}

TEST(AlignedTime, IsMonotonicIfEnginesDisagree) {
  // In the new run, VectorE runs its COPY late, after further instructions of TensorE.
  TestRun base;
  base.device(1).execution(0, 1000);
  base.instruction(0, Engine::kVector, "COPY", 0, 50);
  TestRun now;
  now.device(1).execution(0, 1000);
  now.instruction(0, Engine::kVector, "COPY", 550, 600);
  for (int i = 0; i < 5; ++i) {
    base.instruction(0, Engine::kTensor, "MATMUL", 100 + i * 100, 150 + i * 100);
    now.instruction(0, Engine::kTensor, "MATMUL", 110 + i * 90, 150 + i * 90);
  }
  const AlignedTime time = aligned(base.finish(), now.finish());
  ASSERT_EQ(time.anchors().size(), 6u) << "five MATMULs and their end, without the COPY";
  for (std::size_t i = 1; i < time.anchors().size(); ++i) {
    EXPECT_GT(time.anchors()[i].base_ns, time.anchors()[i - 1].base_ns);
    EXPECT_GT(time.anchors()[i].new_ns, time.anchors()[i - 1].new_ns);
  }
  EXPECT_DOUBLE_EQ(time.new_at(300.0), 290.0);
}

TEST(AlignedTime, PairsAreKeptOnlyOnRequest) {
  TestRun run;
  run.device(1).execution(0, 100);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const auto trace = run.finish();
  TaskControl control;
  RunComparison comparison({});
  ASSERT_TRUE(comparison.add(RunComparison::Side::kBase, "a", trace, control));
  ASSERT_TRUE(comparison.add(RunComparison::Side::kNew, "b", trace, control));
  EXPECT_EQ(comparison.finish(control)->pairs, nullptr);
  control.request_cancel();
  const auto stopped = align_time(*trace, *trace, {}, control);
  ASSERT_FALSE(stopped.has_value());
  EXPECT_EQ(stopped.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope::analysis
