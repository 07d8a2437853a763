#pragma once

#include "costmodel/spot/spot_job.h"
#include "profiler/base/tables/table.h"

#include <optional>
#include <vector>

namespace nscope::cost {

/// A Spot job with a given checkpoint interval. Times in hours.
struct IntervalPoint {
  double interval_hours = 0;  ///< the interval used, which divides the work into equal parts
  double wall_hours = 0;
  double node_hours = 0;  ///< paid
  Usd compute;
};

/// Expected time and cost of a Spot job as a function of the checkpoint interval, with the
/// intervals of the formulas.
struct IntervalCurve {
  std::vector<IntervalPoint> points;  ///< increasing intervals without duplicates
  /// Empty if nothing is reclaimed or the Spot notice saves the work.
  std::optional<IntervalPoint> young{};
  std::optional<IntervalPoint> daly{};
  IntervalPoint best;                     ///< the exact optimum
  std::optional<IntervalPoint> stated{};  ///< for the interval that the job states
  Usd on_demand;                          ///< the same work without interruptions
};

/// Intervals from 1/20 of the best interval to 20 times it, but at most the work, in `steps`
/// equal ratios (at least 2). Intervals with which the job practically never ends are
/// omitted. Pure. Errors: those of expected_spot_job().
Result<IntervalCurve> interval_curve(const SpotJob& job, int steps);

/// First the best, stated and formula intervals, then the curve.
Table interval_table(const IntervalCurve& curve);

}  // namespace nscope::cost
