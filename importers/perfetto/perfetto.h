#pragma once

#include "importers/shared/importer.h"

#include <cstddef>

namespace nscope::importers {

/// True where `file` starts with packets of a Perfetto trace, plain or gzip.
bool sniff_perfetto(const ByteSource& file);

/// Reads a Perfetto trace: see docs/formats/perfetto.md. Packets are decoded on
/// all cores (two cores: only packed ones) and put together in the order of the file,
/// so the trace does not depend on how many there are. Errors: kBadInput (not this
/// format, damaged before the first event, no track events), kCancelled.
Result<> read_perfetto(const CaptureInput& input, TraceSink& sink, TaskControl& control);
/// The same as on a machine with so many cores.
Result<> read_perfetto_on(std::size_t cores, const CaptureInput& input, TraceSink& sink,
                          TaskControl& control);

}  // namespace nscope::importers
