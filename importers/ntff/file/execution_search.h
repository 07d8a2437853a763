#pragma once

#include "importers/ntff/file/container.h"
#include "profiler/base/result.h"

namespace nscope::importers {

/// Finds the executions of a capture that does not state them (versions 4 and 5). An execution of
/// a core starts when its TensorE completes the NOTIFY that marks the start (hint 2). It ends with
/// the last instruction before the next one starts. Sets the executions, the start of the first one
/// on each core and, if there is only one, its stated length. If no NOTIFY is in the records, all
/// records form one execution. Errors: kBadInput if there are no instruction records.
Result<> find_executions(NtffCapture& capture);

}  // namespace nscope::importers
