#pragma once

#include "importers/ntff/file/container.h"
#include "importers/ntff/ntff.pb.h"

namespace nscope::importers {

/// Puts the records of a capture on one clock. In version 4 every engine and DMA engine counts on
/// its own clock; the header states the reading of each at one moment and its rate. The records
/// are copied if any clock differs. Versions 5 and 6 have one clock.
void align_clocks(const proto::NtffInfo& info, NtffCapture& capture);

}  // namespace nscope::importers
