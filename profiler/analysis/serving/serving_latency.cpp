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

/// A latency or a component of it, in ticks; nullopt for requests that do not have it.
struct Measure {
  std::string_view id;
  std::function<std::optional<double>(const ServedRequest&)> ticks;
  Phrase unknown{};  ///< reason why the run does not contain it; empty if it does
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
      {"e2e", [](const ServedRequest& r) { return as_real(r.end_to_end()); }}};
  for (const RequestPart& part : kRequestParts) {
    const bool hidden = part.id == "blocked" && !requests.blocked_known;
    measures.push_back({part.id,
                        [time = part.time](const ServedRequest& r) { return as_real(r.*time); },
                        hidden ? phrase("included in decode") : Phrase()});
  }
  return measures;
}

void write_measure(const Trace& trace, const ServedRequests& requests, const Measure& measure,
                   double sum_of_e2e, Table& table) {
  std::vector<double> values;
  double sum = 0.0;
  for (const ServedRequest& request : requests.completed) {
    const auto value = measure.ticks(request);
    if (!value) continue;
    values.push_back(*value);
    sum += *value;
  }
  const bool known = measure.unknown.english.empty();
  if (values.empty() || !known) {
    const Missing reason{known ? phrase("no requests") : measure.unknown};
    table.add_row(
        {std::string(measure.id), std::int64_t{0}, reason, reason, reason, reason, reason, reason});
    return;
  }
  std::sort(values.begin(), values.end());
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](double ticks) { return Cell(ticks / ticks_per_ns); };
  const bool is_part = std::any_of(kRequestParts.begin(), kRequestParts.end(),
                                   [&](const RequestPart& part) { return part.id == measure.id; });
  Cell share = Missing{is_part ? tr("the time is zero") : tr("n/a")};
  if (is_part && sum_of_e2e > 0.0) share = sum / sum_of_e2e;
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
  const auto time = [](const char* id, Phrase title) {
    return Table::Column{.id = id, .title = title, .unit = "ns", .decimals = 0};
  };
  Table table({{.id = "time", .title = tr("Latency")},
               {.id = "requests", .title = tr("Requests")},
               time("mean_ns", phrase("Mean")),
               time("p50_ns", phrase("p50")),
               time("p90_ns", phrase("p90")),
               time("p99_ns", phrase("p99")),
               time("longest_ns", phrase("Maximum")),
               {.id = "share", .title = tr("Share of e2e"), .decimals = 4}});
  if (!requests->completed.empty()) {
    double sum_of_e2e = 0.0;
    for (const ServedRequest& r : requests->completed) sum_of_e2e += as_real(r.end_to_end());
    for (const Measure& measure : measures_of(*requests)) {
      if (control.cancelled()) return cancelled();
      write_measure(trace, *requests, measure, sum_of_e2e, table);
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
    .group = phrase("Serving"),
    .title = phrase("Request latency percentiles"),
    .shows = phrase("Time to first token, time per output token and end-to-end latency, with their "
                    "components"),
    .definition = phrase(
        "Includes the completed requests that arrive in the analysed range. Percentiles are "
        "interpolated linearly. ttft = queue + prefill + response. e2e = queue + prefill + decode "
        "+ blocked + preempted + response, exactly for every request. tpot = (e2e - ttft) / "
        "(output tokens - 1), for requests with at least two output tokens. Components: queue, "
        "from arrival to the start of the request's prefill; prefill, until its first token; "
        "response, from the server to the client; blocked, between tokens while its replica "
        "prefills other requests; preempted, from its last token to the next token after its cache "
        "is restored; decode, the remaining time between tokens. share = sum of a component / sum "
        "of e2e. Shares of components add up to 1; their percentiles do not add up."),
    .run = latency_table,
    .plot = {Plot::Kind::kBars, "time", "p99_ns", ""}};

}  // namespace nscope::analysis
