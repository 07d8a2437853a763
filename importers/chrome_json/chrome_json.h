#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// Chrome's trace event format, which Chrome, PyTorch's profiler (Kineto, also on Neuron) and many
/// other tools write: plain or gzip, as an object or a list. See docs/formats/chrome-json.md. The
/// text is read in parallel and is never in memory as a whole. Errors: kBadInput with the byte
/// offset in the unpacked text, kCancelled.
bool sniff_chrome_json(const ByteSource& file);
Result<> read_chrome_json(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
