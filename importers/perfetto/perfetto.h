#pragma once

#include "importers/shared/importer.h"

#include <cstddef>

namespace nscope::importers {

/// Whether `file` starts with packets of a Perfetto trace, plain or gzip.
bool sniff_perfetto(const ByteSource& file);

/// Reads a Perfetto trace: see docs/formats/perfetto.md. Packets are decoded on all cores (with two
/// cores only if they are compressed) and joined in the order of the file, so that the trace does
/// not depend on the number of cores. Errors: kBadInput (not this format, damaged before the first
/// event, no track events), kCancelled.
Result<> read_perfetto(const CaptureInput& input, TraceSink& sink, TaskControl& control);
/// As read_perfetto() on a machine with `cores` cores.
Result<> read_perfetto_on(std::size_t cores, const CaptureInput& input, TraceSink& sink,
                          TaskControl& control);

}  // namespace nscope::importers
