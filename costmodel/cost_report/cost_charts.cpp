#include "costmodel/cost_report/cost_charts.h"

#include "costmodel/money/figures.h"
#include "costmodel/report/chart_axes.h"
#include "costmodel/report/range_chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace nscope::cost {
namespace {

constexpr std::size_t kMostCells = 20;  // of more, the texts are too small on a page of paper

/// Cost of a million tokens, with more decimals for small amounts.
TextNumber million_figure(Usd amount) {
  return as_usd(amount, amount.dollars() < 1.0 ? 4 : 2);
}

/// A cell with figures.
struct ShownCell {
  std::size_t row = 0;
  std::size_t option = 0;
  int rank = 0;  ///< 0: can be the cheapest; 1: its price is out of date; 2: cannot be the cheapest
  Usd cost;
};

std::vector<ShownCell> cells_of(const CostMatrix& matrix) {
  std::vector<ShownCell> all;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures) continue;
      const int rank = !row.may_win() ? 2 : figures->may_lead ? 0 : 1;
      all.push_back({r, o, rank, figures->usd_per_million.value});
    }
  }
  return all;
}

/// The cells that the chart shows, in the order of the matrix: those that are ranked first, then
/// the cheapest others.
std::vector<ShownCell> shown_cells(std::vector<ShownCell> cells) {
  if (cells.size() <= kMostCells) return cells;
  std::ranges::stable_sort(cells, {}, [](const ShownCell& c) { return std::pair(c.rank, c.cost); });
  cells.resize(kMostCells);
  std::ranges::sort(cells, {}, [](const ShownCell& c) { return std::pair(c.row, c.option); });
  return cells;
}

RangeRow row_of(const CostMatrix& matrix, std::size_t r, std::size_t o) {
  const CostRow& row = matrix.rows[r];
  const Banded<Usd>& cost = row.cells[o].figures->usd_per_million;
  const bool best = matrix.best && matrix.best->row == r && matrix.best->option == o;
  const Text option = title(matrix.scenario.options[o]);
  RangeRow line{.label = row.cells[o].figures->stale ? tr("{} *", option) : option,
                .value = cost.value.dollars(),
                .text = row.disqualified ? tr("{} impossible", million_figure(cost.value))
                        : cost.low && !cost.high
                            ? tr("{}, no upper end", million_figure(cost.value))
                            : tr("{}", million_figure(cost.value)),
                .ink = !row.may_win() ? Ink::kMuted
                       : best         ? Ink::kGood
                                      : Ink::kAccent};
  if (cost.low) line.low = cost.low->dollars();
  if (cost.high) line.high = cost.high->dollars();
  return line;
}

struct Band {
  Text label;
  double from = 0;
  double units = 0;
};

/// The instances of each offer, from the base load up. The integer program has no order of
/// offers, so that the order of the problem is used.
std::vector<Band> bands_of(const CommitmentPanel& panel) {
  std::vector<Band> bands;
  if (!panel.mix.layers.empty()) {
    for (const MixLayer& layer : panel.mix.layers) {
      bands.push_back({panel.problem.offers[layer.offer].label, layer.from, layer.units});
    }
    return bands;
  }
  double from = 0;
  for (std::size_t i = 0; i < panel.problem.offers.size(); ++i) {
    const Commitment& offer = panel.problem.offers[i];
    if (panel.mix.amounts[i] <= 0 || is_savings_plan(offer.kind)) continue;
    bands.push_back({offer.label, from, panel.mix.amounts[i]});
    from += panel.mix.amounts[i];
  }
  return bands;
}

/// The hours to draw. More than 1000 hours are replaced by 1000 quantiles, the highest first.
std::vector<double> drawn_hours(const DemandCurve& demand, bool& sorted) {
  constexpr std::size_t kMostHours = 1000;
  sorted = demand.hours.size() > kMostHours;
  if (!sorted) return demand.hours;
  std::vector<double> all = demand.hours;
  std::sort(all.begin(), all.end(), std::greater<>());
  std::vector<double> some;
  for (std::size_t i = 0; i < kMostHours; ++i) some.push_back(all[i * all.size() / kMostHours]);
  return some;
}

}  // namespace

Drawing cost_chart(const CostMatrix& matrix) {
  const std::vector<ShownCell> all = cells_of(matrix);
  const std::vector<ShownCell> shown = shown_cells(all);
  std::vector<RangeRow> rows;
  bool stale = false;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const CostRow& row = matrix.rows[shown[i].row];
    if (i == 0 || shown[i - 1].row != shown[i].row) {
      rows.push_back({.label = tr("{}, {}", matrix.label_of(row), row.region)});
    }
    rows.push_back(row_of(matrix, shown[i].row, shown[i].option));
    stale = stale || row.cells[shown[i].option].figures->stale;
  }
  Text caption = tr("USD per million tokens; lines: error band of the throughput");
  if (stale) caption = tr("{}; *: price out of date", caption);
  if (shown.size() < all.size()) {
    caption = tr("{}; {} of {} costs: the ranked ones, then the cheapest", caption, shown.size(),
                 all.size());
  }
  return range_chart(tr("Cost of a million tokens by item and purchase option"), std::move(caption),
                     rows);
}

Drawing commitment_chart(const CommitmentPanel& panel) {
  constexpr std::array kInks = {Ink::kGood, Ink::kAccent, Ink::kWarn, Ink::kMuted};
  constexpr double kLegendRow = 18.0;
  const DemandCurve& demand = panel.problem.types.front().demand;
  const std::vector<Band> bands = bands_of(panel);
  Drawing drawing{.width = 760,
                  .height = 260 + kLegendRow * static_cast<double>(bands.size() + 1),
                  .title = tr("Demand and commitments of {}", panel.label)};
  bool sorted = false;
  const std::vector<double> hours = drawn_hours(demand, sorted);
  const double bottom = 260 - kChartBottom;
  double most = std::max(demand.peak(), 1.0);
  for (const Band& band : bands) most = std::max(most, band.from + band.units);
  const Scale y{0.0, most * 1.06, bottom, kChartTop};
  const Scale x{0.0, static_cast<double>(hours.size()), kChartLeft, drawing.width - kChartRight};
  add_vertical_axis(drawing, y);
  add_caption(drawing, tr("{}: instances of {} in use", panel.label, panel.instance));
  double legend = 260 + 12;
  const auto explain = [&](Ink ink, double opacity, Text words) {
    drawing.marks.push_back(RectMark{kChartLeft, legend - 9, 14, 10, ink, opacity});
    drawing.marks.push_back(
        TextMark{kChartLeft + 20, legend, std::move(words), Ink::kText, 11, Anchor::kStart});
    legend += kLegendRow;
  };
  for (std::size_t i = 0; i < bands.size(); ++i) {
    const Ink ink = kInks[i % kInks.size()];
    const double top = y.at(bands[i].from + bands[i].units);
    drawing.marks.push_back(
        RectMark{x.from, top, x.to - x.from, y.at(bands[i].from) - top, ink, 0.3});
    explain(ink, 0.3, tr("{}: {} instances", bands[i].label, as_digits(bands[i].units, 6)));
  }
  PolylineMark line{.points = {}, .ink = Ink::kText, .width = 1.5};
  for (std::size_t h = 0; h < hours.size(); ++h) {
    const auto at = static_cast<double>(h);
    line.points.emplace_back(x.at(at), y.at(hours[h]));
    line.points.emplace_back(x.at(at + 1), y.at(hours[h]));
  }
  drawing.marks.emplace_back(std::move(line));
  explain(Ink::kText, 1.0,
          bands.empty() ? tr("demand, all on-demand")
                        : tr("demand; demand above the commitments uses on-demand or Spot"));
  constexpr int kTicks = 8;
  for (const double tick : round_ticks(0, sorted ? 100.0 : x.high, kTicks)) {
    const double value = sorted ? tick / 100.0 * x.high : tick;
    drawing.marks.push_back(TextMark{x.at(value), bottom + 16, tr("{}", as_digits(tick, 6)),
                                     Ink::kMuted, 11, Anchor::kMiddle});
  }
  drawing.marks.push_back(TextMark{drawing.width / 2, bottom + 31,
                                   sorted ? tr("% of the hours, highest demand first")
                                          : tr("hours from the start of the demand"),
                                   Ink::kMuted, 11, Anchor::kMiddle});
  return drawing;
}

Drawing spot_chart(const std::vector<SpotPanel>& panels) {
  std::vector<RangeRow> rows;
  for (const SpotPanel& panel : panels) {
    rows.push_back({.label = Text::verbatim(panel.label)});
    if (!panel.missing.empty()) {
      rows.push_back({.label = tr("Spot"), .text = panel.missing});
      continue;
    }
    rows.push_back(
        {.label = tr("Spot, expected"),
         .value = panel.expected.compute.dollars(),
         .low = panel.trials.p10.dollars(),
         .high = panel.trials.p90.dollars(),
         .text = tr("{}", as_usd(panel.expected.compute, 0)),
         .ink = panel.expected.compute < panel.expected.on_demand ? Ink::kGood : Ink::kBad});
    rows.push_back({.label = tr("On-Demand"),
                    .value = panel.expected.on_demand.dollars(),
                    .text = tr("{}", as_usd(panel.expected.on_demand, 0)),
                    .ink = Ink::kMuted});
  }
  return range_chart(tr("Cost of the jobs on Spot and on-demand"),
                     tr("USD for the job; lines: p10 to p90 of the trials"), rows);
}

Drawing bundle_chart(const std::vector<BundleLine>& lines) {
  std::vector<RangeRow> rows;
  for (const BundleLine& line : lines) {
    if (!line.part.empty()) continue;
    RangeRow row{.label = Text::verbatim(line.bundle), .text = tr("unknown")};
    if (line.amount) {
      row.value = line.amount->dollars();
      row.text = tr("{}", as_usd(*line.amount, 0));
    }
    rows.push_back(std::move(row));
  }
  return range_chart(tr("Cost of the bundles"), tr("USD for the whole job"), rows);
}

}  // namespace nscope::cost
