#pragma once

#include "profiler/analysis/definition/parameter.h"
#include "profiler/trace/trace.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

struct RunFacts;

/// A figure that an insight rests on: "small packets share", 0.41, "share".
struct InsightNumber {
  std::string name;
  double value = 0;
  std::string unit{};  ///< as in Metric; "" for counts
};

/// Where an insight can be seen: a range of the run inside the time looked at, the
/// event to open there, and the numbers.
struct Evidence {
  TraceTime begin{};
  TraceTime end{};
  SliceId slice{};  ///< invalid where no single event shows it
  std::vector<InsightNumber> numbers{};
  std::string_view analysis{};  ///< id of the analysis that shows more
};

/// What following an insight could gain.
struct Gain {
  std::optional<double> share{};  ///< of the time looked at, at most; 0..1
  std::string basis{};            ///< how it was estimated, or why it cannot be
};

/// How much following an insight is worth, by its estimated gain.
enum class InsightSeverity {
  kHigh,         ///< 10 % of the time or more
  kMedium,       ///< 3 % or more
  kLow,          ///< less
  kNotEstimated  ///< the gain is not known
};
InsightSeverity severity_of(const Gain& gain);

/// Something that holds the run up, in words that need no other page.
struct Insight {
  std::string_view rule{};  ///< id; filled in by find_insights()
  std::string finding{};    ///< one sentence with the numbers
  std::string action{};     ///< one sentence: what to change
  Gain gain{};
  Evidence evidence{};
};

/// What a rule says of a run: nothing of it where it lacks the data (InsightRule::needs).
using Findings = std::optional<std::vector<Insight>>;

/// A rule: a constant beside its code, listed in insight_rules.cpp. Rules only read
/// what RunFacts gathered, so that all of them together cost little.
struct InsightRule {
  std::string_view id;     ///< "small-dma"
  std::string_view title;  ///< "Small DMA packets"
  std::string_view needs;  ///< "DMA packets": a rule does not judge runs without
  Findings (*find)(const RunFacts& facts, const ParameterValues& thresholds);
};

/// All rules, by family.
std::vector<InsightRule> insight_rules();
/// The title of the rule of that id; the id where there is none.
std::string_view insight_rule_title(std::string_view id);

/// What all rules found, the largest gain first, unknown gains last, equal ones by
/// rule; and what was not judged.
struct InsightReport {
  struct NotJudged {
    std::string_view rule;
    std::string_view needs;
  };
  std::vector<Insight> insights{};
  std::vector<NotJudged> not_judged{};
};

}  // namespace nscope::analysis
