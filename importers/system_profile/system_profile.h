#pragma once

#include "importers/shared/importer.h"

#include <string>
#include <string_view>

namespace nscope::importers {

/// system_profile.json, which `neuron-explorer view -d DIR --output-format json`
/// writes: calls of the Neuron Runtime and the framework, host memory and CPU use,
/// on the Unix clock. See docs/formats/system-profile.md. One row is parsed at a
/// time. Errors: kBadInput with the byte where the file is no JSON or is cut off;
/// kCancelled.
bool sniff_system_profile(const ByteSource& file);
Result<> read_system_profile(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The raw files of a system capture ("ntrace.pb", "trace_info.pb", "cpu_util.pb",
/// "host_mem.pb") have no public description: what to do instead, for a file of
/// such a name; "" for any other.
std::string raw_system_capture_advice(std::string_view path);

}  // namespace nscope::importers
