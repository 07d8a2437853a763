#include "app/gui/timeline/model/time_view.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::gui {

TimeView zoomed(const TimeView& view, double factor, double anchor) {
  return {anchor - (anchor - view.begin) * factor, anchor + (view.end - anchor) * factor};
}

TimeView panned(const TimeView& view, double ticks) {
  return {view.begin + ticks, view.end + ticks};
}

TimeView clamped(const TimeView& view, const TimeView& limits, double min_span) {
  const double most = std::max(limits.span(), min_span);
  const double span = std::clamp(view.span(), min_span, most);
  const double center = (view.begin + view.end) / 2.0;
  double begin = span == view.span() ? view.begin : center - span / 2.0;
  begin = std::clamp(begin, limits.begin, std::max(limits.begin, limits.end - span));
  return {begin, begin + span};
}

TimeView with_margin(const TimeView& inner, double margin) {
  const double extra = inner.span() * margin;
  return {inner.begin - extra, inner.end + extra};
}

namespace {

struct AxisUnit {
  double ns;
  const char* name;
};
constexpr AxisUnit kAxisUnits[] = {{1e9, "s"}, {1e6, "ms"}, {1e3, "µs"}, {1.0, "ns"}, {1e-3, "ps"}};
constexpr AxisUnit kLongUnits[] = {{86400e9, "d"}, {3600e9, "h"}, {60e9, "min"}};
/// Steps of long axes in minutes, up to 12 h.
constexpr double kLongSteps[] = {1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720};
constexpr double kRounding = 1.0 - 1e-9;

double nice_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * kRounding) return factor * power;
  }
  return 10.0 * power;
}

/// The unit of labels with this step between them. Axes with steps of minutes and more have long
/// units; on others the largest visible time determines the unit: 1.2 ms rather than 1200 µs.
const AxisUnit& label_unit(double step, double largest) {
  for (const AxisUnit& unit : kLongUnits) {
    if (step >= unit.ns * kRounding) return unit;
  }
  for (const AxisUnit& unit : kAxisUnits) {
    if (largest >= unit.ns * kRounding) return unit;
  }
  return kAxisUnits[std::size(kAxisUnits) - 1];
}

}  // namespace

double time_step(double least) {
  constexpr double kMinute = 60e9;
  constexpr double kDay = 86400e9;
  const double step = nice_step(least);
  if (step < kMinute) return step;
  for (const double minutes : kLongSteps) {
    if (minutes * kMinute >= least * kRounding) return minutes * kMinute;
  }
  return std::max(1.0, nice_step(least / kDay)) * kDay;
}

std::string time_label(double ns, double step, double largest) {
  const AxisUnit& unit = label_unit(step, largest);
  const int decimals =
      std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit.ns) - 1e-6)), 0, 12);
  return fmt::format("{:.{}f}\u202f{}", std::round(ns / step) * step / unit.ns + 0.0, decimals,
                     unit.name);
}

std::vector<AxisTick> axis_ticks(const TimeScale& scale, double ticks_per_ns, double spacing) {
  std::vector<AxisTick> ticks;
  if (scale.width <= 0.0 || scale.view.span() <= 0.0) return ticks;
  const double step = time_step(scale.ticks_per_pixel() / ticks_per_ns * spacing);
  const double first_ns = scale.view.begin / ticks_per_ns;
  const double last_ns = scale.view.end / ticks_per_ns;
  const double largest = std::max(std::abs(first_ns), std::abs(last_ns));
  const auto from = static_cast<std::int64_t>(std::ceil(first_ns / step - 1e-9));
  const auto to = static_cast<std::int64_t>(std::floor(last_ns / step + 1e-9));
  for (std::int64_t i = from; i <= to; ++i) {
    const double ns = static_cast<double>(i) * step;
    ticks.push_back({scale.x(ns * ticks_per_ns), time_label(ns, step, largest)});
  }
  return ticks;
}

}  // namespace nscope::gui
