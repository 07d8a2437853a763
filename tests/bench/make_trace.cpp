#include "tests/bench/make_trace.h"

#include <fmt/format.h>

namespace nscope::bench {
namespace {

constexpr TraceFormat kFormats[] = {
    {"chrome", "Chrome trace event JSON", write_chrome_json},
    {"chrome-gz", "the same, compressed with gzip", write_chrome_json_gzip},
    {"perfetto", "Perfetto protobuf", write_perfetto},
    {"session", "a session of our own (built in memory)", write_session},
    {"neuron-json", "neuron-profile JSON: 1 slice in 6 is an instruction, 5 are DMA packets",
     write_neuron_json},
    {"ntff", "NTFF of at most 8 cores: about --slices instructions and DMA packets", write_ntff},
    {"nsight", "SQLite export of Nsight Systems: 1 slice in 10 is a call, 9 are kernels",
     write_nsight},
    {"xplane", "XPlane profile: 1 slice in 10 is a call, 9 are kernels", write_xplane},
    {"recording", "folder with the raw system recording of the Neuron runtime", write_recording},
    {"monitor", "neuron-monitor JSON lines: --slices counts readings of one core", write_monitor},
};

}  // namespace

std::span<const TraceFormat> trace_formats() {
  return kFormats;
}

Result<const TraceFormat*> find_trace_format(std::string_view id) {
  std::string known;
  for (const TraceFormat& format : kFormats) {
    if (format.id == id) return &format;
    known += fmt::format("{}{}", known.empty() ? "" : ", ", format.id);
  }
  return fail(ErrorCode::kInvalidArgument,
              Text::verbatim(fmt::format("unknown format '{}'; use one of {}", id, known)));
}

}  // namespace nscope::bench
