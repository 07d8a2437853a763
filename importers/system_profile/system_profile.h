#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The system_profile.json that `neuron-explorer view -d DIR --output-format json` writes: calls of
/// the Neuron Runtime and the framework, host memory and CPU utilisation, on the Unix clock. See
/// docs/formats/system-profile.md. A few pieces of the file are parsed at a time. Errors: kBadInput
/// with the byte offset at which the file is not valid JSON or is truncated; kCancelled.
bool sniff_system_profile(const ByteSource& file);
Result<> read_system_profile(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
