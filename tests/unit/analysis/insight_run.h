#pragma once

#include "profiler/analysis/insights/insights.h"
#include "tests/unit/analysis/test_run.h"

#include <initializer_list>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace nscope::analysis {

/// The insights of a run made for a test.
inline InsightReport evaluate(
    const Trace& trace,
    std::initializer_list<std::pair<std::string_view, double>> thresholds = {}) {
  AnalysisRequest request = request_for(kInsightAnalysis);
  for (const auto& [id, value] : thresholds) EXPECT_TRUE(request.parameters.set(id, value)) << id;
  TaskControl control;
  auto report = find_insights(trace, request, control);
  EXPECT_TRUE(report) << to_string(report.error());
  if (!report) return {};
  for (const Insight& insight : report->insights) {
    EXPECT_GE(insight.evidence.begin, trace.begin()) << insight.rule;
    EXPECT_LE(insight.evidence.end, trace.end()) << insight.rule;
    EXPECT_LT(insight.evidence.begin, insight.evidence.end) << insight.rule;
    EXPECT_TRUE(insight.finding.english().ends_with('.')) << insight.finding.english();
    EXPECT_TRUE(insight.action.english().ends_with('.')) << insight.action.english();
    EXPECT_FALSE(insight.evidence.numbers.empty()) << insight.rule;
    EXPECT_TRUE(find_analysis(insight.evidence.analysis))
        << insight.rule << " refers to '" << insight.evidence.analysis << "'";
  }
  return *report;
}

enum class Outcome { kNotEvaluated, kNothing, kFound };

inline Outcome outcome(const InsightReport& report, std::string_view rule) {
  for (const auto& not_evaluated : report.not_evaluated) {
    if (not_evaluated.rule == rule) return Outcome::kNotEvaluated;
  }
  for (const Insight& insight : report.insights) {
    if (insight.rule == rule) return Outcome::kFound;
  }
  return Outcome::kNothing;
}

/// The insight of a rule. Fails the test if there is none.
inline Insight insight_of(const InsightReport& report, std::string_view rule) {
  for (const Insight& insight : report.insights) {
    if (insight.rule == rule) return insight;
  }
  ADD_FAILURE() << rule << " found nothing";
  return {};
}

inline double number_of(const Insight& insight, std::string_view name) {
  for (const InsightNumber& number : insight.evidence.numbers) {
    if (number.name == name) return number.value;
  }
  ADD_FAILURE() << insight.rule << " has no number " << name;
  return -1;
}

/// Expects that the evidence is the event with this name, from begin to end.
inline void expect_event(const Trace& trace, const Insight& insight, std::string_view name,
                         double begin_ns, double end_ns) {
  ASSERT_TRUE(insight.evidence.slice.valid()) << insight.rule;
  EXPECT_EQ(trace.text(trace.slice(insight.evidence.slice).name()), name) << insight.rule;
  EXPECT_EQ(insight.evidence.begin, trace.from_ns(begin_ns)) << insight.rule;
  EXPECT_EQ(insight.evidence.end, trace.from_ns(end_ns)) << insight.rule;
}

/// A matrix multiplication of 128 x 128 weights and `columns` moving columns, which takes
/// columns / 2.4 ns at Trn2's clock.
inline SliceId product(TestRun& run, int core, std::int64_t begin, std::int64_t end,
                       std::int64_t columns, std::string_view operands = {},
                       std::string_view type = "REGULAR") {
  const SliceId slice = run.instruction(core, Engine::kTensor, "MATMUL", begin, end);
  run.arg(slice, key::kElements, 128 * 128 * columns);
  run.arg(slice, key::kInstructionType, type);
  if (!operands.empty()) run.arg(slice, key::kOperands, operands);
  return slice;
}

}  // namespace nscope::analysis
