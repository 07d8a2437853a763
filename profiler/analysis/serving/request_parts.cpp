#include "profiler/analysis/serving/request_parts.h"

namespace nscope::analysis {

void add_request_notes(const ServedRequests& requests, Table& table) {
  if (requests.completed.empty()) {
    table.add_note(requests.seen == 0 ? tr("No requests arrive in the analysed range.")
                                      : tr("No request is completed in the analysed range."));
  }
  if (requests.not_completed > 0) {
    table.add_note(tr_plural(
        requests.not_completed,
        "{} of {} requests is excluded because it was rejected or not completed in the analysed "
        "range.",
        "{} of {} requests are excluded because they were rejected or not completed in the "
        "analysed range.",
        as::count(requests.not_completed), as::count(requests.seen)));
  }
  if (!requests.completed.empty() && !requests.blocked_known) {
    table.add_note(
        tr("The run does not contain all scheduler steps. The time between tokens in which other "
           "requests are prefilled is therefore included in decode."));
  }
  if (requests.other_events > 0) {
    table.add_note(tr_plural(requests.other_events,
                             "{} event is not a phase of a request and is excluded.",
                             "{} events are not a phase of a request and are excluded.",
                             as::count(requests.other_events)));
  }
}

}  // namespace nscope::analysis
