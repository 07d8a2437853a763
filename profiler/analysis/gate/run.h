#pragma once

#include "profiler/analysis/metrics/summary.h"

#include <string>

namespace nscope::gate {

/// The metrics of one run, which may be a capture, a session, a simulation, a monitoring log or a
/// summary document.
struct Run {
  std::string name;             ///< file, for messages
  std::string revision{};       ///< revision of the code; empty if unknown
  analysis::Summary summary{};  ///< all values are finite
};

}  // namespace nscope::gate
