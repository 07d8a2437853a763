#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace nscope::gui {

/// The part of the time axis that is on screen, in ticks of the trace. Real
/// numbers, because zooming and panning move by fractions of a tick.
struct TimeView {
  double begin = 0.0;
  double end = 1.0;

  double span() const { return end - begin; }
  friend bool operator==(const TimeView&, const TimeView&) = default;
};

/// `factor` < 1 shows less time; the tick `anchor` keeps its place on screen.
TimeView zoomed(const TimeView& view, double factor, double anchor);
TimeView panned(const TimeView& view, double ticks);
/// Keeps the span within [min_span, span of limits] and the view inside `limits`.
TimeView clamped(const TimeView& view, const TimeView& limits, double min_span);
/// `inner` with `margin` (share of its span) on both sides.
TimeView with_margin(const TimeView& inner, double margin);

/// The mapping between ticks and pixels of one frame. Any consistent pixel unit.
struct TimeScale {
  TimeView view;
  double width = 1.0;

  double ticks_per_pixel() const { return view.span() / width; }
  double x(double tick) const { return (tick - view.begin) / view.span() * width; }
  double tick(double x_position) const { return view.begin + x_position / width * view.span(); }
};

struct AxisTick {
  double x = 0.0;
  std::string label;  ///< "10 µs"; the unit suits the view, not the tick
};

/// Ticks at 1, 2 or 5 times a power of ten, at least `spacing` pixels apart.
std::vector<AxisTick> axis_ticks(const TimeScale& scale, double ticks_per_ns, double spacing);

}  // namespace nscope::gui
