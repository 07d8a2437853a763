#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Whether the content of the file is an NTFF.
bool sniff_ntff(const ByteSource& file);

/// Reads an NTFF (device profile of the Neuron runtime) and, if `input.companion` is given, its
/// NEFF. Imported data: docs/formats/ntff.md.
/// Errors: kBadInput; kUnsupportedVersion; kBadInput if the companion belongs to another capture
/// (the UUIDs differ or, if one has no UUID, the names).
Result<> read_ntff(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
