#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/columns/trace_batch.h"

namespace nscope::importers {

/// Start and duration of a row of a capture.
struct Interval {
  TraceTime start{};
  TraceTime duration{};
};

/// The result of a loop over a reader's next(): the error that ended the loop, if any.
inline Result<> end_of(const Result<bool>& more) {
  return more ? Result<>() : Result<>(fail(more.error()));
}

}  // namespace nscope::importers
