#include "profiler/analysis/gate/gate_rules.h"

#include "profiler/base/json.h"
#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fnmatch.h>

namespace nscope::gate {
namespace {

constexpr std::int64_t kMaximumRuns = 10'000;

constexpr auto kMethods =
    std::to_array<std::pair<std::string_view, Method>>({{"mann_whitney", Method::kMannWhitney},
                                                        {"bootstrap", Method::kBootstrap},
                                                        {"exact", Method::kExact}});
constexpr auto kDirections = std::to_array<std::pair<std::string_view, Direction>>(
    {{"lower_is_better", Direction::kLowerIsBetter},
     {"higher_is_better", Direction::kHigherIsBetter}});

/// The value for the word; rejects the key if the word is unknown.
template <class Words>
auto choose(StrictObject& in, const char* key, const std::string& word, const Words& words) {
  std::string known;
  for (const auto& [text, value] : words) {
    if (text == word) return value;
    known += fmt::format("{}'{}'", known.empty() ? "" : ", ", text);
  }
  in.reject(key, tr("must be one of {}", known));
  return words.front().second;
}

template <class Words, class Value>
std::string_view word_of(const Words& words, Value wanted) {
  const auto it = std::find_if(words.begin(), words.end(),
                               [&](const auto& word) { return word.second == wanted; });
  return it->first;
}

void read_limits(StrictObject& in, Rule& rule) {
  rule.relative_limit = in.optional_number("relative_limit");
  rule.absolute_limit = in.optional_number("absolute_limit");
  if (rule.relative_limit.has_value() == rule.absolute_limit.has_value()) {
    in.reject("relative_limit",
              rule.relative_limit ? tr("'relative_limit' and 'absolute_limit' cannot be combined")
                                  : tr("either 'relative_limit' or 'absolute_limit' is required"));
  }
  if (rule.relative_limit && !(*rule.relative_limit >= 0.0 && *rule.relative_limit < 1.0)) {
    in.reject("relative_limit", tr("must be at least 0 and less than 1; 0.05 is 5 %"));
  }
  if (rule.absolute_limit && !(*rule.absolute_limit >= 0.0)) {
    in.reject("absolute_limit", tr("must not be negative"));
  }
}

void read_statistics(StrictObject& in, Rule& rule) {
  const Json* statistics = in.optional("statistics");
  if (statistics == nullptr) return;
  if (statistics->is_string()) {
    rule.method = choose(in, "statistics", statistics->get<std::string>(), kMethods);
    return;
  }
  StrictObject nested(*statistics, in.path("statistics"));
  if (const auto method = nested.optional_string("method")) {
    rule.method = choose(nested, "method", *method, kMethods);
  }
  rule.confidence = nested.optional_number("confidence").value_or(rule.confidence);
  if (!(rule.confidence > 0.5 && rule.confidence < 1.0)) {
    nested.reject("confidence", tr("must be greater than 0.5 and less than 1, for example 0.99"));
  }
  rule.minimum_effect = nested.optional_number("minimum_effect").value_or(0.0);
  if (!(rule.minimum_effect >= 0.0)) nested.reject("minimum_effect", tr("must not be negative"));
  in.adopt(nested);
}

std::optional<std::size_t> read_count(StrictObject& in, const char* key) {
  const auto count = in.optional_integer(key);
  if (!count) return std::nullopt;
  if (*count < 1 || *count > kMaximumRuns) {
    in.reject(key, tr("must be between 1 and {}", as::count(kMaximumRuns)));
  }
  return static_cast<std::size_t>(std::clamp<std::int64_t>(*count, 1, kMaximumRuns));
}

Rule read_rule(const Json& json, StrictObject& document, std::size_t index) {
  StrictObject in(json, document.path(fmt::format("rules/{}", index)));
  Rule rule;
  rule.metric = in.string("metric");
  if (rule.metric.empty()) in.reject("metric", tr("must be the name of a metric or a pattern"));
  rule.direction = choose(in, "direction", in.string("direction"), kDirections);
  read_limits(in, rule);
  rule.minimum_runs = read_count(in, "minimum_runs");
  read_statistics(in, rule);
  document.adopt(in);
  return rule;
}

/// The line with the first occurrence of the metric, to which reports refer.
std::size_t line_of(std::string_view text, const std::string& metric) {
  const std::size_t at = text.find(compact_text(Json(metric)));
  if (at == std::string_view::npos) return 1;
  return 1 + static_cast<std::size_t>(
                 std::count(text.begin(), text.begin() + static_cast<long>(at), '\n'));
}

}  // namespace

std::string_view to_string(Direction direction) {
  return word_of(kDirections, direction);
}

std::string_view to_string(Method method) {
  return word_of(kMethods, method);
}

bool is_pattern(std::string_view name) {
  return name.find_first_of("*?[") != std::string_view::npos;
}

bool matches(const std::string& pattern, std::string_view name) {
  return pattern == name || ::fnmatch(pattern.c_str(), std::string(name).c_str(), 0) == 0;
}

bool Rule::is_pattern() const {
  return gate::is_pattern(metric);
}

bool Rule::matches(std::string_view name) const {
  return gate::matches(metric, name);
}

Result<Rules> parse_rules(std::string_view text, std::string_view name) {
  const auto json = parse_json(text, name);
  if (!json) return fail(json.error());
  StrictObject in(*json, std::string(name));
  if (in.string("schema") != "nscope.gate/1") in.reject("schema", tr("must be 'nscope.gate/1'"));
  Rules rules{.name = std::string(name), .rules = {}};
  rules.history_runs = read_count(in, "history_runs").value_or(rules.history_runs);
  const Json& list = in.array("rules");
  std::set<std::string> known;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Rule rule = read_rule(list[i], in, i);
    rule.line = line_of(text, rule.metric);
    if (!known.insert(rule.metric).second) {
      in.reject(fmt::format("rules/{}/metric", i),
                tr("duplicate: an earlier rule has the same metric"));
    }
    rules.rules.push_back(std::move(rule));
  }
  if (rules.rules.empty()) in.reject("rules", tr("must contain at least one rule"));
  if (auto ok = in.finish(); !ok) return fail(ok.error());
  return rules;
}

}  // namespace nscope::gate
