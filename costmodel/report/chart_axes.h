#pragma once

#include "costmodel/report/drawing.h"

#include <utility>

namespace nscope::cost {

// Axes shared by the charts of all reports. Lengths in CSS pixels.

inline constexpr double kChartLeft = 64.0;
inline constexpr double kChartRight = 16.0;
inline constexpr double kChartTop = 24.0;
inline constexpr double kChartBottom = 36.0;

/// Maps a range of values to a range of pixels. Precondition: low < high.
struct Scale {
  double low = 0.0, high = 1.0, from = 0.0, to = 1.0;
  double at(double value) const { return from + (value - low) / (high - low) * (to - from); }
};

/// A number with a suffix for an axis: "-1.2M", "350k", "0".
TextNumber short_figure(double value);

/// A range that includes zero and has a margin at both ends.
std::pair<double, double> around(double low, double high);

/// Grid lines and labels of a vertical axis, from kChartLeft to the right margin.
void add_vertical_axis(Drawing& drawing, const Scale& y);

/// Grid lines from `top` to `bottom` with labels below them.
void add_horizontal_axis(Drawing& drawing, const Scale& x, double top, double bottom);

/// A caption above the chart.
void add_caption(Drawing& drawing, Text text);

}  // namespace nscope::cost
