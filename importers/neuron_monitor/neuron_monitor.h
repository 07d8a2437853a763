#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The output of `neuron-monitor`: one JSON report per line, reports over several lines, or a JSON
/// list of reports. See docs/formats/neuron-monitor.md. One report is in memory at a time. Errors:
/// kBadInput if no report can be read; single broken reports are counted. kCancelled.
bool sniff_neuron_monitor(const ByteSource& file);
Result<> read_neuron_monitor(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
