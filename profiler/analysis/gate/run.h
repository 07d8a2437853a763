#pragma once

#include "profiler/analysis/metrics/summary.h"

#include <string>

namespace nscope::gate {

/// The metrics of one run, from whatever it was: a capture, a session, a simulation,
/// a monitoring log or a summary document.
struct Run {
  std::string name;             ///< its file, for messages
  std::string revision{};       ///< of the code that was run; "" where nobody said
  analysis::Summary summary{};  ///< all values finite
};

}  // namespace nscope::gate
