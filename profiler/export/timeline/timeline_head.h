#pragma once

#include "profiler/base/language.h"
#include "profiler/export/timeline/timeline_columns.h"
#include "profiler/trace/annotations.h"
#include "profiler/trace/trace.h"

#include <span>
#include <string>
#include <vector>

namespace nscope {

/// The JSON document of an HTML timeline: the run, its tracks, notes and diagnostics, the list of
/// blocks, the sentences `left_out` and the texts of the page.
std::string timeline_head(const Trace& trace, const TimelineAxis& axis,
                          const TimelineColumns& columns, std::span<const Annotation> notes,
                          std::span<const Text> left_out, const Language& language);

}  // namespace nscope
