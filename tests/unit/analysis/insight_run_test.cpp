// Rules about several cores, serving, the host and the compile cache; and the report.
#include "tests/unit/analysis/insight_run.h"

#include "profiler/analysis/insights/run_facts.h"
#include "profiler/analysis/insights/thresholds.h"
#include "profiler/trace/build/compile_slice.h"

#include <set>

namespace nscope::analysis {
namespace {

SliceId collective(TestRun& run, int core, std::int64_t begin, std::int64_t end,
                   std::int64_t bytes) {
  const SliceId slice =
      run.out().slice(run.tracks().collectives(core), run.out().intern("all_reduce"), run.at(begin),
                      run.at(end - begin));
  run.arg(slice, key::kBytes, bytes);
  run.arg(slice, key::kRanks, 8);
  return slice;
}

TEST(Insights, ExposedCollectives) {
  constexpr std::int64_t kLarge = 2 << 20;
  constexpr std::int64_t kSmall = 8192;
  for (const std::int64_t bytes : {kLarge, kSmall}) {
    const std::string_view rule = bytes == kLarge ? "exposed-collectives" : "small-collectives";
    const std::string_view other = bytes == kLarge ? "small-collectives" : "exposed-collectives";
    TestRun exposed;
    exposed.instruction(0, Engine::kVector, "COPY", 0, 200);
    collective(exposed, 0, 100, 500, bytes);
    const auto trace = exposed.finish();
    const InsightReport report = evaluate(*trace);
    const Insight insight = insight_of(report, rule);
    EXPECT_EQ(number_of(insight, "exposed_ns"), 300);
    EXPECT_EQ(number_of(insight, "operations"), 1);
    EXPECT_EQ(number_of(insight, "mean_bytes"), static_cast<double>(bytes));
    EXPECT_LE(*insight.gain.share, 0.3);
    EXPECT_GT(*insight.gain.share, 0.0);
    expect_event(*trace, insight, "all_reduce", 100, 500);
    EXPECT_EQ(outcome(report, other), Outcome::kNothing);

    TestRun hidden;
    hidden.instruction(0, Engine::kVector, "COPY", 0, 450);
    collective(hidden, 0, 100, 500, bytes);
    EXPECT_EQ(outcome(evaluate(*hidden.finish()), rule), Outcome::kNothing);
  }
  TestRun none;
  none.instruction(0, Engine::kVector, "COPY", 0, 450);
  EXPECT_EQ(outcome(evaluate(*none.finish()), "small-collectives"), Outcome::kNotEvaluated);
}

TEST(Insights, SlowCollectives) {
  const auto made = [](std::int64_t last) {
    TestRun run;
    for (int i = 0; i < 5; ++i) collective(run, 0, 100 * i, 100 * i + 20, 8192);
    collective(run, 0, 600, 600 + last, 8192);
    collective(run, 0, 900, 990, 1 << 20);  // of another size, not comparable
    return run.finish();
  };
  const auto trace = made(200);
  const Insight insight = insight_of(evaluate(*trace), "slow-collectives");
  EXPECT_EQ(number_of(insight, "slow"), 1);
  EXPECT_EQ(number_of(insight, "median_ns"), 20);
  EXPECT_EQ(number_of(insight, "excess_ns"), 180);
  EXPECT_NEAR(*insight.gain.share, 0.18, 1e-9);
  expect_event(*trace, insight, "all_reduce", 600, 800);
  EXPECT_EQ(outcome(evaluate(*made(40)), "slow-collectives"), Outcome::kNothing);
}

TEST(Insights, CoresThatWaitForTheBusiestCore) {
  const auto made = [](std::int64_t second) {
    TestRun run;
    run.instruction(0, Engine::kVector, "COPY", 0, 900);
    run.instruction(1, Engine::kVector, "COPY", 0, second);
    return run.finish();
  };
  const auto trace = made(300);
  const Insight insight = insight_of(evaluate(*trace), "imbalance");
  EXPECT_EQ(number_of(insight, "most_ns"), 900);
  EXPECT_EQ(number_of(insight, "mean_ns"), 600);
  EXPECT_NEAR(*insight.gain.share, 0.3, 1e-9);
  // The time in which core 1 is idle.
  EXPECT_EQ(insight.evidence.begin, trace->from_ns(300));
  EXPECT_EQ(insight.evidence.end, trace->from_ns(1000));
  EXPECT_EQ(outcome(evaluate(*made(850)), "imbalance"), Outcome::kNothing);
  TestRun alone;
  alone.instruction(0, Engine::kVector, "COPY", 0, 900);
  EXPECT_EQ(outcome(evaluate(*alone.finish()), "imbalance"), Outcome::kNotEvaluated);
}

TEST(Insights, MoreCoresThanTheModelNeeds) {
  const auto made = [](double needed, std::string_view workload) {
    TestRun run;
    run.property(property::kWorkload, std::string(workload));
    run.property(property::kMemoryCapacity, 16e9);
    run.out().metric({.name = "memory_per_core",
                      .value = needed,
                      .unit = "B",
                      .provenance = Provenance::kSimulated,
                      .note = {}});
    run.instruction(0, Engine::kVector, "COPY", 0, 100);
    collective(run, 0, 100, 600, 8192);
    return run.finish();
  };
  constexpr std::string_view kServing = R"({"tensor_parallel":32})";
  const Insight insight = insight_of(evaluate(*made(3e9, kServing)), "wide-tensor-parallel");
  EXPECT_EQ(number_of(insight, "tensor_parallel"), 32);
  EXPECT_NE(insight.action.english().find("tensor_parallel 16"), std::string::npos)
      << insight.action.english();
  EXPECT_EQ(outcome(evaluate(*made(9e9, kServing)), "wide-tensor-parallel"), Outcome::kNothing);
  EXPECT_EQ(outcome(evaluate(*made(3e9, R"({"tensor_parallel":32,"training":{}})")),
                    "wide-tensor-parallel"),
            Outcome::kNotEvaluated);
  EXPECT_EQ(outcome(evaluate(*made(3e9, "[not a workload")), "wide-tensor-parallel"),
            Outcome::kNotEvaluated);
}

TEST(Insights, PipelineBubbles) {
  const auto made = [](std::int64_t end) {
    TestRun run;
    run.instruction(0, Engine::kVector, "COPY", 0, 100);
    run.out().slice(run.tracks().layers(0), run.out().intern("pipeline bubble"), run.at(100),
                    run.at(end - 100));
    return run.finish();
  };
  const auto trace = made(400);
  const Insight insight = insight_of(evaluate(*trace), "pipeline-bubbles");
  EXPECT_NEAR(*insight.gain.share, 0.3, 1e-9);
  expect_event(*trace, insight, "pipeline bubble", 100, 400);
  EXPECT_EQ(outcome(evaluate(*made(150)), "pipeline-bubbles"), Outcome::kNothing);
}

TEST(Insights, PaddingToBuckets) {
  const auto made = [](std::int64_t tokens) {
    TestRun run;
    const SliceId prefill = run.out().slice(run.tracks().executions(), run.out().intern("prefill"),
                                            run.at(0), run.at(600));
    run.arg(prefill, "bucket", 512);
    run.arg(prefill, "tokens", tokens);
    const SliceId decode = run.out().slice(run.tracks().executions(), run.out().intern("decode"),
                                           run.at(600), run.at(400));
    run.arg(decode, "bucket", 512);
    run.arg(decode, "tokens", 512);
    return run.finish();
  };
  const auto trace = made(128);
  const Insight insight = insight_of(evaluate(*trace), "padding");
  EXPECT_NEAR(number_of(insight, "padding_share"), 1 - 640.0 / 1024, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.75 * 600 / 1000, 1e-9);
  expect_event(*trace, insight, "prefill", 0, 600);
  EXPECT_EQ(outcome(evaluate(*made(500)), "padding"), Outcome::kNothing);
}

TEST(Insights, RequestsThatWait) {
  const auto made = [](std::int64_t admitted) {
    TestRun run;
    const auto row = [&](std::string_view name) {
      return run.out().track(
          {.name = name, .kind = TrackKind::kRequest, .slice_kind = SliceKind::kRequest});
    };
    const StringId request = run.out().intern("request 0");
    run.out().slice(row("Queue"), request, run.at(0), run.at(admitted));
    run.out().slice(row("Prefill"), request, run.at(admitted), run.at(100));
    return run.finish();
  };
  const auto trace = made(300);
  const Insight insight = insight_of(evaluate(*trace), "queueing");
  EXPECT_NEAR(number_of(insight, "queue_share"), 0.75, 1e-9);
  EXPECT_EQ(number_of(insight, "queue_mean_ns"), 300);
  expect_event(*trace, insight, "request 0", 0, 300);
  EXPECT_EQ(outcome(evaluate(*made(50)), "queueing"), Outcome::kNothing);
}

TEST(Insights, DeviceThatWaitsForTheHost) {
  const auto made = [](std::int64_t next) {
    TestRun run;
    const TrackId thread = run.out().track({.name = "main",
                                            .kind = TrackKind::kHost,
                                            .slice_kind = SliceKind::kHost,
                                            .layout = TrackLayout::kNested});
    const TrackId stream = run.out().track(
        {.name = "stream 7", .kind = TrackKind::kEngine, .slice_kind = SliceKind::kOperator});
    run.out().slice(thread, run.out().intern("step"), run.at(0), run.at(1000));
    run.out().slice(thread, run.out().intern("sampling"), run.at(200), run.at(next - 200));
    run.out().slice(stream, run.out().intern("gemm"), run.at(100), run.at(100));
    run.out().slice(stream, run.out().intern("gemm"), run.at(next), run.at(1000 - next));
    return run.finish();
  };
  const auto trace = made(500);
  const Insight insight = insight_of(evaluate(*trace), "host-bound");
  EXPECT_EQ(number_of(insight, "device_idle_ns"), 300);
  EXPECT_EQ(number_of(insight, "span_ns"), 900);
  EXPECT_NEAR(*insight.gain.share, 1.0 / 3, 1e-9);
  EXPECT_NE(insight.finding.english().find("'sampling'"), std::string::npos)
      << insight.finding.english();
  EXPECT_EQ(insight.evidence.begin, trace->from_ns(200));
  EXPECT_EQ(insight.evidence.end, trace->from_ns(500));
  EXPECT_EQ(outcome(evaluate(*made(250)), "host-bound"), Outcome::kNothing);
  TestRun device;
  device.instruction(0, Engine::kVector, "COPY", 0, 100);
  EXPECT_EQ(outcome(evaluate(*device.finish()), "host-bound"), Outcome::kNotEvaluated);
}

struct Compiled {
  std::string_view state;
  std::string_view graph;
  std::string_view flags;
  std::int64_t begin;
  std::int64_t end;
};

std::shared_ptr<const Trace> compile_run(std::initializer_list<Compiled> events) {
  TestRun run;
  const TrackId track = run.out().track(
      {.name = "Process 0", .kind = TrackKind::kCompile, .slice_kind = SliceKind::kCompile});
  for (const Compiled& event : events) {
    const std::string name = std::string("MODULE_").append(event.graph);
    write_compile_slice(run.out(), track,
                        {.name = name,
                         .state = event.state,
                         .graph_hash = event.graph,
                         .flags_hash = event.flags,
                         .compiler_version = "2.8",
                         .flags = {},
                         .source = {},
                         .time_source = {},
                         .error = {}},
                        run.at(event.begin), run.at(event.end - event.begin));
  }
  return run.finish();
}

TEST(Insights, GraphsThatAreCompiledDuringTheRun) {
  const auto churn = compile_run({{"miss", "1", "a", 0, 100},
                                  {"miss", "2", "a", 200, 400},
                                  {"miss", "3", "a", 500, 550},
                                  {"hit", "3", "a", 600, 601}});
  const InsightReport report = evaluate(*churn);
  const Insight insight = insight_of(report, "shape-churn");
  EXPECT_EQ(number_of(insight, "graphs"), 3);
  EXPECT_NEAR(*insight.gain.share, 0.35, 1e-9);
  expect_event(*churn, insight, "MODULE_2", 200, 400);
  EXPECT_EQ(outcome(report, "compiled-again"), Outcome::kNothing);
  EXPECT_EQ(outcome(report, "lock-waits"), Outcome::kNothing);
  EXPECT_EQ(outcome(report, "cached-failures"), Outcome::kNothing);
  const auto hits = compile_run({{"hit", "1", "a", 0, 1}, {"hit", "2", "a", 2, 3}});
  EXPECT_EQ(outcome(evaluate(*hits), "shape-churn"), Outcome::kNothing);
  EXPECT_EQ(outcome(evaluate(*hits), "compiled-again"), Outcome::kNotEvaluated);
  TestRun none;
  EXPECT_EQ(outcome(evaluate(*none.finish()), "shape-churn"), Outcome::kNotEvaluated);
}

TEST(Insights, GraphsThatAreCompiledTwice) {
  for (const std::string_view flags : {"a", "b"}) {
    const auto trace = compile_run({{"miss", "1", "a", 0, 100}, {"miss", "1", flags, 200, 400}});
    const InsightReport report = evaluate(*trace);
    const Insight insight = insight_of(report, "compiled-again");
    EXPECT_EQ(number_of(insight, "again_ns"), 200);
    EXPECT_NEAR(*insight.gain.share, 0.2, 1e-9);
    EXPECT_EQ(insight.finding.english().find("different flags") != std::string::npos, flags == "b");
    expect_event(*trace, insight, "MODULE_1", 200, 400);
    EXPECT_EQ(outcome(report, "shape-churn"), Outcome::kNothing);
  }
}

TEST(Insights, LocksAndFailuresOfTheCache) {
  const auto trace =
      compile_run({{"locked", "1", "a", 0, 300}, {"cached_failure", "2", "a", 400, 410}});
  const InsightReport report = evaluate(*trace);
  EXPECT_NEAR(*insight_of(report, "lock-waits").gain.share, 0.3, 1e-9);
  EXPECT_FALSE(insight_of(report, "cached-failures").gain.share);
  expect_event(*trace, insight_of(report, "lock-waits"), "MODULE_1", 0, 300);
  expect_event(*trace, insight_of(report, "cached-failures"), "MODULE_2", 400, 410);
}

TEST(Insights, FewGraphsOrShortCompilationsAreNotReported) {
  const auto few = compile_run({{"miss", "1", "a", 0, 400}, {"miss", "2", "a", 400, 800}});
  EXPECT_EQ(outcome(evaluate(*few), "shape-churn"), Outcome::kNothing) << "two graphs";
  EXPECT_EQ(outcome(evaluate(*few, {{"compiled_graphs", 2}}), "shape-churn"), Outcome::kFound);
  // Three graphs that take 9 of 1,000 ns in total.
  const auto quick = compile_run({{"miss", "1", "a", 0, 3},
                                  {"miss", "2", "a", 10, 13},
                                  {"miss", "3", "a", 20, 23},
                                  {"hit", "3", "a", 999, 1000}});
  EXPECT_EQ(outcome(evaluate(*quick), "shape-churn"), Outcome::kNothing) << "a hundredth";
  EXPECT_EQ(outcome(evaluate(*quick, {{"compile_share", 0.005}}), "shape-churn"), Outcome::kFound);
  // Processes that compile at the same time count once.
  const auto beside = compile_run({{"miss", "1", "a", 0, 100},
                                   {"miss", "2", "a", 0, 100},
                                   {"miss", "3", "a", 0, 100},
                                   {"hit", "3", "a", 999, 1000}});
  EXPECT_NEAR(number_of(insight_of(evaluate(*beside), "shape-churn"), "compile_ns"), 100, 1e-9);
  // Failures are compilations; hits are not.
  const auto failed = compile_run({{"failure", "1", "a", 0, 300},
                                   {"hit", "2", "a", 300, 310},
                                   {"hit", "3", "a", 320, 330},
                                   {"hit", "4", "a", 990, 1000}});
  EXPECT_EQ(outcome(evaluate(*failed), "shape-churn"), Outcome::kNothing);
}

TEST(Insights, DifferentGraphsAndHitsAreNotCompiledTwice) {
  const auto different = compile_run({{"miss", "1", "a", 0, 100}, {"miss", "2", "a", 200, 400}});
  EXPECT_EQ(outcome(evaluate(*different), "compiled-again"), Outcome::kNothing);
  const auto then_found = compile_run({{"miss", "1", "a", 0, 100}, {"hit", "1", "a", 200, 201}});
  EXPECT_EQ(outcome(evaluate(*then_found), "compiled-again"), Outcome::kNothing);
  const auto quick = compile_run(
      {{"miss", "1", "a", 0, 1}, {"miss", "1", "a", 2, 3}, {"hit", "1", "a", 999, 1000}});
  EXPECT_EQ(outcome(evaluate(*quick), "compiled-again"), Outcome::kNothing) << "a thousandth";
  EXPECT_EQ(outcome(evaluate(*quick, {{"again_share", 0.001}}), "compiled-again"), Outcome::kFound);
  const auto hits = compile_run({{"hit", "1", "a", 0, 1}, {"hit", "1", "a", 2, 3}});
  EXPECT_EQ(outcome(evaluate(*hits), "compiled-again"), Outcome::kNotEvaluated);
}

TEST(Insights, ShortLockWaitsAreNotReported) {
  const auto made = [](std::int64_t end) {
    return compile_run(
        {{"locked", "1", "a", 0, end}, {"locked", "1", "a", 0, end}, {"hit", "1", "a", 999, 1000}});
  };
  EXPECT_EQ(outcome(evaluate(*made(5)), "lock-waits"), Outcome::kNothing);
  const Insight insight = insight_of(evaluate(*made(200)), "lock-waits");
  EXPECT_EQ(number_of(insight, "lock_waits"), 2);
  EXPECT_EQ(number_of(insight, "locked_ns"), 200) << "simultaneous waits count once";
  const auto none = compile_run({{"miss", "1", "a", 0, 900}});
  EXPECT_EQ(outcome(evaluate(*none), "lock-waits"), Outcome::kNothing);
  TestRun device;
  device.instruction(0, Engine::kVector, "COPY", 0, 100);
  const InsightReport without = evaluate(*device.finish());
  EXPECT_EQ(outcome(without, "lock-waits"), Outcome::kNotEvaluated);
  EXPECT_EQ(outcome(without, "cached-failures"), Outcome::kNotEvaluated);
}

TEST(Insights, OnlyFailuresFromTheCacheCount) {
  // A failure of this run is not from the cache; the compilation can be repeated.
  const auto fails = compile_run({{"failure", "1", "a", 0, 100}, {"hit", "2", "a", 200, 210}});
  EXPECT_EQ(outcome(evaluate(*fails), "cached-failures"), Outcome::kNothing);
  const auto twice =
      compile_run({{"cached_failure", "1", "a", 0, 5}, {"cached_failure", "2", "a", 400, 410}});
  const Insight insight = insight_of(evaluate(*twice), "cached-failures");
  EXPECT_EQ(number_of(insight, "cached_failures"), 2);
  expect_event(*twice, insight, "MODULE_2", 400, 410);
}

TEST(InsightReport, RanksByGainAndListsRulesThatWereNotEvaluated) {
  TestRun run;
  run.device(2);
  product(run, 0, 0, 900, 240, "src=fp32@0x10[1][512] dst=0x20[1][512] 128*128");
  run.instruction(1, Engine::kVector, "COPY", 0, 100);
  const auto trace = run.finish();
  const InsightReport report = evaluate(*trace);
  ASSERT_GE(report.insights.size(), 3u);
  for (std::size_t i = 1; i < report.insights.size(); ++i) {
    EXPECT_GE(report.insights[i - 1].gain.share.value_or(-1),
              report.insights[i].gain.share.value_or(-1));
  }
  TaskControl control;
  const auto table = run_analysis(kInsightAnalysis, *trace, {}, control);
  ASSERT_TRUE(table);
  EXPECT_EQ(table->row_count(), report.insights.size());
  EXPECT_EQ(table->at(0, 0), Cell(std::int64_t{1}));
  ASSERT_EQ(table->notes().size(), 1u);
  EXPECT_NE(table->notes()[0].english().find(missing_data(report).english()), std::string::npos)
      << table->notes()[0].english();
}

TEST(InsightReport, RulesAndThresholdsAreListedOnce) {
  std::set<std::string_view> ids;
  for (const InsightRule& rule : insight_rules()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
    EXPECT_FALSE(rule.title.english.empty());
    EXPECT_FALSE(rule.kind.english.empty());
    EXPECT_FALSE(rule.needs.english.empty());
  }
  const ParameterValues values(kInsightThresholds);
  std::set<std::string_view> thresholds;
  for (const Parameter& threshold : kInsightThresholds) {
    EXPECT_TRUE(thresholds.insert(threshold.id).second) << threshold.id;
    EXPECT_GE(values.number(threshold.id), threshold.lowest) << threshold.id;
    EXPECT_LE(values.number(threshold.id), threshold.highest) << threshold.id;
  }
}

TEST(InsightReport, AnEmptyRunIsNotEvaluated) {
  TestRun made;
  const InsightReport report = evaluate(*made.finish());
  EXPECT_TRUE(report.insights.empty());
  EXPECT_EQ(report.not_evaluated.size(), insight_rules().size());
  // Kinds with equal numbers are in the order of the rules.
  EXPECT_EQ(missing_data(report).english(),
            "details of instructions (6 rules), DMA and HBM traffic (5 rules), collectives and "
            "several cores (5 rules), compile events (4 rules), requests and batches (3 rules), "
            "FLOPs and the peak of the device (2 rules), clock limits (2 rules), activity of host "
            "and devices (2 rules)");
}

TEST(InsightReport, MissingDataAreListedByKind) {
  EXPECT_TRUE(missing_data({}).empty());
  const InsightReport one{.not_evaluated = {{"a", phrase("clock limits"), phrase("clock limits")}}};
  EXPECT_EQ(missing_data(one).english(), "clock limits (1 rule)");
  const InsightReport several{
      .not_evaluated = {{"a", phrase("clock limits"), phrase("clock limits")},
                        {"b", phrase("compile events"), phrase("compilations")},
                        {"c", phrase("compile events"), phrase("compile events")}}};
  EXPECT_EQ(missing_data(several).english(), "compile events (2 rules), clock limits (1 rule)");
}

TEST(InsightReport, StopsWhenCancelled) {
  TestRun run;
  run.instruction(0, Engine::kVector, "COPY", 0, 100);
  const auto trace = run.finish();
  TaskControl control;
  control.request_cancel();
  const auto report = find_insights(*trace, request_for(kInsightAnalysis), control);
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kCancelled);
}

TEST(Insights, SeverityFollowsTheGain) {
  EXPECT_EQ(severity_of({.share = 0.10}), InsightSeverity::kHigh);
  EXPECT_EQ(severity_of({.share = 0.0999}), InsightSeverity::kMedium);
  EXPECT_EQ(severity_of({.share = 0.03}), InsightSeverity::kMedium);
  EXPECT_EQ(severity_of({.share = 0.0299}), InsightSeverity::kLow);
  EXPECT_EQ(severity_of({.share = 0.0}), InsightSeverity::kLow);
  EXPECT_EQ(severity_of({}), InsightSeverity::kNotEstimated) << "unknown is not low";
}

TEST(Insights, RulesAreFoundByTheirId) {
  EXPECT_EQ(insight_rule_title("small-dma").english(), "Small DMA packets");
  EXPECT_EQ(insight_rule_title("no such rule").english(), "no such rule");
}

}  // namespace
}  // namespace nscope::analysis
