#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The output of `neuron-ls -j` and `neuron-ls`: the Neuron devices of an instance. See
/// docs/formats/neuron-ls.md. Errors: kBadInput if the file contains no device; kCancelled.
bool sniff_neuron_ls(const ByteSource& file);
Result<> read_neuron_ls(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
