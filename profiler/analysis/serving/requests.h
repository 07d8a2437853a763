#pragma once

#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nscope::analysis {

/// One answered request of a server. Times in ticks; the parts add up to the whole:
/// queue + prefill + response + decode + blocked + preempted = last - arrival.
struct ServedRequest {
  StringId name{};
  SliceId slice{};  ///< its time in the queue, where it begins
  std::int64_t arrival = 0;
  std::int64_t last = 0;       ///< its last token is at the client
  std::int64_t queue = 0;      ///< until its prefill begins
  std::int64_t prefill = 0;    ///< until its first token is made
  std::int64_t response = 0;   ///< from the server to the client
  std::int64_t decode = 0;     ///< between tokens, apart from the next two
  std::int64_t blocked = 0;    ///< between tokens, while its replica prefills others
  std::int64_t preempted = 0;  ///< from its last token until it has its cache back
  std::int64_t input_tokens = 0;
  std::int64_t output_tokens = 0;

  std::int64_t first_token() const { return queue + prefill + response; }
  std::int64_t whole() const { return last - arrival; }
  /// Between the first and the last token.
  std::int64_t between() const { return decode + blocked + preempted; }
};

struct ServedRequests {
  std::vector<ServedRequest> answered;  ///< in order of arrival
  std::int64_t seen = 0;                ///< that arrive in the time looked at
  std::int64_t unanswered = 0;          ///< rejected, unfinished, or finished later
  std::int64_t other_events = 0;        ///< on rows that are no phase of a request
  /// Nothing where the run does not show what every replica did: then it is in `decode`.
  bool blocked_known = false;
};

/// The requests whose phases a run shows on rows called "Queue", "Prefill", "Decode" and
/// "Preempted" (SliceKind::kRequest). Errors: kCancelled.
Result<ServedRequests> served_requests(const Trace& trace, const TimeWindow& window,
                                       TaskControl& control);

}  // namespace nscope::analysis
