#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Scrapes in Prometheus's text format or OpenMetrics, of neuron-monitor-prometheus, vLLM and any
/// other server. See docs/formats/prometheus-text.md. Errors: kBadInput if the file contains no
/// sample or a line of more than 16 MiB; kCancelled.
bool sniff_prometheus_text(const ByteSource& file);
Result<> read_prometheus_text(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
