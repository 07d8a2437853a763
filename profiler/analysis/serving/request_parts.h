#pragma once

#include "profiler/analysis/serving/requests.h"
#include "profiler/base/tables/table.h"

#include <array>
#include <string_view>

namespace nscope::analysis {

/// A component of the end-to-end latency of a request.
struct RequestPart {
  std::string_view id;
  Phrase title;
  std::int64_t ServedRequest::* time;  ///< ticks
};

inline constexpr auto kRequestParts = std::to_array<RequestPart>({
    {"queue", phrase("Queue"), &ServedRequest::queue},
    {"prefill", phrase("Prefill"), &ServedRequest::prefill},
    {"decode", phrase("Decode"), &ServedRequest::decode},
    {"blocked", phrase("Blocked by prefill"), &ServedRequest::blocked},
    {"preempted", phrase("Preempted"), &ServedRequest::preempted},
    {"response", phrase("Response"), &ServedRequest::response},
});

/// Adds notes about excluded requests and unknown components.
void add_request_notes(const ServedRequests& requests, Table& table);

}  // namespace nscope::analysis
