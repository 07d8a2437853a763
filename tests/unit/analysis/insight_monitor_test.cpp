#include "profiler/trace/vocabulary.h"
#include "tests/unit/analysis/insight_run.h"

#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// A run with the tracks of neuron-monitor. Reports are a second apart.
class MonitorRun {
 public:
  /// Adds the utilisation of a core that a runtime reports, in percent; negative values are absent.
  MonitorRun& core(std::string_view runtime, std::string_view core,
                   const std::vector<double>& percents, TrackId above = {}) {
    TraceWriter& out = run_.out();
    const TrackId group =
        out.track({.name = runtime, .kind = TrackKind::kGroup, .parent = above, .unit = {}});
    const TrackId of_core =
        out.track({.name = core, .kind = TrackKind::kGroup, .parent = group, .unit = {}});
    const TrackId track = out.track({.name = "neuroncore_utilization",
                                     .kind = TrackKind::kCounter,
                                     .parent = of_core,
                                     .unit = "%"});
    for (std::size_t i = 0; i < percents.size(); ++i) {
      const auto time = static_cast<std::int64_t>(i) * 1'000'000'000;
      if (percents[i] >= 0.0) out.counter(track, run_.at(time), percents[i]);
      end_ = std::max(end_, time);
    }
    return *this;
  }
  TrackId instance(std::string_view name) {
    return run_.out().track({.name = name, .kind = TrackKind::kGroup, .unit = {}});
  }
  MonitorRun& instance_type(std::string_view type) {
    run_.property(property::kInstanceType, std::string(type));
    return *this;
  }
  std::shared_ptr<const Trace> finish() {
    run_.out().time_base(
        {.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(end_)});
    return run_.finish();
  }

 private:
  TestRun run_{1};
  std::int64_t end_ = 0;
};

TEST(MonitorInsights, CoresThatDoNothing) {
  MonitorRun run;
  run.instance_type("trn1.2xlarge");
  const std::vector<double> busy(10, 3.0);
  const std::vector<double> none(10, 0.0);
  const auto trace = run.core("Neuron runtime 7", "NeuronCore 0", busy)
                         .core("Neuron runtime 8", "NeuronCore 1", none)
                         .finish();
  const Insight insight = insight_of(evaluate(*trace), "idle-cores");
  EXPECT_EQ(number_of(insight, "idle_cores"), 2);
  EXPECT_EQ(number_of(insight, "assigned_cores"), 2);
  EXPECT_DOUBLE_EQ(number_of(insight, "assigned_core_hours"), 20.0 / 3600);
  EXPECT_DOUBLE_EQ(number_of(insight, "idle_core_hours"), 19.7 / 3600);
  EXPECT_DOUBLE_EQ(number_of(insight, "idle_core_hour_share"), 0.985);
  EXPECT_NE(insight.action.english().find("nscope prices at DATE --instance trn1.2xlarge"),
            std::string::npos);
  EXPECT_EQ(insight.gain.share, std::nullopt);
}

TEST(MonitorInsights, RuntimesOfACoreAreAdded) {
  // Runtime 7 uses core 0 and runtime 8 core 1; each reports 0 for the core of the other.
  MonitorRun run;
  const auto trace = run.core("Neuron runtime 7", "NeuronCore 0", {80, 80})
                         .core("Neuron runtime 8", "NeuronCore 0", {0, 0})
                         .core("Neuron runtime 8", "NeuronCore 1", {60, 60})
                         .core("Neuron runtime 7", "NeuronCore 1", {0, 0})
                         .finish();
  EXPECT_EQ(outcome(evaluate(*trace), "idle-cores"), Outcome::kNothing);
}

TEST(MonitorInsights, OnlyIdleCoresAreNamedAndTheLimitIsAParameter) {
  MonitorRun run;
  const auto trace = run.core("Neuron runtime 7", "NeuronCore 0", {90, 90, 90, 90})
                         .core("Neuron runtime 7", "NeuronCore 1", {10, 10, -1, -1})
                         .finish();
  EXPECT_EQ(outcome(evaluate(*trace), "idle-cores"), Outcome::kNothing);
  const Insight insight = insight_of(evaluate(*trace, {{"idle_core_share", 0.2}}), "idle-cores");
  EXPECT_EQ(number_of(insight, "idle_cores"), 1);
  EXPECT_EQ(insight.finding.english().find("NeuronCore 0"), std::string::npos);
  EXPECT_NE(insight.finding.english().find("NeuronCore 1 (10"), std::string::npos);
  EXPECT_DOUBLE_EQ(number_of(insight, "assigned_core_hours"), 6.0 / 3600) << "two reports have it";
}

TEST(MonitorInsights, CoresOfInstancesAreDifferent) {
  MonitorRun run;
  const TrackId second = run.instance("Instance i-2");
  const auto trace = run.core("Neuron runtime 7", "NeuronCore 0", {90, 90})
                         .core("Neuron runtime 7", "NeuronCore 0", {0, 0}, second)
                         .finish();
  const Insight insight = insight_of(evaluate(*trace), "idle-cores");
  EXPECT_EQ(number_of(insight, "idle_cores"), 1);
  EXPECT_NE(insight.finding.english().find("NeuronCore 0 (Instance i-2)"), std::string::npos);
}

TEST(MonitorInsights, ASingleReportHasNoLength) {
  MonitorRun run;
  const auto trace = run.core("Neuron runtime 7", "NeuronCore 0", {0}).finish();
  AnalysisRequest request = request_for(kInsightAnalysis);
  TaskControl control;
  const auto report = find_insights(*trace, request, control);
  ASSERT_TRUE(report);
  const Insight insight = insight_of(*report, "idle-cores");
  EXPECT_EQ(insight.evidence.numbers.size(), 2u) << "unknown is not zero";
}

TEST(MonitorInsights, RunsWithoutAMonitorAreNotEvaluated) {
  TestRun run;
  run.instruction(0, Engine::kVector, "COPY", 0, 100);
  EXPECT_EQ(outcome(evaluate(*run.finish()), "idle-cores"), Outcome::kNotEvaluated);
}

}  // namespace
}  // namespace nscope::analysis
