#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The JSON that `neuron-profile view --output-format json` writes: an object of lists in random
/// order. See docs/formats/neuron-profile-json.md. Memory depends on the size of the trace, not of
/// the file, because only a few pieces of the file are parsed at a time.
/// Errors: kBadInput with the byte offset at which the file is not valid JSON or is truncated;
/// kCancelled.
bool sniff_profile_json(const ByteSource& file);
Result<> read_profile_json(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The JSON that `--output-format summary-json` writes: the metrics of one profile, without
/// events. Errors: as above.
bool sniff_summary_json(const ByteSource& file);
Result<> read_summary_json(const CaptureInput& input, TraceSink& sink, TaskControl& control);

/// The text that `--output-format summary-text` prints: one metric on each line. The result is the
/// same as that of the JSON. Errors: kBadInput if the file has no metric; kCancelled.
bool sniff_summary_text(const ByteSource& file);
Result<> read_summary_text(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
