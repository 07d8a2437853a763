#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// True where the file is an NTFF, by content.
bool sniff_ntff(const ByteSource& file);

/// Reads an NTFF (device profile of the Neuron runtime), explained by its NEFF
/// where `input.companion` is given. What is read: docs/formats/ntff.md.
/// Errors: kBadInput; kUnsupportedVersion; kBadInput where the companion belongs
/// to another capture (their UUIDs differ, or their names where one has none).
Result<> read_ntff(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
