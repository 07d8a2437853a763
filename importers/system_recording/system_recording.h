#pragma once

#include "importers/shared/importer.h"

#include <string>
#include <vector>

namespace nscope::importers {

/// The property source_format of a recording.
inline constexpr std::string_view kSystemRecordingFormat = "neuron system recording";

/// Whether the content of the file is that of ntrace.pb, trace_info.pb, cpu_util.pb or host_mem.pb:
/// the raw recording of the Neuron runtime (torch.profiler, vLLM's profiler and
/// `neuron-explorer inspect` write it).
bool sniff_system_recording(const ByteSource& file);

/// The paths of all files of the recording that the file belongs to, which must be one of them.
std::vector<std::string> recording_parts(const ByteSource& file);

/// Reads the recording that the file belongs to, with the other three files from the same folder.
/// Imported data: docs/formats/system-recording.md. Without trace_info.pb, events have numbers
/// instead of names. Errors: kBadInput if the file is none of the four; kCancelled.
Result<> read_system_recording(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The same with `cores` threads.
Result<> read_system_recording_on(std::size_t cores, const CaptureInput& input, TraceSink& sink,
                                  TaskControl& control);

}  // namespace nscope::importers
