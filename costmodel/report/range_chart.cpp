#include "costmodel/report/range_chart.h"

#include "costmodel/report/chart_axes.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::cost {
namespace {

constexpr double kRow = 20.0;
constexpr double kCharacter = 7.2;  ///< width at 12 px
constexpr std::size_t kLongestLabel = 46;
constexpr double kLogarithmicFrom = 20.0;
constexpr double kIndent = 14.0;

bool has_value(const RangeRow& row) {
  return row.value && std::isfinite(*row.value);
}

bool is_heading(const RangeRow& row) {
  return !row.value && row.text.empty();
}

/// The horizontal axis of the values.
class Axis {
 public:
  Axis(const std::vector<RangeRow>& rows, double from, double to) {
    double least = INFINITY;
    double most = 0.0;
    for (const RangeRow& row : rows) {
      if (!has_value(row)) continue;
      for (const double value :
           {*row.value, row.low.value_or(*row.value), row.high.value_or(*row.value)}) {
        if (!std::isfinite(value)) continue;
        most = std::max(most, value);
        if (value > 0.0) least = std::min(least, value);
      }
    }
    if (!(most > 0.0)) most = least = 1.0;
    logarithmic_ = most / least > kLogarithmicFrom;
    constexpr double kRoom = 1.06;
    scale_ = logarithmic_
                 ? Scale{std::log10(least / kRoom / kRoom), std::log10(most * kRoom), from, to}
                 : Scale{0.0, most * kRoom, from, to};
  }

  bool logarithmic() const { return logarithmic_; }
  double at(double value) const {
    if (!logarithmic_) return scale_.at(value);
    return scale_.at(std::max(std::log10(std::max(value, 1e-300)), scale_.low));
  }
  std::vector<double> ticks() const {
    constexpr int kMost = 7;
    if (!logarithmic_) return round_ticks(0.0, scale_.high, kMost);
    std::vector<double> ticks;
    for (double power = std::floor(scale_.low); power <= scale_.high; power += 1.0) {
      for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor > 1.0 && scale_.high - scale_.low > 3.0) break;
        const double tick = factor * std::pow(10.0, power);
        const double at = std::log10(tick);
        if (at >= scale_.low && at <= scale_.high) ticks.push_back(tick);
      }
    }
    return ticks;
  }

 private:
  bool logarithmic_ = false;
  Scale scale_;
};

void add_row(Drawing& drawing, const RangeRow& row, const Axis& axis, double names, double y) {
  if (is_heading(row)) {
    drawing.marks.push_back(TextMark{0, y + 15, row.label, Ink::kText, 12, Anchor::kStart});
    return;
  }
  drawing.marks.push_back(TextMark{kIndent, y + 14, row.label,
                                   row.ink == Ink::kMuted ? Ink::kMuted : Ink::kText, 12,
                                   Anchor::kStart, kLongestLabel});
  double end = names;
  if (has_value(row)) {
    const double x = axis.at(*row.value);
    end = x;
    if (axis.logarithmic()) {
      drawing.marks.push_back(RectMark{x - 4, y + 6, 8, 8, row.ink, 1.0});
      end += 4;
    } else {
      drawing.marks.push_back(RectMark{names, y + 5, x - names, 10, row.ink, 0.55});
    }
    const auto line = [&](double x1, double y1, double x2, double y2) {
      drawing.marks.push_back(LineMark{x1, y1, x2, y2, Ink::kText, 1.5, false});
    };
    const bool bounded = row.high && std::isfinite(*row.high);
    if (row.low && (bounded || !row.high)) {
      const double left = axis.at(*row.low);
      const double right = bounded ? axis.at(*row.high) : x;
      line(left, y + 10, right, y + 10);
      line(left, y + 6, left, y + 14);
      if (bounded) line(right, y + 6, right, y + 14);
      end = std::max(end, right);
    }
  }
  drawing.marks.push_back(TextMark{end + 6, y + 14, row.text,
                                   has_value(row) ? Ink::kText : Ink::kMuted, 11, Anchor::kStart});
}

}  // namespace

Drawing range_chart(Text title, Text caption, const std::vector<RangeRow>& rows) {
  std::size_t longest = 8;
  std::size_t longest_text = 4;
  for (const RangeRow& row : rows) {
    if (is_heading(row)) continue;
    longest = std::max(longest, std::min(display_width(row.label.english()), kLongestLabel));
    longest_text = std::max(longest_text, display_width(row.text.english()));
  }
  Drawing drawing{.width = 760,
                  .height = kChartTop + kRow * static_cast<double>(rows.size()) + 24,
                  .title = std::move(title)};
  const double names = kIndent + static_cast<double>(longest) * kCharacter + 8;
  const double right = drawing.width - static_cast<double>(longest_text) * 6.6 - 10;
  const Axis axis(rows, names, std::max(right, names + 100));
  const double bottom = kChartTop + kRow * static_cast<double>(rows.size());
  if (axis.logarithmic()) caption = tr("{}; logarithmic axis", caption);
  drawing.marks.push_back(TextMark{.y = 14,
                                   .text = std::move(caption),
                                   .ink = Ink::kMuted,
                                   .size = 11,
                                   .most_width = drawing.width});
  for (const double tick : axis.ticks()) {
    const double x = axis.at(tick);
    drawing.marks.push_back(LineMark{x, kChartTop, x, bottom, Ink::kGrid, 1.0, false});
    drawing.marks.push_back(
        TextMark{x, bottom + 16, tr("{}", short_figure(tick)), Ink::kMuted, 11, Anchor::kMiddle});
  }
  double y = kChartTop;
  for (const RangeRow& row : rows) {
    add_row(drawing, row, axis, names, y);
    y += kRow;
  }
  return drawing;
}

}  // namespace nscope::cost
