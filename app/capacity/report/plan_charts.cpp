#include "app/capacity/report/plan_charts.h"

#include "costmodel/money/figures.h"
#include "costmodel/report/chart_axes.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace nscope::capacity {
namespace {

using cost::Anchor;
using cost::Drawing;
using cost::Ink;
using cost::LineMark;
using cost::PolylineMark;
using cost::RectMark;
using cost::Scale;
using cost::TextMark;

/// A fleet for the limits of the plan times a factor, at the value of the first limit.
struct Point {
  double seconds = 0;
  const PlannedFleet* fleet = nullptr;
};

std::vector<Point> points_of(const FleetPlan& plan) {
  std::vector<Point> points;
  if (plan.best) points.push_back({plan.request.limits.front().seconds, &*plan.best});
  for (const FrontierPoint& point : plan.frontier) {
    if (point.fleet) points.push_back({point.limits.front().seconds, &*point.fleet});
  }
  return points;
}

}  // namespace

Drawing frontier_chart(const FleetPlan& plan) {
  const std::vector<Point> points = points_of(plan);
  Drawing drawing{
      .width = 760, .height = 300, .title = tr("Cost of the cheapest fleet by latency limit")};
  const Limit& first = plan.request.limits.front();
  double most = 0;
  for (const Point& point : points) most = std::max(most, point.fleet->per_hour.dollars());
  const double bottom = drawing.height - cost::kChartBottom - 8;
  const Scale y{0.0, most * 1.12, bottom, cost::kChartTop};
  const double last = points.back().seconds;
  const double room = std::max(last - first.seconds, first.seconds * 0.1) * 0.08;
  constexpr double kLabelHeight = 15.0;
  constexpr double kCharacter = 6.6;
  constexpr double kLabelRoom = 150.0;
  const Scale x{first.seconds - room, last + room, cost::kChartLeft, drawing.width - kLabelRoom};
  cost::add_vertical_axis(drawing, y);
  cost::add_caption(drawing,
                    plan.request.limits.size() > 1
                        ? tr("USD per hour; the other limits are longer by the same factor")
                        : tr("USD per hour"));
  constexpr int kTicks = 8;
  for (const double tick : cost::round_ticks(x.low, x.high, kTicks)) {
    if (tick < x.low) continue;
    drawing.marks.push_back(TextMark{x.at(tick), bottom + 16, tr("{}", as::value(tick, "s")),
                                     Ink::kMuted, 11, Anchor::kMiddle});
  }
  drawing.marks.push_back(TextMark{drawing.width / 2, bottom + 34, tr("Limit of {}", first.title()),
                                   Ink::kMuted, 11, Anchor::kMiddle});
  if (!plan.best) {
    const double at = x.at(first.seconds);
    drawing.marks.push_back(LineMark{at, cost::kChartTop, at, bottom, Ink::kBad, 1.5, true});
    drawing.marks.push_back(TextMark{at + 4, bottom - 6, tr("requested limit: no fleet"), Ink::kBad,
                                     11, Anchor::kStart});
  }
  PolylineMark line{.points = {}, .ink = Ink::kAccent, .width = 1.5};
  for (const Point& point : points) {
    line.points.emplace_back(x.at(point.seconds), y.at(point.fleet->per_hour.dollars()));
  }
  drawing.marks.emplace_back(std::move(line));
  // Labels are above and to the right of their points, where the falling curve leaves space.
  double last_end = -1;
  double last_y = 0;
  for (const Point& point : points) {
    const double px = x.at(point.seconds);
    const double py = y.at(point.fleet->per_hour.dollars());
    const bool best = plan.best && point.fleet == &*plan.best;
    drawing.marks.push_back(RectMark{px - 4, py - 4, 8, 8, best ? Ink::kGood : Ink::kAccent, 1.0});
    const bool collides = px + 7 < last_end && std::abs(py - last_y) < kLabelHeight;
    if (collides) continue;  // the table has the same information
    const Text label = tr("{} x {}", point.fleet->count(), point.fleet->configuration.instance);
    drawing.marks.push_back(TextMark{px + 7, py - 8, label, Ink::kText, 11, Anchor::kStart});
    last_end = px + 7 + static_cast<double>(label.english().size()) * kCharacter;
    last_y = py;
  }
  return drawing;
}

Drawing hours_chart(const ScaledFleet& scaled) {
  Drawing drawing{.width = 760, .height = 240, .title = tr("Number of instances in each hour")};
  const double bottom = drawing.height - cost::kChartBottom;
  const int most = *std::max_element(scaled.instances.begin(), scaled.instances.end());
  const Scale y{0.0, most * 1.08, bottom, cost::kChartTop};
  const Scale x{0.0, static_cast<double>(scaled.instances.size()), cost::kChartLeft,
                drawing.width - cost::kChartRight};
  cost::add_vertical_axis(drawing, y);
  cost::add_caption(drawing, tr("Instances"));
  const double slot = x.at(1.0) - x.at(0.0);
  for (std::size_t h = 0; h < scaled.instances.size(); ++h) {
    const double top = y.at(scaled.instances[h]);
    drawing.marks.push_back(RectMark{x.at(static_cast<double>(h)) + slot * 0.1, top, slot * 0.8,
                                     bottom - top, Ink::kAccent, 0.7});
  }
  constexpr int kTicks = 13;
  for (const double tick : cost::round_ticks(0.0, x.high, kTicks)) {
    drawing.marks.push_back(TextMark{x.at(tick), bottom + 16, tr("{}", cost::as_digits(tick, 6)),
                                     Ink::kMuted, 11, Anchor::kMiddle});
  }
  drawing.marks.push_back(TextMark{drawing.width / 2, bottom + 31, tr("Hour of the period"),
                                   Ink::kMuted, 11, Anchor::kMiddle});
  return drawing;
}

}  // namespace nscope::capacity
