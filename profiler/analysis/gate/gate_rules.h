#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::gate {

enum class Direction { kLowerIsBetter, kHigherIsBetter };

/// How two samples are compared.
enum class Method {
  kMannWhitney,  ///< Mann-Whitney test, Hodges-Lehmann shift
  kBootstrap,    ///< percentile bootstrap of trimmed means
  kExact,        ///< medians alone: for figures without noise
};

std::string_view to_string(Direction direction);
std::string_view to_string(Method method);

/// One rule: how much worse a metric may become. Exactly one of the limits is set.
struct Rule {
  std::string metric;  ///< a name, or a pattern with * ? [...]
  Direction direction = Direction::kLowerIsBetter;
  std::optional<double> relative_limit{};     ///< share of the baseline's median, 0 <= x < 1
  std::optional<double> absolute_limit{};     ///< in the metric's unit, >= 0
  std::optional<std::size_t> minimum_runs{};  ///< of the baseline and of the new runs
  Method method = Method::kMannWhitney;
  double confidence = 0.99;     ///< of the one-sided decision; 0.5 < x < 1
  double minimum_effect = 0.0;  ///< in the metric's unit: smaller changes do not count
  std::size_t line = 1;         ///< of the rules file

  bool is_pattern() const;
  bool matches(std::string_view name) const;
};

/// A document of schema "nscope.gate/1".
struct Rules {
  std::string name;  ///< its file
  std::vector<Rule> rules;
  std::size_t history_runs = 50;  ///< the latest of the baseline that are compared with
};

/// True for names that hold * ? or [.
bool is_pattern(std::string_view name);
/// Shell pattern of POSIX fnmatch(); a name without pattern matches itself.
bool matches(const std::string& pattern, std::string_view name);

/// Reads the rules of `text`. `name` names the file in messages. Errors:
/// kBadInput with file and member: unknown members, no limit or two, the same metric
/// twice, values out of range.
Result<Rules> parse_rules(std::string_view text, std::string_view name);

}  // namespace nscope::gate
