#pragma once

#include "importers/shared/importer.h"

#include <string>

namespace nscope::importers {

/// Whether the file is a profile of TensorFlow, JAX or another user of XLA ("host.xplane.pb"), by
/// the name of its first plane.
bool sniff_xplane(const ByteSource& file);

/// Reads hosts and devices with their events, flows and facts. Ticks are picoseconds. See
/// docs/formats/xplane.md. Errors: kBadInput (no events), kCancelled.
Result<> read_xplane(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The profile that a file in the same folder was made from: TensorBoard's plugin writes
/// "host.trace.json.gz", and JAX "perfetto_trace.json.gz", beside "host.xplane.pb". "" if `path`
/// does not have such a name or the profile does not exist.
std::string xplane_of_export(const std::string& path);

}  // namespace nscope::importers
