#include "profiler/analysis/metrics/summary_builder.h"

#include "profiler/analysis/metrics/metric_definitions.h"

#include <cmath>

namespace nscope::analysis {

void SummaryBuilder::add(std::string_view name, double value, Provenance provenance,
                         std::string note) {
  if (!std::isfinite(value)) {
    unavailable(name, "has no value for these events (division by zero)");
    return;
  }
  const MetricDefinition* definition = find_metric_definition(name);
  put({.name = std::string(name),
       .value = value,
       .unit = std::string(definition == nullptr ? std::string_view() : definition->unit),
       .provenance = provenance,
       .note = std::move(note)});
}

void SummaryBuilder::exact(std::string_view name, double value, std::string_view note) {
  add(name, value, basis_.provenance, std::string(note));
}

void SummaryBuilder::timed(std::string_view name, double value, std::string_view note) {
  approximate(name, value, "times in this capture are whole nanoseconds", note);
}

void SummaryBuilder::counted(std::string_view name, double value, std::string_view note) {
  approximate(name, value, "an export can leave out single rows", note);
}

void SummaryBuilder::assumed(std::string_view name, double value, std::string_view note) {
  add(name, value, Provenance::kAssumed, std::string(note));
}

void SummaryBuilder::approximate(std::string_view name, double value, std::string_view why,
                                 std::string_view note) {
  if (!basis_.whole_nanoseconds) return exact(name, value, note);
  std::string text(note);
  text += (text.empty() ? "" : "; ") + std::string(why);
  add(name, value, Provenance::kApproximate, std::move(text));
}

void SummaryBuilder::unavailable(std::string_view name, std::string_view reason) {
  unavailable_.insert_or_assign(std::string(name), std::string(reason));
}

Summary SummaryBuilder::finish() const {
  Summary summary;
  for (const auto& [name, metric] : metrics_) summary.metrics.push_back(metric);
  for (const auto& [name, reason] : unavailable_) {
    if (!metrics_.contains(name)) summary.unavailable.emplace_back(name, reason);
  }
  return summary;
}

}  // namespace nscope::analysis
