#pragma once

#include "importers/shared/importer.h"

#include <string_view>

namespace nscope::importers {

/// The system_profile.json that `neuron-explorer view -d DIR --output-format json` writes: calls of
/// the Neuron Runtime and the framework, host memory and CPU utilisation, on the Unix clock. See
/// docs/formats/system-profile.md. A few pieces of the file are parsed at a time. Errors: kBadInput
/// with the byte offset at which the file is not valid JSON or is truncated; kCancelled.
bool sniff_system_profile(const ByteSource& file);
Result<> read_system_profile(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// How to convert the raw files of a system capture ("ntrace.pb", "trace_info.pb", "cpu_util.pb",
/// "host_mem.pb"), whose format is not public. Empty for a file with any other name.
Text raw_system_capture_advice(std::string_view path);

}  // namespace nscope::importers
