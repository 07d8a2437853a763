#include "profiler/analysis/serving/request_parts.h"

#include <fmt/format.h>

namespace nscope::analysis {

void add_request_notes(const ServedRequests& requests, Table& table) {
  if (requests.answered.empty()) {
    table.add_note(requests.seen == 0 ? "the run shows no requests"
                                      : "no request is answered in the time looked at");
  }
  if (requests.unanswered > 0) {
    table.add_note(
        fmt::format("{} of {} requests are left out: rejected, or without an answer in the time "
                    "looked at",
                    requests.unanswered, requests.seen));
  }
  if (!requests.answered.empty() && !requests.blocked_known) {
    table.add_note(
        "what every replica did is not shown: time between tokens in which others are prefilled "
        "is in decode");
  }
  if (requests.other_events > 0) {
    table.add_note(
        fmt::format("{} events on rows that are no phase of a request", requests.other_events));
  }
}

}  // namespace nscope::analysis
