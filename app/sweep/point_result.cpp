#include "app/sweep/point_result.h"

#include "profiler/base/json/document_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nscope::sweep {
namespace {

constexpr std::array kOutcomes{Outcome::kDone, Outcome::kRejected, Outcome::kFailed};

std::optional<Metric> parse_figure(const Json& json) {
  StrictObject in(json, "figure");
  Metric metric{.name = in.string("name"), .value = in.number("value"), .unit = in.string("unit")};
  const auto provenance = parse_provenance(in.string("provenance"));
  metric.low = in.optional_number("low");
  metric.high = in.optional_number("high");
  if (!provenance || !in.finish()) return std::nullopt;
  metric.provenance = *provenance;
  return metric;
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  switch (outcome) {
    case Outcome::kDone: return "done";
    case Outcome::kRejected: return "rejected";
    case Outcome::kFailed: return "failed";
  }
  return "failed";
}

std::optional<Outcome> parse_outcome(std::string_view text) {
  const auto* const found = std::find_if(kOutcomes.begin(), kOutcomes.end(),
                                         [&](Outcome each) { return to_string(each) == text; });
  return found == kOutcomes.end() ? std::nullopt : std::optional(*found);
}

std::string line_of(const PointResult& result) {
  Json figures = Json::array();
  for (const Metric& metric : result.figures) {
    Json figure{{"name", metric.name}, {"value", metric.value}, {"unit", metric.unit}};
    if (metric.low) figure["low"] = *metric.low;
    if (metric.high) figure["high"] = *metric.high;
    figure["provenance"] = to_string(metric.provenance);
    figures.push_back(std::move(figure));
  }
  Json texts = Json::object();
  for (const auto& [name, text] : result.texts) texts[name] = text;
  return compact_text(Json{{"id", result.id},
                           {"outcome", to_string(result.outcome)},
                           {"reason", result.reason},
                           {"figures", std::move(figures)},
                           {"texts", std::move(texts)}});
}

std::optional<PointResult> parse_line(std::string_view line) {
  const auto json = parse_json(line, "line");
  if (!json) return std::nullopt;
  StrictObject in(*json, "line");
  PointResult result{.id = static_cast<std::size_t>(std::max<std::int64_t>(0, in.integer("id"))),
                     .reason = in.string("reason")};
  const auto outcome = parse_outcome(in.string("outcome"));
  for (const Json& figure : in.array("figures")) {
    auto metric = parse_figure(figure);
    if (!metric) return std::nullopt;
    result.figures.push_back(std::move(*metric));
  }
  for (const auto& [name, text] : in.object("texts").items()) {
    if (!text.is_string()) return std::nullopt;
    result.texts.emplace_back(name, text.get<std::string>());
  }
  if (!outcome || !in.finish()) return std::nullopt;
  result.outcome = *outcome;
  return result;
}

}  // namespace nscope::sweep
