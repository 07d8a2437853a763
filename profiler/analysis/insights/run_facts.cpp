#include "profiler/analysis/insights/run_facts.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>

namespace nscope::analysis {

std::optional<double> RunFacts::metric(std::string_view name) const {
  const Metric* found = summary.find(name);
  // Assumed metrics are 0 because the capture does not state them; they are not evidence.
  if (found == nullptr || found->provenance == Provenance::kAssumed) return std::nullopt;
  return found->value;
}

void RunFacts::add(EventTotals& set, const Track& track, std::size_t row, double bytes,
                   double share) const {
  const std::int64_t ticks = track.slices.duration[row];
  ++set.count;
  set.ns += ns(ticks) * share;
  set.bytes += bytes * share;
  if (set.longest.valid() && ticks <= (set.end - set.begin).value()) return;
  set.longest = Trace::slice_id(track, row);
  set.begin = track.slices.begin(row);
  set.end = track.slices.end(row);
}

Evidence RunFacts::at(const EventTotals& set, std::vector<InsightNumber> numbers,
                      std::string_view analysis) const {
  // Events can cross an edge of the analysed range.
  return {.begin = std::max(set.begin, scope.windows().front().begin),
          .end = std::min(set.end, scope.windows().back().end),
          .slice = set.longest,
          .numbers = std::move(numbers),
          .analysis = analysis};
}

Evidence RunFacts::throughout(std::vector<InsightNumber> numbers, std::string_view analysis) const {
  return {.begin = scope.windows().front().begin,
          .end = scope.windows().back().end,
          .slice = {},
          .numbers = std::move(numbers),
          .analysis = analysis};
}

Gain RunFacts::of_path(double ns, Phrase basis) const {
  if (!path.known()) return unknown_gain(path.missing);
  return of(ns, total_ns, basis);
}

Gain RunFacts::of(double ns, double whole_ns, Phrase basis) {
  if (whole_ns <= 0) return unknown_gain(tr("not estimated: the length of the run is zero"));
  return {.share = std::clamp(ns / whole_ns, 0.0, 1.0), .basis = basis};
}

namespace {

/// The workload that a simulation states, or null.
Json workload_of(const Trace& trace) {
  const std::string text = trace.property_text(property::kWorkload);
  if (text.empty()) return {};
  auto json = parse_json(text, "workload");
  return json && json->is_object() ? std::move(*json) : Json();
}

}  // namespace

Result<RunFacts> gather_facts(const Trace& trace, const AnalysisRequest& request,
                              TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  RunFacts facts(trace, request.scope);
  control.begin(phrase("Evaluating rules"), 10);
  SliceMarks marks(trace.slice_count());
  const ParameterValues& thresholds = request.parameters;
  std::uint64_t done = 0;
  const auto step = [&](Result<> outcome) {
    control.advance_to(++done);
    return outcome;
  };
  auto summary = summarize(trace, request.scope, control);
  if (!summary) return fail(summary.error());
  facts.summary = std::move(*summary);
  facts.workload = workload_of(trace);
  if (auto ok = step(gather_instructions(facts, marks, control)); !ok) return fail(ok.error());
  const double small = thresholds.number("small_dma_bytes");
  if (auto ok = step(gather_packets(facts, small, marks, control)); !ok) return fail(ok.error());
  const double factor = thresholds.number("outlier_factor");
  if (auto ok = step(gather_collectives(facts, factor, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_throttle(facts, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_host(facts, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_compile(facts, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_serving(facts, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_monitored(facts, control)); !ok) return fail(ok.error());
  if (auto ok = step(gather_path(facts, marks, request, control)); !ok) return fail(ok.error());
  return facts;
}

}  // namespace nscope::analysis
