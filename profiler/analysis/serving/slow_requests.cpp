#include "profiler/analysis/metrics/time_window.h"
#include "profiler/analysis/serving/request_parts.h"
#include "profiler/analysis/serving/serving_latency.h"

#include <algorithm>
#include <array>
#include <string>

namespace nscope::analysis {
namespace {

constexpr auto kOrders = std::to_array<std::string_view>({"e2e", "ttft", "tpot"});

constexpr auto kSlowRequestsParameters =
    std::to_array<Parameter>({{.id = "rows",
                               .title = phrase("Maximum rows"),
                               .meaning = phrase("Number of requests to list, slowest first"),
                               .value = 50,
                               .lowest = 1,
                               .highest = 1e7},
                              {.id = "by",
                               .title = phrase("Sort by"),
                               .meaning = phrase("Latency to sort by"),
                               .words = kOrders}});

/// Time per output token; nullopt if the output has only one token.
std::optional<double> per_token(const ServedRequest& request) {
  if (request.output_tokens < 2) return std::nullopt;
  return static_cast<double>(request.between()) / static_cast<double>(request.output_tokens - 1);
}

double order_of(const ServedRequest& request, std::string_view by) {
  if (by == "ttft") return static_cast<double>(request.first_token());
  if (by == "tpot") return per_token(request).value_or(-1.0);
  return static_cast<double>(request.end_to_end());
}

const RequestPart& largest_part(const ServedRequest& request) {
  return *std::max_element(kRequestParts.begin(), kRequestParts.end(),
                           [&](const RequestPart& a, const RequestPart& b) {
                             return request.*a.time < request.*b.time;
                           });
}

Table empty_slow_requests_table() {
  std::vector<Table::Column> columns{{.id = "request", .title = tr("Request")},
                                     {.id = "input_tokens", .title = tr("Input tokens")},
                                     {.id = "output_tokens", .title = tr("Output tokens")}};
  const auto time = [&](std::string_view id, Phrase title) {
    columns.push_back({.id = std::string(id) + "_ns", .title = title, .unit = "ns", .decimals = 0});
  };
  time("e2e", phrase("E2E"));
  time("ttft", phrase("TTFT"));
  time("tpot", phrase("TPOT"));
  for (const RequestPart& part : kRequestParts) time(part.id, part.title);
  columns.push_back({.id = "most", .title = tr("Largest component")});
  columns.push_back({.id = "most_share", .title = tr("Its share"), .decimals = 3});
  columns.push_back({.id = "slice_id", .title = tr("Event")});
  return Table(std::move(columns));
}

void write_row(const Trace& trace, const ServedRequests& requests, const ServedRequest& request,
               Table& table) {
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](double ticks) { return Cell(ticks / ticks_per_ns); };
  const auto of_token = per_token(request);
  std::vector<Cell> row{std::string(trace.text(request.name)),
                        request.input_tokens,
                        request.output_tokens,
                        ns(static_cast<double>(request.end_to_end())),
                        ns(static_cast<double>(request.first_token())),
                        of_token ? ns(*of_token) : Cell(Missing{tr("n/a")})};
  for (const RequestPart& part : kRequestParts) {
    const bool hidden = part.id == "blocked" && !requests.blocked_known;
    row.push_back(hidden ? Cell(Missing{tr("included in decode")})
                         : ns(static_cast<double>(request.*part.time)));
  }
  const RequestPart& most = largest_part(request);
  row.emplace_back(std::string(most.id));
  row.push_back(request.end_to_end() > 0 ? Cell(static_cast<double>(request.*most.time) /
                                                static_cast<double>(request.end_to_end()))
                                         : Cell(Missing{tr("the time is zero")}));
  row.emplace_back(static_cast<std::int64_t>(request.slice.value));
  table.add_row(std::move(row));
}

Result<Table> slow_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  auto requests = served_requests(trace, window_of(trace, request.scope), control);
  if (!requests) return fail(requests.error());
  const std::string_view by = request.parameters.word("by");
  std::vector<const ServedRequest*> sorted;
  for (const ServedRequest& r : requests->completed) sorted.push_back(&r);
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](const ServedRequest* a, const ServedRequest* b) {
                     return order_of(*a, by) > order_of(*b, by);
                   });
  Table table = empty_slow_requests_table();
  const std::size_t shown = std::min(sorted.size(), request.parameters.count("rows"));
  for (std::size_t i = 0; i < shown; ++i) write_row(trace, *requests, *sorted[i], table);
  if (shown < sorted.size()) {
    const auto hidden = static_cast<std::int64_t>(sorted.size() - shown);
    table.add_note(tr_plural(hidden, "{} faster request is not listed (parameter 'rows').",
                             "{} faster requests are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  add_request_notes(*requests, table);
  return table;
}

}  // namespace

constinit const Analysis kSlowRequestsAnalysis{
    .id = "slow-requests",
    .group = phrase("Serving"),
    .title = phrase("Slowest requests"),
    .shows = phrase("Slowest requests with the components of their latency"),
    .definition = phrase(
        "One row for each completed request that arrives in the analysed range, slowest first. The "
        "components are those of the analysis 'serving-latency' and add up to e2e_ns exactly. most "
        "= the largest component. most_share = its time / e2e_ns. slice_id is the request's slice "
        "in the queue."),
    .run = slow_table,
    .parameters = kSlowRequestsParameters};

}  // namespace nscope::analysis
