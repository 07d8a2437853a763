#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/workload/request.h"

#include <string_view>

namespace nscope::sim {

/// Reads a trace of requests. Formats, told by the first line:
///
/// - CSV with a heading line: `TIMESTAMP,ContextTokens,GeneratedTokens` (the Azure LLM
///   traces), or `arrival,input_tokens,output_tokens` and optionally `adapter`. Times are
///   seconds, or dates like 2023-11-16 18:17:03.9799600 (also with a T, a Z or +00:00).
/// - JSON lines: `timestamp` in ms, `input_length`, `output_length`, `hash_ids` (the
///   Mooncake traces; a hash stands for 512 tokens of the prompt).
///
/// The first request arrives at 0; requests that are not in order are sorted, equal times
/// keep their order. Reads row by row. Errors: kBadInput with file, line and reason; more
/// than 10 million requests, 1,000,000 blocks in a request, 57 days.
Result<RequestPlan> read_requests(std::string_view text, std::string_view name);

}  // namespace nscope::sim
