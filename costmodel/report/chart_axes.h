#pragma once

#include "costmodel/report/drawing.h"

#include <string>
#include <utility>

namespace nscope::cost {

// What the charts of all reports share. Lengths in CSS pixels.

inline constexpr double kChartLeft = 64.0;
inline constexpr double kChartRight = 16.0;
inline constexpr double kChartTop = 24.0;
inline constexpr double kChartBottom = 36.0;

/// Maps a range of values to a range of pixels. Precondition: low < high.
struct Scale {
  double low = 0.0, high = 1.0, from = 0.0, to = 1.0;
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

/// "-1.2M", "350k", "0": a figure on an axis.
std::string short_figure(double value);

/// A range that includes zero and has room at both ends.
std::pair<double, double> around(double low, double high);

/// Lines and figures of a vertical axis, from kChartLeft to the right margin.
void add_vertical_axis(Drawing& drawing, const Scale& y);

/// Lines from `top` to `bottom` and figures below them.
void add_horizontal_axis(Drawing& drawing, const Scale& x, double top, double bottom);

/// What the axis counts, above the chart.
void add_caption(Drawing& drawing, std::string text);

}  // namespace nscope::cost
