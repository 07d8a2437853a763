#pragma once

#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

namespace nscope {

/// Writes a summary of the run as one HTML page that needs nothing else: source
/// and device, an overview of the activity, metrics with their provenance, what
/// takes the time, and what the import dropped. No scripts; everything that comes
/// from the capture is escaped, and the page forbids loading anything. Nobody sees
/// half of the file. Errors: kIo, kCancelled.
Result<> export_html(const std::shared_ptr<const Trace>& trace, const std::string& path,
                     TaskControl& control);

}  // namespace nscope
