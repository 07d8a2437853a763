#include "costmodel/scenario/work_estimate.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kMetric = "throughput";

bool is_tokens_per_second(std::string_view unit) {
  static constexpr std::array<std::string_view, 4> kSpellings = {"tok/s", "tokens/s", "token/s",
                                                                 "tokens per second"};
  return std::find(kSpellings.begin(), kSpellings.end(), unit) != kSpellings.end();
}

}  // namespace

std::string_view to_string(Phase phase) {
  return phase == Phase::kServing ? "serving" : "training";
}

std::string_view to_string(CountedTokens tokens) {
  return tokens == CountedTokens::kOutput ? "output" : "input+output";
}

bool is_countable(double figure) {
  constexpr double kLeast = 1e-12;
  constexpr double kMost = 1e24;
  return figure >= kLeast && figure <= kMost;
}

std::optional<double> bytes_per_element(std::string_view dtype) {
  static constexpr std::array<std::pair<std::string_view, double>, 8> kSizes = {{{"fp32", 4.0},
                                                                                 {"tf32", 4.0},
                                                                                 {"bf16", 2.0},
                                                                                 {"fp16", 2.0},
                                                                                 {"fp8", 1.0},
                                                                                 {"int8", 1.0},
                                                                                 {"fp4", 0.5},
                                                                                 {"int4", 0.5}}};
  for (const auto& [name, size] : kSizes) {
    if (name == dtype) return size;
  }
  return std::nullopt;
}

Result<Throughput> throughput_from_metrics(std::span<const Metric> metrics,
                                           std::string_view source) {
  const auto metric = std::find_if(metrics.begin(), metrics.end(),
                                   [](const Metric& m) { return m.name == kMetric; });
  if (metric == metrics.end()) {
    return fail(ErrorCode::kBadInput, "the run has no metric 'throughput'", std::string(source));
  }
  if (!is_tokens_per_second(metric->unit)) {
    return fail(ErrorCode::kBadInput,
                fmt::format("the throughput is in '{}', not in tokens per second", metric->unit),
                std::string(source));
  }
  const double low = metric->low.value_or(metric->value);
  const double high = metric->high.value_or(metric->value);
  if (!is_countable(metric->value) || !is_countable(low) || !is_countable(high) ||
      low > metric->value || high < metric->value) {
    return fail(ErrorCode::kBadInput,
                "the throughput and its band must be positive, with low <= value <= high",
                std::string(source));
  }
  std::string words(source);
  if (!metric->note.empty()) words += ", " + metric->note;
  return Throughput{.tokens_per_second = metric->value,
                    .low = metric->low,
                    .high = metric->high,
                    .counted = CountedTokens::kOutput,
                    .provenance = metric->provenance,
                    .source = std::move(words)};
}

namespace {

/// Why the summary has no throughput, in its own words where it has any.
std::string absence(const Json* unavailable) {
  if (unavailable != nullptr && unavailable->is_object()) {
    const auto reason = unavailable->find(kMetric);
    if (reason != unavailable->end() && reason->is_string()) {
      return "is unavailable: " + reason->get<std::string>();
    }
  }
  return "is missing";
}

}  // namespace

Result<Throughput> throughput_from_summary(const Json& summary, std::string_view name) {
  // A summary carries much that is not priced: only what is read must be right.
  StrictObject in(summary, std::string(name));
  if (in.string("schema") != "nscope.summary/1") {
    in.reject("schema", "must be \"nscope.summary/1\"");
  }
  const Json& metrics = in.object("metrics");
  const auto entry = metrics.find(kMetric);
  if (entry == metrics.end()) {
    in.reject("metrics/throughput", absence(in.optional("unavailable")));
  }
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  StrictObject item(*entry, in.path("metrics/throughput"));
  Metric metric;
  metric.name = kMetric;
  metric.value = item.number("value");
  metric.unit = item.string("unit");
  metric.low = item.optional_number("low");
  metric.high = item.optional_number("high");
  metric.note = item.optional_string("note").value_or("");
  const std::string word = item.string("provenance");
  const auto provenance = parse_provenance(word);
  if (!provenance) item.reject("provenance", fmt::format("'{}' is not a provenance", word));
  if (auto ok = item.first_error(); !ok) return fail(ok.error());
  metric.provenance = *provenance;
  return throughput_from_metrics(std::vector<Metric>{metric}, name);
}

}  // namespace nscope::cost
