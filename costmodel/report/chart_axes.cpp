#include "costmodel/report/chart_axes.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {

TextNumber short_figure(double value) {
  const double size = std::abs(value);
  if (size >= 1e9) return as::exact(fmt::format("{:.3g}B", value / 1e9));
  if (size >= 1e6) return as::exact(fmt::format("{:.3g}M", value / 1e6));
  if (size >= 1e3) return as::exact(fmt::format("{:.3g}k", value / 1e3));
  return as::exact(fmt::format("{:.3g}", size < 1e-9 ? 0.0 : value));
}

std::pair<double, double> around(double low, double high) {
  low = std::min(low, 0.0);
  high = std::max(high, 0.0);
  const double room = (high - low) * 0.06;
  if (room <= 0.0) return {-1.0, 1.0};
  return {low - room, high + room};
}

void add_vertical_axis(Drawing& drawing, const Scale& y) {
  constexpr int kTicks = 7;
  for (const double tick : round_ticks(y.low, y.high, kTicks)) {
    const double at = y.at(tick);
    drawing.marks.push_back(LineMark{kChartLeft, at, drawing.width - kChartRight, at,
                                     tick == 0.0 ? Ink::kMuted : Ink::kGrid, 1.0, false});
    drawing.marks.push_back(TextMark{kChartLeft - 8, at + 4, tr("{}", short_figure(tick)),
                                     Ink::kMuted, 11, Anchor::kEnd});
  }
}

void add_horizontal_axis(Drawing& drawing, const Scale& x, double top, double bottom) {
  constexpr int kTicks = 8;
  for (const double tick : round_ticks(x.low, x.high, kTicks)) {
    const double at = x.at(tick);
    drawing.marks.push_back(
        LineMark{at, top, at, bottom, tick == 0.0 ? Ink::kMuted : Ink::kGrid, 1.0, false});
    drawing.marks.push_back(
        TextMark{at, bottom + 16, tr("{}", short_figure(tick)), Ink::kMuted, 11, Anchor::kMiddle});
  }
}

void add_caption(Drawing& drawing, Text text) {
  drawing.marks.push_back(TextMark{.x = kChartLeft,
                                   .y = 14,
                                   .text = std::move(text),
                                   .ink = Ink::kMuted,
                                   .size = 11,
                                   .most_width = drawing.width - kChartLeft});
}

}  // namespace nscope::cost
