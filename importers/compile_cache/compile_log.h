#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Logs of programs that compile for Neuron (torch-neuronx, optimum-neuron, NxD,
/// neuron_parallel_compile): the messages of the compile cache and the compiler. Other lines are
/// counted. See docs/formats/compile-cache.md. Errors: kBadInput if the log contains no such
/// message; kCancelled.
bool sniff_compile_log(const ByteSource& file);
Result<> read_compile_log(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
