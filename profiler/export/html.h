#pragma once

#include "profiler/base/language.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <string>

namespace nscope {

/// Writes a summary of the run in `language` as one self-contained HTML page: source and device,
/// an overview of the activity, metrics with their provenance, the longest events, and the
/// diagnostics of the import. The page has no scripts; all data of the capture are escaped, and a
/// content security policy prevents it from loading anything. Writes the file atomically.
/// Errors: kIo, kCancelled.
Result<> export_html(const std::shared_ptr<const Trace>& trace, const std::string& path,
                     const Language& language, TaskControl& control);

}  // namespace nscope
