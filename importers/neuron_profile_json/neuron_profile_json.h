#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The JSON that `neuron-profile view --output-format json` writes: an object of
/// lists in random order. See docs/formats/neuron-profile-json.md. Memory does
/// not grow with the file but with the trace: one row is parsed at a time.
/// Errors: kBadInput with the byte where the file is no JSON or is cut off; then
/// nothing of it is of use. kCancelled.
bool sniff_profile_json(const ByteSource& file);
Result<> read_profile_json(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The JSON that `--output-format summary-json` writes: the metrics of one
/// profile, no events. Errors: as above.
bool sniff_summary_json(const ByteSource& file);
Result<> read_summary_json(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
