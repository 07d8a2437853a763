#include "costmodel/cost_report/region_costs.h"

#include "costmodel/cost_report/cost_report.h"

#include <algorithm>

namespace nscope::cost {
namespace {

/// The cheapest cell, with a current price if there is one, or the cell of one option; empty if it
/// has no figures.
std::optional<std::size_t> cheapest_cell(const CostRow& row, std::optional<std::size_t> option) {
  std::optional<std::size_t> found;
  for (std::size_t o = 0; o < row.cells.size(); ++o) {
    const auto& figures = row.cells[o].figures;
    if (!figures || (option && *option != o)) continue;
    if (found && !figures->is_cheaper_than(*row.cells[*found].figures)) continue;
    found = o;
  }
  return found;
}

/// Why a row has no figures: "not offered" only if this is so for every option.
Phrase missing_of_row(const CostMatrix& matrix, const CostRow& row) {
  const auto open = std::find_if(row.cells.begin(), row.cells.end(), [](const CostCell& cell) {
    return !std::holds_alternative<NotOffered>(cell.price);
  });
  return matrix.missing_of(row, open != row.cells.end() ? *open : row.cells.front());
}

}  // namespace

std::vector<RegionRow> region_rows(const CostMatrix& matrix, std::optional<std::size_t> option) {
  std::vector<RegionRow> items;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    if (row.full_load) continue;
    if (items.empty() || items.back().work != row.work) {
      items.push_back({.work = row.work, .places = {}});
    }
    RegionRow& item = items.back();
    const std::size_t at = item.places.size();
    item.places.push_back({r, cheapest_cell(row, option)});
    const auto cost = cost_at(matrix, item.places[at]);
    if (!cost || !row.may_win()) continue;
    const auto figures_of = [&](std::size_t place) -> const CostFigures& {
      return *matrix.rows[item.places[place].row].cells[*item.places[place].option].figures;
    };
    if (!item.least || figures_of(at).is_cheaper_than(figures_of(*item.least))) item.least = at;
    if (!item.most || *cost > *cost_at(matrix, item.places[*item.most])) item.most = at;
  }
  return items;
}

std::optional<Usd> cost_at(const CostMatrix& matrix, const RegionPlace& place) {
  if (!place.option) return std::nullopt;
  return matrix.rows[place.row].cells[*place.option].figures->usd_per_million.value;
}

Text regions_note(const CostMatrix& matrix, std::optional<std::size_t> option) {
  if (!option) {
    return tr(
        "USD per million tokens with the cheapest purchase option of each region. Data transfer "
        "between regions is not included.");
  }
  return tr("USD per million tokens with {}. Data transfer between regions is not included.",
            title(matrix.scenario.options[*option]));
}

Table regions_table(const CostMatrix& matrix, std::optional<std::size_t> option) {
  const std::vector<std::string>& regions = matrix.scenario.regions;
  if (regions.size() < 2) return {};
  std::vector<Table::Column> columns = {{"work", tr("Item")}};
  for (const std::string& region : regions) columns.push_back({region, {}, "", 4});
  columns.push_back({"least", tr("Cheapest in")});
  columns.push_back({"spread", tr("Most expensive / cheapest"), "", 2});
  Table table(std::move(columns));
  for (const RegionRow& item : region_rows(matrix, option)) {
    std::vector<Cell> cells = {matrix.scenario.work[item.work].estimate.label};
    for (const RegionPlace& place : item.places) {
      const CostRow& row = matrix.rows[place.row];
      const auto cost = cost_at(matrix, place);
      if (cost) {
        cells.emplace_back(cost->dollars());
      } else {
        cells.emplace_back(Missing{option ? matrix.missing_of(row, row.cells[*option])
                                          : missing_of_row(matrix, row)});
      }
    }
    if (item.least) {
      const RegionPlace& place = item.places[*item.least];
      const std::string& region = matrix.rows[place.row].region;
      cells.push_back(
          option ? Cell(region)
                 : Cell(tr("{}, {}", region, title(matrix.scenario.options[*place.option]))));
      const Usd least = *cost_at(matrix, place);
      const Usd most = *cost_at(matrix, item.places[*item.most]);
      const auto priced =
          std::count_if(item.places.begin(), item.places.end(),
                        [&](const RegionPlace& one) { return cost_at(matrix, one).has_value(); });
      cells.push_back(priced < 2      ? Cell(Missing{tr("one region")})
                      : least > Usd() ? Cell(most / least)
                                      : Cell(Missing{tr("unknown")}));
    } else {
      const bool impossible = matrix.rows[item.places.front().row].disqualified;
      cells.emplace_back(Missing{impossible ? tr("impossible") : tr("unknown")});
      cells.emplace_back(Missing{impossible ? tr("impossible") : tr("unknown")});
    }
    table.add_row(std::move(cells));
  }
  table.add_note(regions_note(matrix, option));
  return table;
}

std::vector<std::string> selling_regions(const PriceBook& book, const Scenario& scenario, Day day) {
  std::optional<PriceBook> own;
  if (!scenario.prices.empty()) own = book.with(scenario.prices);
  const PriceBook& prices = own ? *own : book;
  const auto sells = [&](const std::string& region) {
    return std::any_of(scenario.work.begin(), scenario.work.end(), [&](const WorkItem& item) {
      return std::any_of(scenario.options.begin(), scenario.options.end(),
                         [&](const Purchase& option) {
                           return std::holds_alternative<Priced>(
                               prices.as_of(item.estimate.instance, region, option, day));
                         });
    });
  };
  std::vector<std::string> more;
  for (const std::string& region : prices.regions()) {
    const bool known = std::find(scenario.regions.begin(), scenario.regions.end(), region) !=
                       scenario.regions.end();
    if (!known && sells(region)) more.push_back(region);
  }
  return more;
}

}  // namespace nscope::cost
