#include "costmodel/spot/interval_curve.h"

#include "simcore/reliability/checkpoint_interval.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

constexpr double kReach = 20;  ///< ratio of the ends of the curve to the best interval

Result<IntervalPoint> point_at(SpotJob job, std::optional<double> interval) {
  job.interval_hours = interval;
  const auto expected = expected_spot_job(job);
  if (!expected) return fail(expected.error());
  return IntervalPoint{.interval_hours = expected->interval_hours,
                       .wall_hours = expected->wall_hours(),
                       .node_hours = expected->node_hours,
                       .compute = expected->compute};
}

/// Empty if the job never ends with this interval.
std::optional<IntervalPoint> mark_at(const SpotJob& job, double interval) {
  const auto point = point_at(job, interval);
  return point ? std::optional(*point) : std::nullopt;
}

}  // namespace

Result<IntervalCurve> interval_curve(const SpotJob& job, int steps) {
  SpotJob free = job;
  free.interval_hours.reset();
  const auto expected = expected_spot_job(free);
  if (!expected) return fail(expected.error());
  IntervalCurve curve;
  curve.on_demand = expected->on_demand;
  curve.best = {.interval_hours = expected->interval_hours,
                .wall_hours = expected->wall_hours(),
                .node_hours = expected->node_hours,
                .compute = expected->compute};
  if (job.interval_hours) curve.stated = mark_at(job, *job.interval_hours);
  if (std::isfinite(expected->mtbf_hours) && !expected->notice_saves) {
    const double mtbf = expected->mtbf_hours;
    curve.young = mark_at(job, reliability::young_interval(job.write_hours, mtbf));
    curve.daly = mark_at(job, reliability::daly_interval(job.write_hours, mtbf));
  }
  const double low = curve.best.interval_hours / kReach;
  const double high = std::min(job.work_hours, curve.best.interval_hours * kReach);
  steps = std::max(2, steps);
  for (int i = 0; i <= steps; ++i) {
    const auto point = point_at(job, low * std::pow(high / low, static_cast<double>(i) / steps));
    if (!point) continue;
    // Different long intervals can divide the work into the same parts.
    const bool again =
        !curve.points.empty() && curve.points.back().interval_hours >= point->interval_hours;
    if (!again) curve.points.push_back(*point);
  }
  return curve;
}

Table interval_table(const IntervalCurve& curve) {
  Table table({{"what", tr("Interval from")},
               {"interval_min", tr("Interval"), "min", 1},
               {"wall_hours", tr("Expected time"), "h", 2},
               {"node_hours", tr("Paid"), "node-h", 1},
               {"usd", tr("Cost"), "USD", 2}});
  const auto add = [&](Text what, const IntervalPoint& point) {
    table.add_row({std::move(what), point.interval_hours * 60, point.wall_hours, point.node_hours,
                   point.compute.dollars()});
  };
  add(tr("best"), curve.best);
  if (curve.stated) add(tr("stated"), *curve.stated);
  if (curve.daly) add(tr("Daly"), *curve.daly);
  if (curve.young) add(tr("Young"), *curve.young);
  for (const IntervalPoint& point : curve.points) add({}, point);
  return table;
}

}  // namespace nscope::cost
