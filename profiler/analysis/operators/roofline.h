#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "roofline": operators against what the device's TensorE and HBM allow.
extern const Analysis kRooflineAnalysis;

/// What one core can do in a second.
struct CoreRoof {
  double flops = 0.0;  ///< TensorE's peak, BF16
  double bytes = 0.0;  ///< HBM bandwidth / profiled cores

  /// FLOP/B at which both bounds meet.
  double ridge() const { return flops / bytes; }
};
/// Errors: kInvalidArgument saying what the run does not state.
Result<CoreRoof> core_roof(const Trace& trace);

}  // namespace nscope::analysis
