#pragma once

#include "importers/shared/importer.h"

namespace nscope::importers {

/// The output of `nccom-test`, the file of its --report-to-json-file, and the output of NVIDIA's
/// nccl-tests (all_reduce_perf and others): times and bandwidths of collectives. See
/// docs/formats/nccom-test.md. Errors: kBadInput if the file contains no result; kCancelled.
bool sniff_nccom_test(const ByteSource& file);
Result<> read_nccom_test(const CaptureInput& input, TraceSink& sink, TaskControl& control);

}  // namespace nscope::importers
