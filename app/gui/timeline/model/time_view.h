#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::gui {

/// The visible interval of the time axis, in ticks of the trace. Floating-point, because zooming
/// and panning move by fractions of a tick.
struct TimeView {
  double begin = 0.0;
  double end = 1.0;

  double span() const { return end - begin; }
  friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// Zooms in if `factor` < 1, otherwise out. The tick `anchor` keeps its position on screen.
TimeView zoomed(const TimeView& view, double factor, double anchor);
TimeView panned(const TimeView& view, double ticks);
/// Limits the span to [min_span, span of limits] and moves the view inside `limits`.
TimeView clamped(const TimeView& view, const TimeView& limits, double min_span);
/// `inner`, extended by `margin` (a share of its span) on both sides.
TimeView with_margin(const TimeView& inner, double margin);

/// The mapping between ticks and pixels of a frame. Pixels are logical or device pixels,
/// depending on `width`.
struct TimeScale {
  TimeView view;
  double width = 1.0;

  double ticks_per_pixel() const { return view.span() / width; }
  double x(double tick) const { return (tick - view.begin) / view.span() * width; }
  double tick(double x_position) const { return view.begin + x_position / width * view.span(); }
};

struct AxisTick {
  double x = 0.0;
  std::string label;  ///< "10 µs"; all ticks of a view have the same unit
};

/// The smallest round step of a time axis that is not below `least` [ns]: 1, 2 or 5 times a power
/// of ten below a minute and in days, and usual parts of hours and days between them.
double time_step(double least);

/// The label of a tick at `ns` on an axis with steps of `step` whose largest visible time is
/// `largest` [ns]: "10 µs", "3 h". All ticks of the axis have the same unit and decimals.
std::string time_label(double ns, double step, double largest);

/// Axis ticks at multiples of time_step(), at least `spacing` pixels apart.
std::vector<AxisTick> axis_ticks(const TimeScale& scale, double ticks_per_ns, double spacing);

}  // namespace nscope::gui
