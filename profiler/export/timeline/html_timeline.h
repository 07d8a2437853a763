#pragma once

#include "profiler/base/language.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/annotations.h"
#include "profiler/trace/trace.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nscope {

/// The largest run that export_html_timeline() writes, and the largest file.
struct TimelineLimits {
  std::size_t slices = 1'000'000;
  std::size_t samples = 2'000'000;  ///< of all counters
  std::size_t bytes = 30'000'000;   ///< of the file
};

/// Writes the timeline of a run as one HTML page that any current browser opens from disk and that
/// may load nothing: tracks, events with stacks, waits and properties, counters, dependencies and
/// `notes`, which must refer to `trace`. Metrics and analyses are not in the file. If the file
/// would exceed the limit, the largest properties are left out, then the dependencies. Returns
/// sentences about what was left out. Texts of the page are in `language`. Writes the file
/// atomically; see docs/formats/html-timeline.md. Errors: kInvalidArgument for a run beyond the
/// limits; kIo, kCancelled, and those of a damaged session.
Result<std::vector<Text>> export_html_timeline(const Trace& trace,
                                               std::span<const Annotation> notes,
                                               const std::string& path, const Language& language,
                                               TaskControl& control,
                                               const TimelineLimits& limits = {});

}  // namespace nscope
