#pragma once

#include "profiler/analysis/serving/requests.h"
#include "profiler/base/tables/table.h"

#include <array>
#include <string_view>

namespace nscope::analysis {

/// One of the times that add up to a request's whole.
struct RequestPart {
  std::string_view id;
  std::string_view title;
  std::int64_t ServedRequest::* time;  ///< ticks
};

inline constexpr auto kRequestParts = std::to_array<RequestPart>({
    {"queue", "Queue", &ServedRequest::queue},
    {"prefill", "Prefill", &ServedRequest::prefill},
    {"decode", "Decode", &ServedRequest::decode},
    {"blocked", "Blocked by prefills", &ServedRequest::blocked},
    {"preempted", "Preempted", &ServedRequest::preempted},
    {"response", "Response", &ServedRequest::response},
});

/// What was left out, and which part is not known.
void add_request_notes(const ServedRequests& requests, Table& table);

}  // namespace nscope::analysis
