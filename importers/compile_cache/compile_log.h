#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Logs of programs that compile for Neuron (torch-neuronx, optimum-neuron, NxD,
/// neuron_parallel_compile): what the compile cache and the compiler said. Other
/// lines of the log are counted. See docs/formats/compile-cache.md. Errors:
/// kBadInput where there is no such line in it; kCancelled.
bool sniff_compile_log(const ByteSource& file);
Result<> read_compile_log(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
