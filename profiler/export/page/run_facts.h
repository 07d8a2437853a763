#pragma once

#include "profiler/base/language.h"
#include "profiler/trace/trace.h"

#include <string>
#include <utility>
#include <vector>

namespace nscope {

/// One fact about a run, for display.
struct RunFact {
  std::string label;
  std::string value;
};

/// The profiled window; the range of all events if the capture does not state one.
std::pair<TraceTime, TraceTime> window_of(const Trace& trace);

/// What the capture states about a run and what it contains: format, instance, window, number of
/// events, versions. Facts that the capture does not state are absent.
std::vector<RunFact> run_facts(const Trace& trace, const Language& language);

}  // namespace nscope
