#include "profiler/analysis/serving/serving_latency.h"

#include "profiler/analysis/metrics/time_window.h"
#include "profiler/analysis/serving/request_parts.h"
#include "profiler/base/order_statistics.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>

namespace nscope::analysis {
namespace {

/// A value of the requests that have it; they are few enough to be sorted.
struct Measure {
  std::string_view id;
  std::function<std::optional<double>(const ServedRequest&)> ticks;
  std::string_view unknown{};  ///< why it has no values at all
};

double as_real(std::int64_t ticks) {
  return static_cast<double>(ticks);
}

std::vector<Measure> measures_of(const ServedRequests& requests) {
  std::vector<Measure> measures{
      {"ttft", [](const ServedRequest& r) { return as_real(r.first_token()); }},
      {"tpot",
       [](const ServedRequest& r) -> std::optional<double> {
         if (r.output_tokens < 2) return std::nullopt;
         return as_real(r.between()) / as_real(r.output_tokens - 1);
       }},
      {"e2e", [](const ServedRequest& r) { return as_real(r.whole()); }}};
  for (const RequestPart& part : kRequestParts) {
    const bool hidden = part.id == "blocked" && !requests.blocked_known;
    measures.push_back({part.id,
                        [time = part.time](const ServedRequest& r) { return as_real(r.*time); },
                        hidden ? "the run does not show what the replicas did" : ""});
  }
  return measures;
}

void write_measure(const Trace& trace, const ServedRequests& requests, const Measure& measure,
                   double all_whole, Table& table) {
  std::vector<double> values;
  double sum = 0.0;
  for (const ServedRequest& request : requests.answered) {
    const auto value = measure.ticks(request);
    if (!value) continue;
    values.push_back(*value);
    sum += *value;
  }
  if (values.empty() || !measure.unknown.empty()) {
    const Missing why{std::string(measure.unknown.empty() ? "no request has it" : measure.unknown)};
    table.add_row({std::string(measure.id), std::int64_t{0}, why, why, why, why, why, why});
    return;
  }
  std::sort(values.begin(), values.end());
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](double ticks) { return Cell(ticks / ticks_per_ns); };
  const bool is_part = std::any_of(kRequestParts.begin(), kRequestParts.end(),
                                   [&](const RequestPart& part) { return part.id == measure.id; });
  Cell share = Missing{is_part ? "no time" : "not a part of the whole"};
  if (is_part && all_whole > 0.0) share = sum / all_whole;
  table.add_row({std::string(measure.id), static_cast<std::int64_t>(values.size()),
                 ns(sum / static_cast<double>(values.size())), ns(sorted_quantile(values, 0.5)),
                 ns(sorted_quantile(values, 0.9)), ns(sorted_quantile(values, 0.99)),
                 ns(values.back()), share});
}

Result<Table> latency_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto requests = served_requests(trace, window_of(trace, request.scope), control);
  if (!requests) return fail(requests.error());
  const auto time = [](const char* id, const char* title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  Table table({{.id = "time", .title = "Time"},
               {.id = "requests", .title = "Requests"},
               time("mean_ns", "Mean"),
               time("p50_ns", "p50"),
               time("p90_ns", "p90"),
               time("p99_ns", "p99"),
               time("longest_ns", "Longest"),
               {.id = "share", .title = "Share of e2e", .decimals = 4}});
  if (!requests->answered.empty()) {
    double whole = 0.0;
    for (const ServedRequest& r : requests->answered) whole += as_real(r.whole());
    for (const Measure& measure : measures_of(*requests)) {
      if (control.cancelled()) return cancelled();
      write_measure(trace, *requests, measure, whole, table);
    }
  }
  add_request_notes(*requests, table);
  for (const Diagnostic& d : trace.diagnostics()) {
    if (d.code == "requests_not_shown") table.add_note(d.example);
  }
  return table;
}

}  // namespace

constinit const Analysis kServingLatencyAnalysis{
    .id = "serving-latency",
    .group = "Serving",
    .title = "Latency of requests by percentile",
    .shows = "time to first token, per token and in all, and what they are made of",
    .definition =
        "Over the answered requests that arrive in the time looked at: mean, percentiles (linear "
        "between the nearest two) and longest. ttft = queue + prefill + response; e2e = queue + "
        "prefill + decode + blocked + preempted + response, for every request exactly; tpot = "
        "(e2e - ttft) / (output tokens - 1), for requests of two tokens and more. queue: until "
        "its prefill begins; prefill: until its first token; response: from the server to the "
        "client; blocked: between tokens while its replica prefills others; preempted: from its "
        "last token until its cache is back; decode: the rest between tokens. share = sum of a "
        "part / sum of e2e. Percentiles of parts do not add up; shares do.",
    .run = latency_table,
    .plot = {Plot::Kind::kBars, "time", "p99_ns", ""}};

}  // namespace nscope::analysis
