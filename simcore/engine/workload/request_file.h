#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/workload/request.h"

#include <string_view>

namespace nscope::sim {

/// Reads a trace of requests. The first line determines the format:
///
/// - CSV with a heading line: `TIMESTAMP,ContextTokens,GeneratedTokens` (the Azure LLM
///   traces), or `arrival,input_tokens,output_tokens` and optionally `adapter`. Times are
///   seconds or dates such as 2023-11-16 18:17:03.9799600 (also with T, Z or +00:00).
/// - JSON lines: `timestamp` in ms, `input_length`, `output_length`, `hash_ids` (the
///   Mooncake traces; a hash represents 512 tokens of the prompt).
/// The first request arrives at 0. Requests are sorted by time; requests with equal times keep
/// their order. Reads row by row. Errors: kBadInput with file and line, also for more than 10
/// million requests, 1,000,000 blocks in a request, or 57 days.
Result<RequestPlan> read_requests(std::string_view text, std::string_view name);

}  // namespace nscope::sim
