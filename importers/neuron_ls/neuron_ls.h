#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// What `neuron-ls -j` and `neuron-ls` print: the Neuron devices of an instance.
/// See docs/formats/neuron-ls.md. Errors: kBadInput where there is no device in
/// it; kCancelled.
bool sniff_neuron_ls(const ByteSource& file);
Result<> read_neuron_ls(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
