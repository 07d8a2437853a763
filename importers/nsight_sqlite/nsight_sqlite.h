#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Whether the file is an SQLite export of NVIDIA Nsight Systems ("nsys export --type sqlite"), by
/// the names of its tables. Also true for an export that is damaged.
bool sniff_nsight_sqlite(const ByteSource& file);

/// Reads kernels, copies, CUDA calls, NVTX ranges and GPU facts. Times are nanoseconds since the
/// start of the recording. See docs/formats/nsight-sqlite.md. Errors: kBadInput (truncated,
/// damaged, no events), kCancelled.
Result<> read_nsight_sqlite(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
