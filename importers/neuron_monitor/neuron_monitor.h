#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// What `neuron-monitor` prints: one JSON report per line, or reports over
/// several lines, or a JSON list of them. See docs/formats/neuron-monitor.md.
/// One report is in memory at a time. Errors: kBadInput where no report can be
/// read at all; single broken ones are counted. kCancelled.
bool sniff_neuron_monitor(const ByteSource& file);
Result<> read_neuron_monitor(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
