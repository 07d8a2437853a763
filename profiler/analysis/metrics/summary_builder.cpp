#include "profiler/analysis/metrics/summary_builder.h"

#include "profiler/analysis/metrics/metric_definitions.h"
#include "profiler/trace/vocabulary.h"

#include <cmath>

namespace nscope::analysis {

MetricBasis MetricBasis::of(const Trace& trace) {
  MetricBasis basis;
  const bool simulated = trace.property_text(property::kProvenance) == "simulated";
  if (simulated) basis.provenance = Provenance::kSimulated;
  basis.whole_nanoseconds = !simulated && trace.time_base().ticks_per_ns == 1;
  return basis;
}

void SummaryBuilder::add(std::string_view name, double value, Provenance provenance,
                         const Text& note) {
  if (!std::isfinite(value)) {
    unavailable(name, tr("undefined for these events (division by zero)"));
    return;
  }
  const MetricDefinition* definition = find_metric_definition(name);
  put({.name = std::string(name),
       .value = value,
       .unit = std::string(definition == nullptr ? std::string_view() : definition->unit),
       .provenance = provenance,
       .note = note});
}

void SummaryBuilder::exact(std::string_view name, double value, const Text& note) {
  add(name, value, basis_.provenance, note);
}

void SummaryBuilder::timed(std::string_view name, double value, const Text& note) {
  approximate(name, value, tr("Times in this capture are rounded to nanoseconds."), note);
}

void SummaryBuilder::counted(std::string_view name, double value, const Text& note) {
  approximate(name, value, tr("The export can lack some rows."), note);
}

void SummaryBuilder::assumed(std::string_view name, double value, const Text& note) {
  add(name, value, Provenance::kAssumed, note);
}

void SummaryBuilder::approximate(std::string_view name, double value, const Text& reason,
                                 const Text& note) {
  if (!basis_.whole_nanoseconds) return exact(name, value, note);
  add(name, value, Provenance::kApproximate, note.empty() ? reason : tr("{} {}", note, reason));
}

void SummaryBuilder::unavailable(std::string_view name, Text reason) {
  unavailable_.insert_or_assign(std::string(name), std::move(reason));
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
