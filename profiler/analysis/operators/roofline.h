#pragma once

#include "profiler/analysis/definition/analysis.h"

namespace nscope::analysis {

/// "roofline": operators compared with the bound set by TensorE and HBM.
extern const Analysis kRooflineAnalysis;

/// The peak performance of one core, per second.
struct CoreRoof {
  double flops = 0.0;  ///< TensorE's peak, BF16
  double bytes = 0.0;  ///< HBM bandwidth / profiled cores

  /// Arithmetic intensity at which both bounds are equal, FLOP/B.
  double ridge() const { return flops / bytes; }
};
/// The roof of one core. Errors: kInvalidArgument with a sentence about the property that the run
/// does not state.
Result<CoreRoof> core_roof(const Trace& trace);
/// The same for an analysis with the parameter kGroupByOperator. Errors: also if no event of the
/// run has a name of the requested kind.
Result<CoreRoof> roof_of_operators(const Trace& trace, const AnalysisRequest& request);

}  // namespace nscope::analysis
