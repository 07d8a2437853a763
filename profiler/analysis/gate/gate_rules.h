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
  kExact,        ///< only the medians, for metrics without noise
};

std::string_view to_string(Direction direction);
std::string_view to_string(Method method);

/// How much worse a metric may become. Exactly one of the two limits is set.
struct Rule {
  std::string metric;  ///< a name, or a pattern with * ? [...]
  Direction direction = Direction::kLowerIsBetter;
  std::optional<double> relative_limit{};     ///< share of the baseline's median, 0 <= x < 1
  std::optional<double> absolute_limit{};     ///< in the unit of the metric, >= 0
  std::optional<std::size_t> minimum_runs{};  ///< both of the baseline and of the new runs
  Method method = Method::kMannWhitney;
  double confidence = 0.99;     ///< of the one-sided decision; 0.5 < x < 1
  double minimum_effect = 0.0;  ///< in the unit of the metric; smaller changes are ignored
  std::size_t line = 1;         ///< in the rules file

  bool is_pattern() const;
  bool matches(std::string_view name) const;
};

/// A document of schema "nscope.gate/1".
struct Rules {
  std::string name;  ///< file name
  std::vector<Rule> rules;
  std::size_t history_runs = 50;  ///< number of latest runs of the baseline to compare with
};

/// Whether the name contains one of the characters * ? [.
bool is_pattern(std::string_view name);
/// Whether the name matches a shell pattern (POSIX fnmatch()) or is equal to it.
bool matches(const std::string& pattern, std::string_view name);

/// Reads the rules of `text`. `name` is the file name for error messages. Errors: kBadInput with
/// file and key for unknown keys, no limit or both, duplicate metrics and values out of range.
Result<Rules> parse_rules(std::string_view text, std::string_view name);

}  // namespace nscope::gate
