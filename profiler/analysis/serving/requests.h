#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// A completed request of a server. Times in ticks. The components add up to the end-to-end
/// latency: queue + prefill + response + decode + blocked + preempted = last - arrival.
struct ServedRequest {
  StringId name{};
  SliceId slice{};  ///< its slice in the queue, with which the request starts
  std::int64_t arrival = 0;
  std::int64_t last = 0;       ///< arrival of the last token at the client
  std::int64_t queue = 0;      ///< from arrival to the start of its prefill
  std::int64_t prefill = 0;    ///< from the start of its prefill to its first token
  std::int64_t response = 0;   ///< from the server to the client
  std::int64_t decode = 0;     ///< between tokens, without blocked and preempted
  std::int64_t blocked = 0;    ///< between tokens, while its replica prefills other requests
  std::int64_t preempted = 0;  ///< from its last token to the next after its cache is restored
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;

  std::int64_t first_token() const { return queue + prefill + response; }
  std::int64_t end_to_end() const { return last - arrival; }
  /// Time between the first and the last token.
  std::int64_t between() const { return decode + blocked + preempted; }
};

struct ServedRequests {
  std::vector<ServedRequest> completed;  ///< in order of arrival
  std::int64_t seen = 0;                 ///< requests that arrive in the analysed range
  std::int64_t not_completed = 0;        ///< of these, rejected or not completed in the range
  std::int64_t other_events = 0;         ///< events on tracks that are not a phase of requests
  /// False if the run does not contain all scheduler steps; blocked time is then in `decode`.
  bool blocked_known = false;
};

/// The requests whose phases are on tracks with the names "Queue", "Prefill", "Decode" and
/// "Preempted" (SliceKind::kRequest). Errors: kCancelled.
Result<ServedRequests> served_requests(const Trace& trace, const TimeWindow& window,
                                       TaskControl& control);

}  // namespace nscope::analysis
