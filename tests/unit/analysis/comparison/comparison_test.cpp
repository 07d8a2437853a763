#include "profiler/analysis/comparison/comparison.h"

#include "profiler/analysis/comparison/comparison_report.h"
#include "profiler/analysis/comparison/residuals.h"
#include "tests/unit/analysis/test_run.h"

#include <cmath>
#include <functional>
#include <numeric>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

using Side = RunComparison::Side;
using Runs = std::vector<std::shared_ptr<const Trace>>;

Comparison compare(const Runs& base, const Runs& now, const ComparisonOptions& options = {}) {
  TaskControl control;
  RunComparison comparison(options);
  for (const auto& run : base) EXPECT_TRUE(comparison.add(Side::kBase, "base", run, control));
  for (const auto& run : now) EXPECT_TRUE(comparison.add(Side::kNew, "new", run, control));
  auto result = comparison.finish(control);
  EXPECT_TRUE(result.has_value()) << (result ? "" : to_string(result.error()));
  return result ? *result : Comparison{};
}

const GroupDifference& group(const Comparison& comparison, std::string_view name) {
  for (const GroupDifference& group : comparison.groups) {
    if (group.key.name == name) return group;
  }
  ADD_FAILURE() << "no group " << name;
  static const GroupDifference none;
  return none;
}

const Cause* cause(const Comparison& comparison, CauseKind kind, WorkClass work) {
  for (const Cause& cause : comparison.causes) {
    if (cause.kind == kind && (kind == CauseKind::kIdle || cause.work == work)) return &cause;
  }
  return nullptr;
}

double sum_of_causes(const Comparison& comparison) {
  return std::accumulate(comparison.causes.begin(), comparison.causes.end(), 0.0,
                         [](double sum, const Cause& cause) { return sum + cause.change_ns; });
}

/// Two MATMULs, then a COPY, with waits between them. One transfer overlaps the MATMULs, another
/// follows the COPY.
TestRun& fill_base(TestRun& run) {
  run.device(1).execution(0, 1000);
  run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  run.instruction(0, Engine::kTensor, "MATMUL", 100, 200);
  run.instruction(0, Engine::kVector, "COPY", 200, 300, 50);
  run.instruction(0, Engine::kVector, "EVENT_SEMAPHORE", 0, 200);
  run.packet(0, 1, "hardware_dynamic", 1000, 50, 150);
  run.packet(0, 1, "hardware_dynamic", 1000, 300, 500);
  return run;
}

TEST(Comparison, OfARunWithItselfHasNoDifferences) {
  TestRun run;
  const auto trace = fill_base(run).finish();
  for (const auto place :
       {std::optional<Place>(), std::optional(Place::kTime), std::optional(Place::kRank)}) {
    const Comparison same = compare({trace}, {trace}, {.place = place});
    EXPECT_TRUE(same.no_difference());
    EXPECT_TRUE(same.causes.empty());
    EXPECT_TRUE(same.metrics.empty());
    EXPECT_TRUE(same.places.empty());
    const std::string text = report_text(make_report(same, 20), Language());
    EXPECT_NE(text.find("no differences"), std::string::npos);
    EXPECT_EQ(text.find("Causes"), std::string::npos);
  }
}

TEST(Comparison, FindsRemovedLongerAndExposedEvents) {
  TestRun base;
  fill_base(base);
  TestRun now;
  now.device(1).execution(0, 1010);
  now.instruction(0, Engine::kTensor, "MATMUL", 0, 130);      // longer by 30
  now.instruction(0, Engine::kVector, "COPY", 130, 230, 20);  // one MATMUL fewer
  now.packet(0, 1, "hardware_dynamic", 1000, 230, 330);       // no longer hidden
  now.packet(0, 1, "hardware_dynamic", 500, 330, 530);
  const Comparison c = compare({base.finish()}, {now.finish()});

  const GroupDifference& matmul = group(c, "MATMUL");
  EXPECT_EQ(matmul.base.count, 2);
  EXPECT_EQ(matmul.now.count, 1);
  EXPECT_DOUBLE_EQ(matmul.time_change(), -70);
  EXPECT_DOUBLE_EQ(matmul.exposed_change(), -70);
  EXPECT_EQ(matmul.matches.matched, 1);
  EXPECT_EQ(matmul.matches.removed, 1);
  EXPECT_DOUBLE_EQ(
      matmul.matches.matched_change_ns + matmul.matches.added_ns - matmul.matches.removed_ns,
      matmul.time_change());
  const GroupDifference& copy = group(c, "COPY");
  EXPECT_FALSE(copy.differs);
  EXPECT_DOUBLE_EQ(copy.base.wait_ns, 50);
  EXPECT_DOUBLE_EQ(copy.now.wait_ns, 20);
  const GroupDifference& packets = group(c, "hardware_dynamic");
  EXPECT_DOUBLE_EQ(packets.base.exposed_ns, 200);  // 300..500
  EXPECT_DOUBLE_EQ(packets.now.exposed_ns, 300);   // 230..530
  EXPECT_EQ(*packets.base.bytes, 2000);
  EXPECT_EQ(*packets.now.bytes, 1500);

  // MATMUL: (1 - 2) * 100 fewer, 1 * (130 - 100) longer. DMA: exposed share 300/300
  // instead of 200/300. Idle: 1010 - 530 instead of 1000 - 500.
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kFewer, WorkClass::kCompute)->change_ns, -100);
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kLonger, WorkClass::kCompute)->change_ns, 30);
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kLessHidden, WorkClass::kDma)->change_ns, 100);
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kIdle, WorkClass::kCompute)->change_ns, -20);
  EXPECT_EQ(c.causes.size(), 4u);
  EXPECT_DOUBLE_EQ(sum_of_causes(c), 10);
  EXPECT_DOUBLE_EQ(*c.total_change_ns(), 10);
  EXPECT_EQ(cause(c, CauseKind::kFewer, WorkClass::kCompute)->text.english(),
            "Fewer instructions (1 kind): 1 instead of 2");
  EXPECT_FALSE(group(c, "EVENT_SEMAPHORE").now.count > 0);
}

TEST(Comparison, AddedAndRemovedKindsCountEntirely) {
  TestRun base;
  base.device(1).execution(0, 300);
  base.instruction(0, Engine::kTensor, "OLD", 0, 100);
  base.instruction(0, Engine::kTensor, "SAME", 100, 200);
  TestRun now;
  now.device(1).execution(0, 300);
  now.instruction(0, Engine::kTensor, "NEW", 0, 150);
  now.instruction(0, Engine::kTensor, "SAME", 150, 250);
  const Comparison c = compare({base.finish()}, {now.finish()});
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kFewer, WorkClass::kCompute)->change_ns, -100);
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kMore, WorkClass::kCompute)->change_ns, 150);
  EXPECT_DOUBLE_EQ(cause(c, CauseKind::kIdle, WorkClass::kCompute)->change_ns, -50);
  EXPECT_DOUBLE_EQ(sum_of_causes(c), 0);
  EXPECT_FALSE(group(c, "OLD").matches.new_example.valid());
  EXPECT_TRUE(group(c, "OLD").matches.base_example.valid());
}

/// A long run of many operators that share the engines, with overlapping transfers. `factor` scales
/// the durations of the operator `slow`.
std::shared_ptr<const Trace> many_operators(std::string_view slow, double factor,
                                            std::int64_t jitter = 0) {
  TestRun run(1000, 10'000'000);
  constexpr std::array<std::string_view, 5> kOperators{"qkv", "scores", "context", "ffn_up",
                                                       "ffn_down"};
  std::int64_t at = 0;
  for (int layer = 0; layer < 40; ++layer) {
    for (std::size_t i = 0; i < kOperators.size(); ++i) {
      std::int64_t length = 1000 + 731 * static_cast<std::int64_t>(i) + 13 * layer + jitter;
      if (kOperators[i] == slow) length = std::llround(static_cast<double>(length) * factor);
      run.out().slice(run.tracks().engine(0, Engine::kTensor, true, SliceKind::kOperator),
                      run.out().intern(kOperators[i]), run.at(at), run.at(length));
      run.packet(0, static_cast<int>(i), "weights", 4096, at + 200, at + 200 + length / 2);
      at += length;
    }
    at += 500;
  }
  run.device(1).execution(0, at);
  return run.finish();
}

TEST(Comparison, AnOperatorThatIsTwoPercentSlowerRanksFirst) {
  const auto base = many_operators("", 1.0);
  for (const std::string_view slow : {"qkv", "context", "ffn_down"}) {
    const Comparison c = compare({base}, {many_operators(slow, 1.02)});
    ASSERT_FALSE(c.groups.empty());
    EXPECT_EQ(c.groups.front().key.name, slow);
    EXPECT_NEAR(c.groups.front().time_change() / c.groups.front().base.time_ns, 0.02, 1e-3);
    ASSERT_FALSE(c.causes.empty());
    EXPECT_EQ(c.causes.front().kind, CauseKind::kLonger);
    EXPECT_EQ(c.causes.front().parts.front().key.name, slow);
    EXPECT_NEAR(c.causes.front().change_ns, *c.total_change_ns(), 1e-3 * *c.total_change_ns());
    EXPECT_NEAR(sum_of_causes(c), *c.total_change_ns(), 1e-6);
    EXPECT_FALSE(c.total_interval.has_value());
  }
}

TEST(Comparison, RepeatsGiveIntervalsAndNoiseIsNotSignificant) {
  const auto noisy = [](std::string_view slow, double factor, std::int64_t shift) {
    Runs runs;
    for (const std::int64_t jitter : {-3, 0, 2, 4}) {
      runs.push_back(many_operators(slow, factor, jitter + shift));
    }
    return runs;
  };
  const Comparison slower = compare(noisy("", 1.0, 0), noisy("scores", 1.02, 0));
  ASSERT_TRUE(slower.total_interval.has_value());
  EXPECT_FALSE(slower.total_interval->holds_zero());
  EXPECT_EQ(slower.groups.front().key.name, "scores");
  EXPECT_FALSE(slower.groups.front().time_interval->holds_zero());
  EXPECT_TRUE(group(slower, "ffn_up").time_interval->holds_zero());
  EXPECT_NEAR(sum_of_causes(slower), *slower.total_change_ns(), 1e-6);

  const Comparison noise = compare(noisy("", 1.0, 0), noisy("", 1.0, 1));
  EXPECT_TRUE(noise.total_interval->holds_zero());
  EXPECT_NE(report_text(make_report(noise, 5), Language()).find("not significant"),
            std::string::npos);
}

TEST(Comparison, ByInstructionDistinguishesShapesButNotAddresses) {
  const auto run_with = [](std::string_view operands, std::string_view other) {
    TestRun run;
    run.device(1).execution(0, 400);
    SliceId slice = run.instruction(0, Engine::kScalar, "COPY", 0, 100);
    run.arg(slice, key::kOperands, operands);
    slice = run.instruction(0, Engine::kScalar, "COPY", 100, 200);
    run.arg(slice, key::kOperands, other);
    return run.finish();
  };
  const auto base = run_with("S[5] (Tensor)>=1 src=fp32@0x2000[512,1]", "src=fp32@0x1[128,1]");
  const auto moved = run_with("S[5] (Tensor)>=9 src=fp32@0x9000[512,1]", "src=fp32@0x2[128,1]");
  const auto wider = run_with("src=fp32@0x2000[512,1]", "src=fp32@0x1[256,1]");
  const ComparisonOptions by{.by = GroupBy::kInstruction};
  EXPECT_TRUE(compare({base}, {moved}, by).no_difference());
  const Comparison c = compare({base}, {wider}, by);
  EXPECT_EQ(group(c, "COPY src=fp32[128,1]").matches.removed, 1);
  EXPECT_EQ(group(c, "COPY src=fp32[256,1]").matches.added, 1);
  EXPECT_FALSE(group(c, "COPY src=fp32[512,1]").differs);
  EXPECT_TRUE(compare({base}, {wider}).no_difference());  // by operator, both are COPY
}

TEST(Comparison, ByLayerUsesThePropertyOrTheLayerTrack) {
  const auto run_with = [](std::int64_t second) {
    TestRun run;
    run.device(1).execution(0, 600);
    TraceWriter& out = run.out();
    out.slice(run.tracks().layers(0), out.intern("layer 0"), run.at(0), run.at(100));
    out.slice(run.tracks().layers(0), out.intern("layer 1"), run.at(100), run.at(second));
    const SliceId named = run.instruction(0, Engine::kTensor, "MATMUL", 0, 80);
    run.arg(named, key::kLayer, "layer 0");
    run.instruction(0, Engine::kTensor, "MATMUL", 110, 110 + second - 20);
    run.instruction(0, Engine::kTensor, "MATMUL", 500, 550);
    return run.finish();
  };
  const Comparison c = compare({run_with(100)}, {run_with(150)}, {.by = GroupBy::kLayer});
  EXPECT_EQ(c.groups.front().key.name, "layer 1");
  EXPECT_DOUBLE_EQ(c.groups.front().exposed_change(), 50);
  EXPECT_FALSE(group(c, "layer 0").differs);
  EXPECT_EQ(group(c, "(no layer)").base.count, 1);
  EXPECT_TRUE(std::any_of(c.notes.begin(), c.notes.end(), [](const Text& note) {
    return note.english().starts_with("2 events do not belong to a layer");
  }));
}

/// One instruction for each location, of 100 ns.
std::shared_ptr<const Trace> run_of_lines(const std::vector<std::string>& locations) {
  TestRun run;
  run.device(1).execution(0, 1000);
  std::int64_t begin = 0;
  for (const std::string& location : locations) {
    const SliceId slice = run.instruction(0, Engine::kVector, "COPY", begin, begin + 100);
    if (!location.empty()) run.arg(slice, key::kSourceLocation, location);
    begin += 100;
  }
  return run.finish();
}

TEST(Comparison, BySourceLineMatchesFilesOfDifferentFolders) {
  const auto base = run_of_lines(
      {"/home/a/kernels/attn.py:7", "/home/a/kernels/attn.py:9", "/home/a/kernels/mlp.py:7", ""});
  const auto now = run_of_lines(
      {"/tmp/b/kernels/attn.py:7", "/tmp/b/kernels/attn.py:7", "/tmp/b/kernels/mlp.py:7", ""});
  const Comparison c = compare({base}, {now}, {.by = GroupBy::kSource});
  EXPECT_EQ(group(c, "/home/a/kernels/attn.py:7").base.count, 1);
  EXPECT_EQ(group(c, "/home/a/kernels/attn.py:7").now.count, 2);
  EXPECT_EQ(group(c, "/home/a/kernels/attn.py:9").now.count, 0);
  EXPECT_FALSE(group(c, "/home/a/kernels/mlp.py:7").differs);
  EXPECT_EQ(group(c, "COPY").base.count, 1) << "without a line, by its own name";
  const std::string text = report_text(make_report(c, 20), Language());
  EXPECT_NE(text.find("Differences by source line"), std::string::npos);
}

TEST(Comparison, BySourceLinePrefersTheMoreSimilarFile) {
  const auto base = run_of_lines({"/home/a/kernels/attn.py:1", "/home/a/tests/attn.py:1"});
  const auto now = run_of_lines({"/tmp/tests/attn.py:1", "/tmp/kernels/attn.py:1"});
  const Comparison c = compare({base}, {now}, {.by = GroupBy::kSource});
  EXPECT_EQ(group(c, "/home/a/kernels/attn.py:1").now.count, 1);
  EXPECT_EQ(group(c, "/home/a/tests/attn.py:1").now.count, 1);
  EXPECT_EQ(c.groups.size(), 2u);
}

TEST(Comparison, BySourceLineDoesNotGuessBetweenEquallySimilarFiles) {
  const auto base = run_of_lines({"/home/a/x/attn.py:1", "/home/a/y/attn.py:1"});
  const auto now = run_of_lines({"/tmp/z/attn.py:1"});
  const Comparison c = compare({base}, {now}, {.by = GroupBy::kSource});
  EXPECT_EQ(group(c, "/tmp/z/attn.py:1").base.count, 0);
  EXPECT_EQ(group(c, "/home/a/x/attn.py:1").now.count, 0);
}

TEST(Comparison, BySourceLineKeepsAFileThatBothRunsState) {
  const auto base = run_of_lines({"/home/a/attn.py:1"});
  const auto now = run_of_lines({"/home/a/attn.py:1", "/home/b/attn.py:1"});
  const Comparison c = compare({base}, {now}, {.by = GroupBy::kSource});
  EXPECT_EQ(group(c, "/home/a/attn.py:1").now.count, 1);
  EXPECT_EQ(group(c, "/home/b/attn.py:1").base.count, 0);
}

TEST(Comparison, ByRankAndByTimeLocateTheChange) {
  const auto run_with = [](std::int64_t late) {
    TestRun run;
    run.device(2).execution(0, 400);
    run.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
    run.instruction(1, Engine::kTensor, "MATMUL", 200 + late, 300 + 2 * late);
    return run.finish();
  };
  const auto base = run_with(0);
  const auto now = run_with(20);
  const Comparison ranks = compare({base}, {now}, {.place = Place::kRank});
  ASSERT_EQ(ranks.places.size(), 1u);
  EXPECT_EQ(ranks.places[0].name.english(), "core 1");
  EXPECT_DOUBLE_EQ(ranks.places[0].base->exposed_ns[0], 100);
  EXPECT_DOUBLE_EQ(ranks.places[0].now->exposed_ns[0], 120);
  EXPECT_DOUBLE_EQ(ranks.places[0].now->idle_ns, 280);

  // Quarters of 100 ns: the third loses 20 ns, the fourth gains 40 ns.
  const Comparison pieces = compare({base}, {now}, {.place = Place::kTime, .pieces = 4});
  ASSERT_EQ(pieces.places.size(), 2u);
  EXPECT_EQ(pieces.places[0].name.english(), "3");
  EXPECT_DOUBLE_EQ(pieces.places[0].now->exposed_ns[0], 80);
  EXPECT_EQ(pieces.places[1].name.english(), "4");
  EXPECT_DOUBLE_EQ(pieces.places[1].now->exposed_ns[0], 40);
  EXPECT_DOUBLE_EQ(pieces.places[1].now->start_ns, 300);
}

TEST(Comparison, OfSummariesComparesMetricsOnly) {
  TestRun run;
  const Summary base = summarize(*fill_base(run).finish());
  Summary now = base;
  for (Metric& metric : now.metrics) {
    if (metric.name == "matmul_instruction_count") metric.value = 3;
  }
  std::erase_if(now.metrics, [](const Metric& metric) { return metric.name == "event_count"; });
  TaskControl control;
  RunComparison comparison({});
  comparison.add(Side::kBase, "a.json", base);
  comparison.add(Side::kNew, "b.json", now);
  const auto c = comparison.finish(control);
  ASSERT_TRUE(c.has_value());
  ASSERT_FALSE(c->metrics.empty());
  EXPECT_EQ(c->metrics[0].name, "matmul_instruction_count");
  EXPECT_DOUBLE_EQ(*c->metrics[0].relative(), 0.5);
  EXPECT_FALSE(c->total_change_ns().has_value());
  EXPECT_TRUE(c->groups.empty());
  EXPECT_TRUE(c->notes.front().english().starts_with("Only metrics are compared"));
}

TEST(Comparison, NeedsARunOnEachSide) {
  TaskControl control;
  RunComparison comparison({});
  TestRun run;
  ASSERT_TRUE(comparison.add(Side::kBase, "base", fill_base(run).finish(), control));
  const auto result = comparison.finish(control);
  ASSERT_FALSE(result.has_value());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
}

TEST(Comparison, OfEmptyRunsIsEmpty) {
  TestRun a;
  TestRun b;
  const Comparison c = compare({a.finish()}, {b.finish()});
  EXPECT_TRUE(c.no_difference());
  const Json json = comparison_json(c);
  EXPECT_EQ(json["total"]["change_ns"], 0.0);
  EXPECT_TRUE(json["differences"].empty());
  EXPECT_TRUE(json["causes"].empty());
}

TEST(Comparison, StopsWhenCancelled) {
  TestRun run;
  const auto trace = fill_base(run).finish();
  TaskControl control;
  control.request_cancel();
  RunComparison comparison({});
  const auto added = comparison.add(Side::kBase, "base", trace, control);
  ASSERT_FALSE(added.has_value());
  EXPECT_EQ(added.error().code, ErrorCode::kCancelled);
}

TEST(Residuals, AreMeasuredOverSimulatedMeans) {
  TestRun measured;
  measured.device(1).execution(0, 1000);
  measured.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  measured.instruction(0, Engine::kTensor, "MATMUL", 100, 220);
  measured.instruction(0, Engine::kVector, "COPY", 220, 250);
  TestRun simulated;
  simulated.device(1).execution(0, 1000);
  simulated.property(property::kProvenance, std::string("simulated"));
  simulated.property(property::kWorkload, std::string(R"({"model": "m"})"));
  simulated.property(property::kCalibration, std::string("2026-11-22, table"));
  simulated.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const Comparison c = compare({measured.finish()}, {simulated.finish()});
  const auto residuals = residuals_of(c);
  ASSERT_TRUE(residuals.has_value());
  ASSERT_EQ(residuals->table.row_count(), 1u);
  const Json json = residuals_json(*residuals);
  EXPECT_EQ(json["schema"], "nscope.residuals/1");
  EXPECT_EQ(json["rows"][0]["name"], "MATMUL");
  EXPECT_DOUBLE_EQ(json["rows"][0]["residual"].get<double>(), 1.1);
  EXPECT_DOUBLE_EQ(json["total_residual"].get<double>(), 1.0);
  EXPECT_EQ(json["simulated"]["workload"]["model"], "m");
  EXPECT_EQ(json["simulated"]["calibration"], "2026-11-22, table");
  EXPECT_FALSE(json["measured"].contains("workload"));
  EXPECT_TRUE(json["notes"][0].get<std::string>().starts_with("1 group has no residual"));

  TestRun another;
  const Comparison same = compare({fill_base(another).finish()}, {many_operators("", 1.0)});
  const auto refused = residuals_of(same);
  ASSERT_FALSE(refused.has_value());
  EXPECT_EQ(refused.error().code, ErrorCode::kInvalidArgument);
}

}  // namespace
}  // namespace nscope::analysis
