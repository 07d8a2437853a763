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

TEST(Insights, CollectivesThatNothingHides) {
  constexpr std::int64_t kLarge = 2 << 20;
  constexpr std::int64_t kSmall = 8192;
  for (const std::int64_t bytes : {kLarge, kSmall}) {
    const std::string_view rule = bytes == kLarge ? "exposed-collectives" : "small-collectives";
    const std::string_view other = bytes == kLarge ? "small-collectives" : "exposed-collectives";
    TestRun exposed;
    exposed.instruction(0, Engine::kVector, "COPY", 0, 200);
    collective(exposed, 0, 100, 500, bytes);
    const auto trace = exposed.finish();
    const InsightReport report = judge(*trace);
    const Insight insight = insight_of(report, rule);
    EXPECT_EQ(number_of(insight, "exposed_ns"), 300);
    EXPECT_EQ(number_of(insight, "operations"), 1);
    EXPECT_EQ(number_of(insight, "mean_bytes"), static_cast<double>(bytes));
    EXPECT_LE(*insight.gain.share, 0.3);
    EXPECT_GT(*insight.gain.share, 0.0);
    expect_event(*trace, insight, "all_reduce", 100, 500);
    EXPECT_EQ(verdict(report, other), Verdict::kNothing);

    TestRun hidden;
    hidden.instruction(0, Engine::kVector, "COPY", 0, 450);
    collective(hidden, 0, 100, 500, bytes);
    EXPECT_EQ(verdict(judge(*hidden.finish()), rule), Verdict::kNothing);
  }
  TestRun none;
  none.instruction(0, Engine::kVector, "COPY", 0, 450);
  EXPECT_EQ(verdict(judge(*none.finish()), "small-collectives"), Verdict::kNotJudged);
}

TEST(Insights, SlowCollectives) {
  const auto made = [](std::int64_t last) {
    TestRun run;
    for (int i = 0; i < 5; ++i) collective(run, 0, 100 * i, 100 * i + 20, 8192);
    collective(run, 0, 600, 600 + last, 8192);
    collective(run, 0, 900, 990, 1 << 20);  // of another size: no like
    return run.finish();
  };
  const auto trace = made(200);
  const Insight insight = insight_of(judge(*trace), "slow-collectives");
  EXPECT_EQ(number_of(insight, "slow"), 1);
  EXPECT_EQ(number_of(insight, "median_ns"), 20);
  EXPECT_EQ(number_of(insight, "excess_ns"), 180);
  EXPECT_NEAR(*insight.gain.share, 0.18, 1e-9);
  expect_event(*trace, insight, "all_reduce", 600, 800);
  EXPECT_EQ(verdict(judge(*made(40)), "slow-collectives"), Verdict::kNothing);
}

TEST(Insights, CoresThatWaitForTheBusiest) {
  const auto made = [](std::int64_t second) {
    TestRun run;
    run.instruction(0, Engine::kVector, "COPY", 0, 900);
    run.instruction(1, Engine::kVector, "COPY", 0, second);
    return run.finish();
  };
  const auto trace = made(300);
  const Insight insight = insight_of(judge(*trace), "imbalance");
  EXPECT_EQ(number_of(insight, "most_ns"), 900);
  EXPECT_EQ(number_of(insight, "mean_ns"), 600);
  EXPECT_NEAR(*insight.gain.share, 0.3, 1e-9);
  // Where core 1 does nothing.
  EXPECT_EQ(insight.evidence.begin, trace->from_ns(300));
  EXPECT_EQ(insight.evidence.end, trace->from_ns(1000));
  EXPECT_EQ(verdict(judge(*made(850)), "imbalance"), Verdict::kNothing);
  TestRun alone;
  alone.instruction(0, Engine::kVector, "COPY", 0, 900);
  EXPECT_EQ(verdict(judge(*alone.finish()), "imbalance"), Verdict::kNotJudged);
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
  const Insight insight = insight_of(judge(*made(3e9, kServing)), "wide-tensor-parallel");
  EXPECT_EQ(number_of(insight, "tensor_parallel"), 32);
  EXPECT_NE(insight.action.find("tensor_parallel 16"), std::string::npos) << insight.action;
  EXPECT_EQ(verdict(judge(*made(9e9, kServing)), "wide-tensor-parallel"), Verdict::kNothing);
  EXPECT_EQ(
      verdict(judge(*made(3e9, R"({"tensor_parallel":32,"training":{}})")), "wide-tensor-parallel"),
      Verdict::kNotJudged);
  EXPECT_EQ(verdict(judge(*made(3e9, "[not a workload")), "wide-tensor-parallel"),
            Verdict::kNotJudged);
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
  const Insight insight = insight_of(judge(*trace), "pipeline-bubbles");
  EXPECT_NEAR(*insight.gain.share, 0.3, 1e-9);
  expect_event(*trace, insight, "pipeline bubble", 100, 400);
  EXPECT_EQ(verdict(judge(*made(150)), "pipeline-bubbles"), Verdict::kNothing);
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
  const Insight insight = insight_of(judge(*trace), "padding");
  EXPECT_NEAR(number_of(insight, "padding_share"), 1 - 640.0 / 1024, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.75 * 600 / 1000, 1e-9);
  expect_event(*trace, insight, "prefill", 0, 600);
  EXPECT_EQ(verdict(judge(*made(500)), "padding"), Verdict::kNothing);
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
  const Insight insight = insight_of(judge(*trace), "queueing");
  EXPECT_NEAR(number_of(insight, "queue_share"), 0.75, 1e-9);
  EXPECT_EQ(number_of(insight, "queue_mean_ns"), 300);
  expect_event(*trace, insight, "request 0", 0, 300);
  EXPECT_EQ(verdict(judge(*made(50)), "queueing"), Verdict::kNothing);
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
  const Insight insight = insight_of(judge(*trace), "host-bound");
  EXPECT_EQ(number_of(insight, "device_idle_ns"), 300);
  EXPECT_EQ(number_of(insight, "span_ns"), 900);
  EXPECT_NEAR(*insight.gain.share, 1.0 / 3, 1e-9);
  EXPECT_NE(insight.finding.find("'sampling'"), std::string::npos) << insight.finding;
  EXPECT_EQ(insight.evidence.begin, trace->from_ns(200));
  EXPECT_EQ(insight.evidence.end, trace->from_ns(500));
  EXPECT_EQ(verdict(judge(*made(250)), "host-bound"), Verdict::kNothing);
  TestRun device;
  device.instruction(0, Engine::kVector, "COPY", 0, 100);
  EXPECT_EQ(verdict(judge(*device.finish()), "host-bound"), Verdict::kNotJudged);
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
  const InsightReport report = judge(*churn);
  const Insight insight = insight_of(report, "shape-churn");
  EXPECT_EQ(number_of(insight, "graphs"), 3);
  EXPECT_NEAR(*insight.gain.share, 0.35, 1e-9);
  expect_event(*churn, insight, "MODULE_2", 200, 400);
  EXPECT_EQ(verdict(report, "compiled-again"), Verdict::kNothing);
  EXPECT_EQ(verdict(report, "lock-waits"), Verdict::kNothing);
  EXPECT_EQ(verdict(report, "cached-failures"), Verdict::kNothing);
  const auto hits = compile_run({{"hit", "1", "a", 0, 1}, {"hit", "2", "a", 2, 3}});
  EXPECT_EQ(verdict(judge(*hits), "shape-churn"), Verdict::kNothing);
  EXPECT_EQ(verdict(judge(*hits), "compiled-again"), Verdict::kNotJudged);
  TestRun none;
  EXPECT_EQ(verdict(judge(*none.finish()), "shape-churn"), Verdict::kNotJudged);
}

TEST(Insights, GraphsThatAreCompiledTwice) {
  for (const std::string_view flags : {"a", "b"}) {
    const auto trace = compile_run({{"miss", "1", "a", 0, 100}, {"miss", "1", flags, 200, 400}});
    const InsightReport report = judge(*trace);
    const Insight insight = insight_of(report, "compiled-again");
    EXPECT_EQ(number_of(insight, "again_ns"), 200);
    EXPECT_NEAR(*insight.gain.share, 0.2, 1e-9);
    EXPECT_EQ(insight.finding.find("other flags") != std::string::npos, flags == "b");
    expect_event(*trace, insight, "MODULE_1", 200, 400);
    EXPECT_EQ(verdict(report, "shape-churn"), Verdict::kNothing);
  }
}

TEST(Insights, LocksAndFailuresOfTheCache) {
  const auto trace =
      compile_run({{"locked", "1", "a", 0, 300}, {"cached_failure", "2", "a", 400, 410}});
  const InsightReport report = judge(*trace);
  EXPECT_NEAR(*insight_of(report, "lock-waits").gain.share, 0.3, 1e-9);
  EXPECT_FALSE(insight_of(report, "cached-failures").gain.share);
  expect_event(*trace, insight_of(report, "lock-waits"), "MODULE_1", 0, 300);
  expect_event(*trace, insight_of(report, "cached-failures"), "MODULE_2", 400, 410);
}

TEST(Insights, FewGraphsOrShortCompilationsAreNoChurn) {
  const auto few = compile_run({{"miss", "1", "a", 0, 400}, {"miss", "2", "a", 400, 800}});
  EXPECT_EQ(verdict(judge(*few), "shape-churn"), Verdict::kNothing) << "two graphs";
  EXPECT_EQ(verdict(judge(*few, {{"compiled_graphs", 2}}), "shape-churn"), Verdict::kFound);
  // Three graphs that take 9 of 1,000 ns together.
  const auto quick = compile_run({{"miss", "1", "a", 0, 3},
                                  {"miss", "2", "a", 10, 13},
                                  {"miss", "3", "a", 20, 23},
                                  {"hit", "3", "a", 999, 1000}});
  EXPECT_EQ(verdict(judge(*quick), "shape-churn"), Verdict::kNothing) << "a hundredth";
  EXPECT_EQ(verdict(judge(*quick, {{"compile_share", 0.005}}), "shape-churn"), Verdict::kFound);
  // Processes that compile at the same time count once.
  const auto beside = compile_run({{"miss", "1", "a", 0, 100},
                                   {"miss", "2", "a", 0, 100},
                                   {"miss", "3", "a", 0, 100},
                                   {"hit", "3", "a", 999, 1000}});
  EXPECT_NEAR(number_of(insight_of(judge(*beside), "shape-churn"), "compile_ns"), 100, 1e-9);
  // Failures are compilations, too; the graphs of hits are not.
  const auto failed = compile_run({{"failure", "1", "a", 0, 300},
                                   {"hit", "2", "a", 300, 310},
                                   {"hit", "3", "a", 320, 330},
                                   {"hit", "4", "a", 990, 1000}});
  EXPECT_EQ(verdict(judge(*failed), "shape-churn"), Verdict::kNothing);
}

TEST(Insights, DifferentGraphsAndFoundOnesAreNotCompiledTwice) {
  const auto different = compile_run({{"miss", "1", "a", 0, 100}, {"miss", "2", "a", 200, 400}});
  EXPECT_EQ(verdict(judge(*different), "compiled-again"), Verdict::kNothing);
  const auto then_found = compile_run({{"miss", "1", "a", 0, 100}, {"hit", "1", "a", 200, 201}});
  EXPECT_EQ(verdict(judge(*then_found), "compiled-again"), Verdict::kNothing);
  const auto quick = compile_run(
      {{"miss", "1", "a", 0, 1}, {"miss", "1", "a", 2, 3}, {"hit", "1", "a", 999, 1000}});
  EXPECT_EQ(verdict(judge(*quick), "compiled-again"), Verdict::kNothing) << "a thousandth";
  EXPECT_EQ(verdict(judge(*quick, {{"again_share", 0.001}}), "compiled-again"), Verdict::kFound);
  const auto hits = compile_run({{"hit", "1", "a", 0, 1}, {"hit", "1", "a", 2, 3}});
  EXPECT_EQ(verdict(judge(*hits), "compiled-again"), Verdict::kNotJudged);
}

TEST(Insights, ShortLockWaitsAreNoFinding) {
  const auto made = [](std::int64_t end) {
    return compile_run(
        {{"locked", "1", "a", 0, end}, {"locked", "1", "a", 0, end}, {"hit", "1", "a", 999, 1000}});
  };
  EXPECT_EQ(verdict(judge(*made(5)), "lock-waits"), Verdict::kNothing);
  const Insight insight = insight_of(judge(*made(200)), "lock-waits");
  EXPECT_EQ(number_of(insight, "lock_waits"), 2);
  EXPECT_EQ(number_of(insight, "locked_ns"), 200) << "beside each other: once";
  const auto none = compile_run({{"miss", "1", "a", 0, 900}});
  EXPECT_EQ(verdict(judge(*none), "lock-waits"), Verdict::kNothing);
  TestRun device;
  device.instruction(0, Engine::kVector, "COPY", 0, 100);
  const InsightReport without = judge(*device.finish());
  EXPECT_EQ(verdict(without, "lock-waits"), Verdict::kNotJudged);
  EXPECT_EQ(verdict(without, "cached-failures"), Verdict::kNotJudged);
}

TEST(Insights, OnlyFailuresThatWereTakenFromTheCacheCount) {
  // A compilation that fails now was tried; nothing stands in its way next time.
  const auto fails = compile_run({{"failure", "1", "a", 0, 100}, {"hit", "2", "a", 200, 210}});
  EXPECT_EQ(verdict(judge(*fails), "cached-failures"), Verdict::kNothing);
  const auto twice =
      compile_run({{"cached_failure", "1", "a", 0, 5}, {"cached_failure", "2", "a", 400, 410}});
  const Insight insight = insight_of(judge(*twice), "cached-failures");
  EXPECT_EQ(number_of(insight, "cached_failures"), 2);
  expect_event(*twice, insight, "MODULE_2", 400, 410);
}

TEST(InsightReport, RanksByGainAndNamesWhatItCouldNotJudge) {
  TestRun run;
  run.device(2);
  product(run, 0, 0, 900, 240, "src=fp32@0x10[1][512] dst=0x20[1][512] 128*128");
  run.instruction(1, Engine::kVector, "COPY", 0, 100);
  const auto trace = run.finish();
  const InsightReport report = judge(*trace);
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
  EXPECT_NE(table->notes()[0].find("small-dma (DMA packets)"), std::string::npos);
}

TEST(InsightReport, RulesAndThresholdsAreListedOnce) {
  std::set<std::string_view> ids;
  for (const InsightRule& rule : insight_rules()) {
    EXPECT_TRUE(ids.insert(rule.id).second) << rule.id;
    EXPECT_FALSE(rule.title.empty());
    EXPECT_FALSE(rule.needs.empty());
  }
  const ParameterValues values(kInsightThresholds);
  std::set<std::string_view> thresholds;
  for (const Parameter& threshold : kInsightThresholds) {
    EXPECT_TRUE(thresholds.insert(threshold.id).second) << threshold.id;
    EXPECT_GE(values.number(threshold.id), threshold.lowest) << threshold.id;
    EXPECT_LE(values.number(threshold.id), threshold.highest) << threshold.id;
  }
}

TEST(InsightReport, AnEmptyRunIsNotJudged) {
  TestRun made;
  const InsightReport report = judge(*made.finish());
  EXPECT_TRUE(report.insights.empty());
  EXPECT_EQ(report.not_judged.size(), insight_rules().size());
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
  EXPECT_EQ(insight_rule_title("small-dma"), "Small DMA packets");
  EXPECT_EQ(insight_rule_title("no such rule"), "no such rule");
}

}  // namespace
}  // namespace nscope::analysis
