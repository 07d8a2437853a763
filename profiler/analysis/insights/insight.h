#pragma once

#include "profiler/analysis/definition/parameter.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

struct RunFacts;

/// A figure on which an insight is based: "small_time_share", "time of small packets", 0.41,
/// "share". Figures whose name ends with "_percent" are those of the summary: shares without a
/// unit.
struct InsightNumber {
  std::string_view name;
  Phrase title;
  double value = 0;
  std::string_view unit{};  ///< as in Metric; "" for counts
};

/// The evidence of an insight: an interval of the run inside the analysed range, the event to
/// open there, and the figures.
struct Evidence {
  TraceTime begin{};
  TraceTime end{};
  SliceId slice{};  ///< invalid if the evidence is not a single event
  std::vector<InsightNumber> numbers{};
  std::string_view analysis{};  ///< id of the analysis with more detail
};

/// The upper bound of the gain of an insight.
struct Gain {
  std::optional<double> share{};  ///< share of the analysed range, 0..1; nullopt if unknown
  Text basis{};                   ///< basis of the estimate, or the reason why it is unknown
};

/// The severity of an insight by its estimated gain.
enum class InsightSeverity {
  kHigh,         ///< 10 % of the time or more
  kMedium,       ///< 3 % or more
  kLow,          ///< less than 3 %
  kNotEstimated  ///< the gain is unknown
};
InsightSeverity severity_of(const Gain& gain);

/// A bottleneck of the run, described so that no other page is needed to understand it.
struct Insight {
  std::string_view rule{};  ///< id of the rule; set by find_insights()
  Text finding{};           ///< the bottleneck with its numbers, in full sentences
  Text action{};            ///< what to change, in full sentences
  Gain gain{};
  Evidence evidence{};
};

/// The insights of a rule; nullopt if the run lacks the data that it needs (InsightRule::needs).
using Findings = std::optional<std::vector<Insight>>;

/// A rule: a constant next to its code, listed in insight_rules.cpp. Rules only read the facts in
/// RunFacts, so evaluating all of them takes little time.
struct InsightRule {
  std::string_view id;  ///< "small-dma"
  Phrase title;         ///< "Small DMA packets"
  Phrase kind;          ///< the kind of data that a run must contain: "DMA and HBM traffic"
  Phrase needs;         ///< these data: "DMA packets"
  Findings (*find)(const RunFacts& facts, const ParameterValues& thresholds);
};

/// All rules, ordered by family.
std::vector<InsightRule> insight_rules();
/// The title of the rule with this id; the id itself if there is no such rule.
Text insight_rule_title(std::string_view id);

/// The insights of all rules, and the rules that were not evaluated. Insights are sorted by gain,
/// largest first; unknown gains are last, and equal gains are in the order of the rules.
struct InsightReport {
  /// A rule that was not evaluated because the run lacks the data.
  struct NotEvaluated {
    std::string_view rule;
    Phrase kind;
    Phrase needs;
  };
  std::vector<Insight> insights{};
  std::vector<NotEvaluated> not_evaluated{};
};

/// The kinds of data that the run lacks, with the number of rules that were not evaluated for this
/// reason, largest first: "compile events (4 rules), clock limits (1 rule)". Empty if all rules
/// were evaluated.
Text missing_data(const InsightReport& report);

}  // namespace nscope::analysis
