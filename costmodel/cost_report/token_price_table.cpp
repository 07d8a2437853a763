#include "costmodel/cost_report/cost_report.h"
#include "costmodel/economics/token_prices.h"
#include "costmodel/money/figures.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace nscope::cost {
namespace {

/// The cheapest cell of an item within its limits, with a current price if there is one.
struct CheapestCell {
  const CostRow* row = nullptr;
  std::size_t option = 0;
};

std::optional<CheapestCell> cheapest_of(const CostMatrix& matrix, std::size_t work) {
  std::optional<CheapestCell> cheapest;
  for (const CostRow& row : matrix.rows) {
    if (row.work != work || row.full_load) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures) continue;
      if (cheapest && !figures->is_cheaper_than(*cheapest->row->cells[cheapest->option].figures)) {
        continue;
      }
      cheapest = CheapestCell{&row, o};
    }
  }
  return cheapest;
}

std::vector<Cell> unknown_row(const WorkEstimate& work, const Text& reason) {
  std::vector<Cell> cells = {work.label, Missing{tr("unknown")}};
  cells.insert(cells.end(), 5, Missing{tr("unknown")});
  cells.emplace_back(reason);
  return cells;
}

std::vector<Cell> price_row(const CostMatrix& matrix, std::size_t index) {
  const WorkEstimate& work = matrix.scenario.work[index].estimate;
  if (!work.has_throughput()) return unknown_row(work, kLimitsMissed);
  if (!work.throughput.split) {
    return unknown_row(work, tr("the throughput is known only for all tokens together"));
  }
  const TokenSplit& split = *work.throughput.split;
  std::vector<Cell> cells = {work.label, Missing{tr("none")}, split.prefill_share,
                             split.input_tokens, split.output_tokens};
  const auto cheapest = cheapest_of(matrix, index);
  if (!cheapest) {
    cells.insert(cells.end(), {Missing{tr("unknown")}, Missing{tr("unknown")},
                               tr("the item has no known price")});
    return cells;
  }
  const CostFigures& figures = *cheapest->row->cells[cheapest->option].figures;
  const TokenPrices prices =
      *token_prices(work.throughput, figures.usd_per_million.value.dollars());
  cells[1] =
      tr("{} in {}", title(matrix.scenario.options[cheapest->option]), cheapest->row->region);
  cells.insert(cells.end(), {prices.usd_per_million_input, prices.usd_per_million_output, Text()});
  return cells;
}

}  // namespace

Table token_price_table(const CostMatrix& matrix) {
  std::vector<Table::Column> columns{
      {"work", tr("Item")},
      {"offer", tr("Purchase option")},
      {"prefill_share", tr("Time of prefills"), "share", 3},
      {"input_tokens", tr("Input tokens"), "per request", 0},
      {"output_tokens", tr("Output tokens"), "per request", 0},
      {"usd_per_million_input_tokens", tr("1M input tokens"), "USD", 4},
      {"usd_per_million_output_tokens", tr("1M output tokens"), "USD", 4}};
  std::vector<std::vector<Cell>> rows;
  bool any = false;
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    if (work.phase != Phase::kServing) continue;
    any = any || work.throughput.split;
    rows.push_back(price_row(matrix, w));
  }
  if (!any) return Table();
  const bool noted = std::ranges::any_of(rows, [](const std::vector<Cell>& row) {
    const auto* const note = std::get_if<Text>(&row.back());
    return note != nullptr && !note->empty();
  });
  if (noted) columns.push_back({"note", tr("Note")});
  Table table(std::move(columns));
  for (std::vector<Cell>& row : rows) {
    row.resize(table.columns().size());
    table.add_row(std::move(row));
  }
  table.add_note(token_price_rule());
  return table;
}

}  // namespace nscope::cost
