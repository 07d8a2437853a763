#include "costmodel/scenario/work_estimate.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kMetric = "throughput";
constexpr std::string_view kTokenMetric = "tokens_per_second";  // of training runs

bool is_tokens_per_second(std::string_view unit) {
  static constexpr std::array<std::string_view, 4> kSpellings = {"tok/s", "tokens/s", "token/s",
                                                                 "tokens per second"};
  return std::find(kSpellings.begin(), kSpellings.end(), unit) != kSpellings.end();
}

}  // namespace

std::string_view to_string(Phase phase) {
  return phase == Phase::kServing ? "serving" : "training";
}

Phrase title(Phase phase) {
  return phase == Phase::kServing ? phrase("serving") : phrase("training");
}

std::string_view to_string(CountedTokens tokens) {
  return tokens == CountedTokens::kOutput ? "output" : "input+output";
}

Phrase title(CountedTokens tokens) {
  return tokens == CountedTokens::kOutput ? phrase("output") : phrase("input+output");
}

bool is_countable(double figure) {
  return figure >= kLeastCountable && figure <= kMostCountable;
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

Result<Throughput> throughput_from_metrics(std::span<const Metric> metrics, const Text& source) {
  const auto find = [&](std::string_view name) {
    return std::find_if(metrics.begin(), metrics.end(),
                        [&](const Metric& m) { return m.name == name; });
  };
  auto metric = find(kMetric);
  // The throughput of training is in sequences per second; all of their tokens count.
  CountedTokens counted = CountedTokens::kOutput;
  if (metric != metrics.end() && !is_tokens_per_second(metric->unit)) {
    if (const auto tokens = find(kTokenMetric); tokens != metrics.end()) {
      metric = tokens;
      counted = CountedTokens::kAll;
    }
  }
  if (metric == metrics.end()) {
    return fail(ErrorCode::kBadInput, tr("the run has no metric 'throughput'"), source.english());
  }
  if (!is_tokens_per_second(metric->unit)) {
    return fail(
        ErrorCode::kBadInput,
        tr("the unit of the throughput is '{}'; it must be tokens per second", metric->unit),
        source.english());
  }
  const double low = metric->low.value_or(metric->value);
  const double high = metric->high.value_or(metric->value);
  if (!is_countable(metric->value) || !is_countable(low) || !is_countable(high) ||
      low > metric->value || high < metric->value) {
    return fail(ErrorCode::kBadInput,
                tr("the throughput must be greater than 0 and within its error band"),
                source.english());
  }
  return Throughput{.tokens_per_second = metric->value,
                    .low = metric->low,
                    .high = metric->high,
                    .counted = counted,
                    .provenance = metric->provenance,
                    .source = metric->note.empty() ? source : tr("{}, {}", source, metric->note)};
}

namespace {

Result<Metric> read_metric(const Json& json, std::string_view name, const std::string& place) {
  StrictObject item(json, place);
  Metric metric;
  metric.name = name;
  metric.value = item.number("value");
  metric.unit = item.string("unit");
  metric.low = item.optional_number("low");
  metric.high = item.optional_number("high");
  metric.note = Text::verbatim(item.optional_string("note").value_or(""));
  const std::string word = item.string("provenance");
  const auto provenance = parse_provenance(word);
  if (!provenance) item.reject("provenance", tr("unknown provenance '{}'", word));
  if (auto ok = item.first_error(); !ok) return fail(ok.error());
  metric.provenance = *provenance;
  return metric;
}

/// Why the summary has no throughput, with the reason that it states.
Text absence(const Json* unavailable) {
  if (unavailable != nullptr && unavailable->is_object()) {
    const auto reason = unavailable->find(kMetric);
    if (reason != unavailable->end() && reason->is_string()) {
      return tr("unavailable: {}", reason->get<std::string>());
    }
  }
  return tr("missing key");
}

}  // namespace

Result<Throughput> throughput_from_summary(const Json& summary, std::string_view name) {
  // Only the members that are read have to be valid.
  StrictObject in(summary, std::string(name));
  if (in.string("schema") != "nscope.summary/1") {
    in.reject("schema", tr("must be \"nscope.summary/1\""));
  }
  const Json& metrics = in.object("metrics");
  const auto entry = metrics.find(kMetric);
  if (entry == metrics.end()) {
    in.reject("metrics/throughput", absence(in.optional("unavailable")));
  }
  if (auto ok = in.first_error(); !ok) return fail(ok.error());
  std::vector<Metric> read;
  for (const std::string_view key : {kMetric, kTokenMetric}) {
    const auto member = metrics.find(key);
    if (member == metrics.end()) continue;
    const auto metric = read_metric(*member, key, in.path(fmt::format("metrics/{}", key)));
    if (!metric) return fail(metric.error());
    read.push_back(*metric);
  }
  return throughput_from_metrics(read, Text::verbatim(std::string(name)));
}

}  // namespace nscope::cost
