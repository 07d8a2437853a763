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

double nice_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= least * (1.0 - 1e-9)) return factor * power;
  }
  return 10.0 * power;
}

}  // namespace

std::vector<AxisTick> axis_ticks(const TimeScale& scale, double ticks_per_ns, double spacing) {
  std::vector<AxisTick> ticks;
  if (scale.width <= 0.0 || scale.view.span() <= 0.0) return ticks;
  const double ns_per_pixel = scale.ticks_per_pixel() / ticks_per_ns;
  const double step = nice_step(ns_per_pixel * spacing);
  const double first_ns = scale.view.begin / ticks_per_ns;
  const double last_ns = scale.view.end / ticks_per_ns;
  // The largest visible time determines the unit: 1.2 ms rather than 1200 µs.
  const double largest = std::max(std::abs(first_ns), std::abs(last_ns));
  AxisUnit unit = kAxisUnits[std::size(kAxisUnits) - 1];
  for (const AxisUnit& candidate : kAxisUnits) {
    if (largest >= candidate.ns * (1.0 - 1e-9)) {
      unit = candidate;
      break;
    }
  }
  const int decimals =
      std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit.ns) - 1e-6)), 0, 12);
  const auto from = static_cast<std::int64_t>(std::ceil(first_ns / step - 1e-9));
  const auto to = static_cast<std::int64_t>(std::floor(last_ns / step + 1e-9));
  for (std::int64_t i = from; i <= to; ++i) {
    const double ns = static_cast<double>(i) * step;
    ticks.push_back({scale.x(ns * ticks_per_ns),
                     fmt::format("{:.{}f}\u202f{}", ns / unit.ns + 0.0, decimals, unit.name)});
  }
  return ticks;
}

}  // namespace nscope::gui
