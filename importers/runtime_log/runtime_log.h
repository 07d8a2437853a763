#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// A log with messages of the Neuron Runtime: its errors, its versions, and its reports about
/// device memory (what each core used when an allocation failed), in all forms since 2021, also in
/// the middle of the output of another program (docs/formats/runtime-log.md). Compilations in the
/// same log are read, too. Errors: kBadInput if there is none of these; kCancelled.
bool sniff_runtime_log(const ByteSource& file);
Result<> read_runtime_log(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
