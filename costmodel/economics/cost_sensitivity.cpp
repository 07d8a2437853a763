#include "costmodel/economics/cost_sensitivity.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

const CostFigures& figures_of(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  return *matrix.rows[row].cells[option].figures;
}

/// The cheapest cell of an item; empty where it has no price or cannot win.
std::optional<Rival> best_cell(const CostMatrix& matrix, std::size_t work) {
  std::optional<Rival> best;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    if (row.work != work || !row.may_win()) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      if (!row.cells[o].figures) continue;
      const double tokens = row.cells[o].figures->tokens_per_usd.value;
      if (best && tokens <= figures_of(matrix, best->row, best->option).tokens_per_usd.value) {
        continue;
      }
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
  if (!std::isfinite(winner.value)) return all;  // it costs nothing
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    if (w == matrix.rows[matrix.best->row].work) continue;
    auto rival = best_cell(matrix, w);
    if (!rival) continue;
    const CostFigures& own = figures_of(matrix, rival->row, rival->option);
    const double rate = matrix.scenario.work[w].estimate.throughput.tokens_per_second;
    rival->dearer = winner.value / own.tokens_per_usd.value - 1.0;
    rival->per_hour_needed = Usd::round(rate * kSecondsPerHour / winner.value);
    rival->tokens_per_second_needed = winner.value * own.per_hour.dollars() / kSecondsPerHour;
    rival->winner_use = own.tokens_per_usd.value / winner.value;
    if (winner.low && own.tokens_per_usd.high) {
      rival->at_band_ends = *own.tokens_per_usd.high / *winner.low;
    }
    all.push_back(*rival);
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Rival& a, const Rival& b) { return a.dearer < b.dearer; });
  return all;
}

Table rivals_table(const CostMatrix& matrix) {
  constexpr double kPercent = 100.0;
  Table table({{"work", "instead of the first"},
               {"region"},
               {"option", "bought"},
               {"dearer", "a token costs more by", "%", 1},
               {"usd_per_hour", "price", "USD/h", 2},
               {"usd_per_hour_needed", "same at a price of", "USD/h", 2},
               {"tokens_per_second", "throughput", "tok/s", 0},
               {"tokens_per_second_needed", "same at a throughput of", "tok/s", 0},
               {"winner_use", "same if the first is busy, relative to it, only", "%", 1},
               {"bands", "within the error bands"}});
  for (const Rival& rival : rivals(matrix)) {
    const CostRow& row = matrix.rows[rival.row];
    const WorkEstimate& work = matrix.work_of(row);
    const CostFigures& own = figures_of(matrix, rival.row, rival.option);
    const Cell bands = !rival.at_band_ends          ? Cell(Missing{"no band"})
                       : *rival.at_band_ends >= 1.0 ? Cell(std::string("may be cheaper"))
                                                    : Cell(std::string("stays dearer"));
    table.add_row({work.label, row.region, title(matrix.scenario.options[rival.option]),
                   rival.dearer * kPercent, own.per_hour.dollars(), rival.per_hour_needed.dollars(),
                   work.throughput.tokens_per_second, rival.tokens_per_second_needed,
                   rival.winner_use * kPercent, bands});
  }
  if (table.row_count() > 0) {
    table.add_note(
        "Each item at its cheapest option; one thing changes, all else stays. Prices are of all "
        "machines of the item.");
  }
  return table;
}

}  // namespace nscope::cost
