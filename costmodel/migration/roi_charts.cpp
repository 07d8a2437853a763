#include "costmodel/migration/roi_charts.h"

#include "costmodel/migration/figure_text.h"
#include "costmodel/migration/roi_tables.h"
#include "costmodel/report/chart_axes.h"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace nscope::cost {

Drawing cash_flow_chart(const RoiResult& result) {
  Drawing drawing{.width = 720, .height = 280, .title = tr("Monthly and cumulative net cash flow")};
  double low = 0.0;
  double high = 0.0;
  for (const CashMonth& month : result.months) {
    low = std::min({low, month.net.dollars(), month.cumulative.dollars()});
    high = std::max({high, month.net.dollars(), month.cumulative.dollars()});
  }
  std::tie(low, high) = around(low, high);
  const Scale y{low, high, drawing.height - kChartBottom, kChartTop};
  const double slot =
      (drawing.width - kChartLeft - kChartRight) / static_cast<double>(result.months.size());
  add_vertical_axis(drawing, y);
  const RoiStudy& study = result.study;
  add_caption(drawing,
              study.tax && !study.owned.empty()
                  ? tr("USD; bars: net cash flow of a month after tax, with the resale of owned "
                       "hardware; line: cumulative")
              : study.tax ? tr("USD; bars: net cash flow of a month after tax; line: cumulative")
              : !study.owned.empty()
                  ? tr("USD; bars: net cash flow of a month before tax, with the resale of owned "
                       "hardware; line: cumulative")
                  : tr("USD; bars: net cash flow of a month before tax; line: cumulative"));
  PolylineMark sum{.points = {}, .ink = Ink::kAccent, .width = 2.0};
  const std::size_t every = std::max<std::size_t>(1, (result.months.size() + 11) / 12);
  for (std::size_t t = 0; t < result.months.size(); ++t) {
    const CashMonth& month = result.months[t];
    const double x = kChartLeft + slot * static_cast<double>(t);
    const double net = month.net.dollars();
    const double top = y.at(std::max(net, 0.0));
    drawing.marks.push_back(RectMark{x + slot * 0.15, top, slot * 0.7,
                                     y.at(std::min(net, 0.0)) - top,
                                     net < 0.0 ? Ink::kBad : Ink::kGood, 1.0});
    sum.points.emplace_back(x + slot / 2, y.at(month.cumulative.dollars()));
    if (t % every == 0) {
      drawing.marks.push_back(TextMark{x + slot / 2, drawing.height - 18, tr("{}", t), Ink::kMuted,
                                       11, Anchor::kMiddle});
    }
  }
  drawing.marks.emplace_back(std::move(sum));
  drawing.marks.push_back(TextMark{drawing.width / 2, drawing.height - 3, tr("months from today"),
                                   Ink::kMuted, 11, Anchor::kMiddle});
  return drawing;
}

Drawing tornado_chart(const RoiResult& result) {
  constexpr double kRow = 40.0;
  constexpr double kNames = 150.0;
  const auto rows = static_cast<double>(result.tornado.size());
  Drawing drawing{.width = 720,
                  .height = kChartTop + rows * kRow + kChartBottom,
                  .title = tr("Net present value at the ends of the range of each input")};
  const double planned = result.npv.dollars();
  double low = planned;
  double high = planned;
  for (const TornadoBar& bar : result.tornado) {
    low = std::min({low, bar.at_low, bar.at_high});
    high = std::max({high, bar.at_low, bar.at_high});
  }
  std::tie(low, high) = around(low, high);
  const Scale x{low, high, kNames + 8, drawing.width - 24};
  const double bottom = kChartTop + rows * kRow;
  add_horizontal_axis(drawing, x, kChartTop, bottom);
  drawing.marks.push_back(TextMark{x.from, 14,
                                   tr("Net present value in USD; solid: input at p10; faded: input "
                                      "at p90; dashed: plan"),
                                   Ink::kMuted, 11, Anchor::kStart});
  double y = kChartTop;
  for (const TornadoBar& bar : result.tornado) {
    const auto half = [&](double value, double opacity) {
      const double a = x.at(std::min(value, planned));
      const double b = x.at(std::max(value, planned));
      drawing.marks.push_back(RectMark{a, y + 4, b - a, 16, Ink::kAccent, opacity});
    };
    half(bar.at_low, 1.0);
    half(bar.at_high, 0.45);
    drawing.marks.push_back(
        TextMark{kNames, y + 16, title(bar.input), Ink::kText, 12, Anchor::kEnd});
    drawing.marks.push_back(TextMark{x.from, y + 33,
                                     tr("{} to {}", figure_text(bar.input, bar.low_input),
                                        figure_text(bar.input, bar.high_input)),
                                     Ink::kMuted, 10, Anchor::kStart});
    y += kRow;
  }
  drawing.marks.push_back(
      LineMark{x.at(planned), kChartTop, x.at(planned), bottom, Ink::kText, 1.5, true});
  return drawing;
}

Drawing npv_chart(const RoiResult& result) {
  const MonteCarlo& trials = result.monte_carlo;
  Drawing drawing{
      .width = 720, .height = 260, .title = tr("Distribution of the net present value")};
  const auto bins = static_cast<double>(trials.histogram.size());
  const double end = trials.first_edge + bins * trials.bin_width;
  const auto [low, high] = around(trials.first_edge, end);
  const Scale x{low, high, kChartLeft, drawing.width - kChartRight};
  const double bottom = drawing.height - kChartBottom;
  const int most = *std::max_element(trials.histogram.begin(), trials.histogram.end());
  const Scale y{0.0, static_cast<double>(std::max(most, 1)), bottom,
                kChartTop + 28};  // below the labels
  add_horizontal_axis(drawing, x, kChartTop + 10, bottom);
  add_caption(drawing,
              tr("NPV in USD; {} trials, positive in {}; the outer bars include all values beyond",
                 as::count(trials.trials), as::percent(trials.probability)));
  for (std::size_t i = 0; i < trials.histogram.size(); ++i) {
    const double from = trials.first_edge + trials.bin_width * static_cast<double>(i);
    const double middle = from + trials.bin_width / 2;
    const double left = x.at(from);
    const double width = std::max(x.at(from + trials.bin_width) - left - 0.5, 0.5);
    const double top = y.at(trials.histogram[i]);
    drawing.marks.push_back(
        RectMark{left, top, width, bottom - top, middle > 0.0 ? Ink::kGood : Ink::kBad, 0.85});
  }
  const std::pair<Phrase, double> marks[] = {{phrase("p10"), trials.npv.p10},
                                             {phrase("p50"), trials.npv.p50},
                                             {phrase("p90"), trials.npv.p90}};
  for (const auto& [name, value] : marks) {
    const double at = x.at(value);
    drawing.marks.push_back(LineMark{at, kChartTop + 10, at, bottom, Ink::kText, 1.0, true});
    drawing.marks.push_back(TextMark{at + 4, kChartTop + 20, name, Ink::kText, 11, Anchor::kStart});
  }
  return drawing;
}

Drawing options_chart(const RoiResult& result) {
  std::vector<Purchase> targets;
  for (const OptionCell& cell : result.options) {
    if (!targets.empty() && cell.target == targets.front()) break;
    targets.push_back(cell.target);
  }
  constexpr double kNames = 120.0;
  constexpr double kRow = 30.0;
  const std::size_t rows = result.options.size() / targets.size();
  Drawing drawing{.width = 720,
                  .height = kChartTop + 20 + kRow * static_cast<double>(rows) + 6,
                  .title = tr("Net present value by purchase option of baseline and target")};
  const double slot = (drawing.width - kNames - 8) / static_cast<double>(targets.size());
  const bool stale = has_stale_price(result);
  double most = 1.0;
  for (const OptionCell& cell : result.options) {
    if (cell.npv) most = std::max(most, std::abs(cell.npv->dollars()));
  }
  drawing.marks.push_back(TextMark{
      0, 14,
      stale ? tr("NPV in USD; rows: purchase option of the baseline; columns: of the target; *: "
                 "price out of date")
            : tr("NPV in USD; rows: purchase option of the baseline; columns: of the target"),
      Ink::kMuted, 11, Anchor::kStart, 0, drawing.width});
  for (std::size_t j = 0; j < targets.size(); ++j) {
    drawing.marks.push_back(TextMark{kNames + slot * (static_cast<double>(j) + 0.5), kChartTop + 12,
                                     starred(title(targets[j]), result.options[j].target_stale),
                                     Ink::kText, 11, Anchor::kMiddle});
  }
  for (std::size_t i = 0; i < result.options.size(); ++i) {
    const OptionCell& cell = result.options[i];
    const double x = kNames + slot * static_cast<double>(i % targets.size());
    const double y = kChartTop + 20 + kRow * static_cast<double>(i / targets.size());
    if (i % targets.size() == 0) {
      drawing.marks.push_back(TextMark{kNames - 8, y + 19,
                                       starred(baseline_title(result, cell), cell.baseline_stale),
                                       Ink::kText, 11, Anchor::kEnd});
    }
    const bool gain = cell.npv && cell.npv->nano() > 0;
    const double weight = cell.npv ? std::abs(cell.npv->dollars()) / most : 0.0;
    drawing.marks.push_back(RectMark{x + 1, y + 1, slot - 2, kRow - 2,
                                     !cell.npv ? Ink::kGrid
                                     : gain    ? Ink::kGood
                                               : Ink::kBad,
                                     cell.npv ? 0.12 + 0.4 * weight : 0.35});
    drawing.marks.push_back(TextMark{
        x + slot / 2, y + 19, cell.npv ? tr("{}", short_figure(cell.npv->dollars())) : cell.missing,
        cell.npv ? Ink::kText : Ink::kMuted, cell.npv ? 12.0 : 10.0, Anchor::kMiddle, 0, slot - 8});
  }
  return drawing;
}

}  // namespace nscope::cost
