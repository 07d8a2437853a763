#pragma once

#include "profiler/base/result.h"
#include "tests/bench/synthetic_run.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::bench {

/// One file format that a made-up run can be written in.
struct TraceFormat {
  std::string_view id;     ///< "chrome"
  std::string_view title;  ///< what is written
  /// Writes front to back, so memory does not grow with the run (but for
  /// "session", which has to build the trace). Errors: kIo.
  Result<RunCounts> (*write)(const RunSpec& spec, const std::string& path);
};

std::span<const TraceFormat> trace_formats();
/// Errors: kInvalidArgument listing the formats.
Result<const TraceFormat*> find_trace_format(std::string_view id);

// The writers, one file each; what they count is what a reader must find.
Result<RunCounts> write_chrome_json(const RunSpec& spec, const std::string& path);
Result<RunCounts> write_chrome_json_gzip(const RunSpec& spec, const std::string& path);
Result<RunCounts> write_perfetto(const RunSpec& spec, const std::string& path);
Result<RunCounts> write_session(const RunSpec& spec, const std::string& path);
/// `slices`: instructions and DMA packets together, one to five.
Result<RunCounts> write_neuron_json(const RunSpec& spec, const std::string& path);
/// `slices`: about as many instructions and DMA packets; at most 8 cores.
Result<RunCounts> write_ntff(const RunSpec& spec, const std::string& path);
/// One tenth of the slices are calls, the others are kernels that they start.
Result<RunCounts> write_nsight(const RunSpec& spec, const std::string& path);
Result<RunCounts> write_xplane(const RunSpec& spec, const std::string& path);
/// A folder with ntrace.pb and trace_info.pb; about --slices spans and points.
Result<RunCounts> write_recording(const RunSpec& spec, const std::string& path);
/// `slices`: readings of one core's utilization; there are no slices.
Result<RunCounts> write_monitor(const RunSpec& spec, const std::string& path);

}  // namespace nscope::bench
