#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <string_view>

namespace nscope::importers::perfetto {

/// The values of the NscopeRun message in a Neuronscope export that determine the times of events.
struct RunMessage {
  std::int64_t ticks_per_ns = 1;
  std::uint64_t shift_ns = 0;
  std::int64_t window_begin = 0;
  std::int64_t window_end = 0;
};

/// Reads the message: times into `run`, properties, metrics and diagnostics into `out`. False if it
/// is damaged or of a newer version.
bool read_run_message(std::string_view message, RunMessage& run, TraceWriter& out);

}  // namespace nscope::importers::perfetto
