#pragma once

#include "costmodel/spot/spot_job.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <vector>

namespace nscope::cost {

/// A spot job with one interval between its checkpoints. Times in hours.
struct IntervalPoint {
  double interval_hours = 0;  ///< as used: the work is cut into equal pieces
  double wall_hours = 0;
  double node_hours = 0;  ///< paid
  Usd compute;
};

/// Expected time and cost of a spot job over the interval, with the intervals of the formulas.
struct IntervalCurve {
  std::vector<IntervalPoint> points;     ///< growing intervals, each once
  std::optional<IntervalPoint> young{};  ///< empty where nothing is reclaimed, or the notice saves
  std::optional<IntervalPoint> daly{};
  IntervalPoint best;                     ///< the exact optimum
  std::optional<IntervalPoint> stated{};  ///< of the job's own interval, where it states one
  Usd on_demand;                          ///< the same work, never interrupted
};

/// Intervals from a twentieth of the best one to twenty times it (at most the work), in `steps`
/// equal ratios (at least 2). Those with which the job practically never ends are left out.
/// Pure. Errors: those of expected_spot_job().
Result<IntervalCurve> interval_curve(const SpotJob& job, int steps);

/// The marked intervals first, then the curve.
Table interval_table(const IntervalCurve& curve);

}  // namespace nscope::cost
