#include "costmodel/economics/cost_sensitivity.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

const CostFigures& figures_of(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  return *matrix.rows[row].cells[option].figures;
}

/// The cheapest cell of an item, with a current price if there is one; empty if it has no price or
/// is excluded.
std::optional<Rival> best_cell(const CostMatrix& matrix, std::size_t work) {
  std::optional<Rival> best;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    if (row.work != work || !row.may_win()) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      if (!row.cells[o].figures) continue;
      const CostFigures& figures = *row.cells[o].figures;
      if (best && !figures.is_cheaper_than(figures_of(matrix, best->row, best->option))) continue;
      best = Rival{.row = r, .option = o};
    }
  }
  return best;
}

}  // namespace

std::vector<Rival> rivals(const CostMatrix& matrix) {
  std::vector<Rival> all;
  if (!matrix.best) return all;
  const Banded<double>& winner =
      figures_of(matrix, matrix.best->row, matrix.best->option).tokens_per_usd;
  if (!std::isfinite(winner.value)) return all;  // its price is zero
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    if (w == matrix.rows[matrix.best->row].work) continue;
    auto rival = best_cell(matrix, w);
    if (!rival) continue;
    const CostFigures& own = figures_of(matrix, rival->row, rival->option);
    // Cheaper, but with a price that is out of date.
    if (own.tokens_per_usd.value > winner.value && !own.may_lead) continue;
    const double rate = matrix.scenario.work[w].estimate.throughput.tokens_per_second;
    rival->extra_cost = winner.value / own.tokens_per_usd.value - 1.0;
    rival->per_hour_needed = Usd::round(rate * kSecondsPerHour / winner.value);
    rival->tokens_per_second_needed = winner.value * own.per_hour.dollars() / kSecondsPerHour;
    rival->winner_use = own.tokens_per_usd.value / winner.value;
    if (winner.low && own.tokens_per_usd.high) {
      rival->at_band_ends = *own.tokens_per_usd.high / *winner.low;
    }
    all.push_back(*rival);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Rival& a, const Rival& b) { return a.extra_cost < b.extra_cost; });
  return all;
}

Table rivals_table(const CostMatrix& matrix) {
  constexpr double kPercent = 100.0;
  Table table({{"work", tr("Item")},
               {"region", tr("Region")},
               {"option", tr("Purchase option")},
               {"extra_cost", tr("Extra cost per token"), "%", 1},
               {"usd_per_hour", tr("Price"), "USD/h", 4},
               {"usd_per_hour_needed", tr("Break-even price"), "USD/h", 4},
               {"tokens_per_second", tr("Throughput"), "tok/s", 0},
               {"tokens_per_second_needed", tr("Break-even throughput"), "tok/s", 0},
               {"winner_use", tr("Break-even utilisation of the cheapest item, relative"), "%", 1},
               {"bands", tr("Within the error bands")}});
  for (const Rival& rival : rivals(matrix)) {
    const CostRow& row = matrix.rows[rival.row];
    const WorkEstimate& work = matrix.work_of(row);
    const CostFigures& own = figures_of(matrix, rival.row, rival.option);
    const Cell bands = !rival.at_band_ends          ? Cell(Missing{tr("no band")})
                       : *rival.at_band_ends >= 1.0 ? Cell(tr("can be cheaper"))
                                                    : Cell(tr("more expensive"));
    table.add_row({work.label, row.region, title(matrix.scenario.options[rival.option]),
                   rival.extra_cost * kPercent, own.per_hour.dollars(),
                   rival.per_hour_needed.dollars(), work.throughput.tokens_per_second,
                   rival.tokens_per_second_needed, rival.winner_use * kPercent, bands});
  }
  if (table.row_count() > 0) {
    table.add_note(
        tr("Each item is compared with the cheapest item at its cheapest purchase option. At the "
           "break-even both cost the same if only this input changes. Prices are those of all "
           "instances of the item."));
  }
  return table;
}

}  // namespace nscope::cost
