#include "costmodel/cost_report/cost_summary.h"

#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace nscope::cost {
namespace {

const CostFigures& figures_at(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  return *matrix.rows[row].cells[option].figures;
}

Text price_date(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  const CostCell& cell = matrix.rows[row].cells[option];
  const auto& price = std::get<Priced>(cell.price);
  const auto [date, source] = citation(cell.price);
  const Text where = tr("{}, {}, {}", matrix.work_of(matrix.rows[row]).instance,
                        title(matrix.scenario.options[option]), matrix.rows[row].region);
  const Text line = tr("{}: {} USD/h, {}, {}", where, as_usd(price.per_hour, 4), source, date);
  const std::optional<int>& age = cell.figures->price_age_days;
  if (!age) return line;
  return cell.figures->stale ? tr("{}, {} days old: out of date", line, as::count(*age))
                             : tr("{}, {} days old", line, as::count(*age));
}

/// The throughput of an item with its band, and the cost at both ends.
Text throughput_line(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  const CostRow& at = matrix.rows[row];
  const Throughput& rate = *matrix.throughput_of(at);
  const Text label = matrix.label_of(at);
  const Banded<Usd>& cost = figures_at(matrix, row, option).usd_per_million;
  if (!rate.low || !rate.high || !cost.low || !cost.high) {
    return tr("Throughput of {}: {}, without an error band", label,
              as::value(rate.tokens_per_second, "tok/s"));
  }
  return tr("Throughput of {}: {} to {}; USD {} to {} per million tokens", label,
            as::value(*rate.low, "tok/s"), as::value(*rate.high, "tok/s"), as_usd(*cost.low, 4),
            as_usd(*cost.high, 4));
}

/// The cheapest and the most expensive purchase option of the cheapest item in its region.
std::optional<Text> option_line(const CostMatrix& matrix) {
  const CostRow& row = matrix.rows[matrix.best->row];
  std::optional<std::size_t> most;
  for (std::size_t o = 0; o < row.cells.size(); ++o) {
    const auto& figures = row.cells[o].figures;
    if (!figures) continue;
    if (!most || row.cells[*most].figures->per_hour < figures->per_hour) most = o;
  }
  if (!most || *most == matrix.best->option) return std::nullopt;
  const auto cost = [&](std::size_t option) {
    return as_usd(row.cells[option].figures->usd_per_million.value, 4);
  };
  return tr("Purchase option of {}: USD {} ({}) to USD {} ({}) per million tokens",
            matrix.label_of(row), cost(matrix.best->option),
            title(matrix.scenario.options[matrix.best->option]), cost(*most),
            title(matrix.scenario.options[*most]));
}

}  // namespace

std::vector<Text> price_dates(const CostMatrix& matrix) {
  if (!matrix.best) return {};
  std::vector<Text> lines{price_date(matrix, matrix.best->row, matrix.best->option)};
  if (matrix.best->next) {
    Text next = price_date(matrix, matrix.best->next->first, matrix.best->next->second);
    if (!(next == lines.front())) lines.push_back(std::move(next));
  }
  return lines;
}

std::vector<Text> main_assumptions(const CostMatrix& matrix) {
  if (!matrix.best) return {};
  std::vector<Text> lines{throughput_line(matrix, matrix.best->row, matrix.best->option)};
  const std::vector<Rival> others = rivals(matrix);
  if (!others.empty()) {
    const Rival& next = others.front();
    const Text label = matrix.label_of(matrix.rows[next.row]);
    lines.push_back(tr("{}; it costs the same as the cheapest item at {}",
                       throughput_line(matrix, next.row, next.option),
                       as::value(next.tokens_per_second_needed, "tok/s")));
    lines.push_back(
        tr("Price of {}: {} USD/h for all instances; it costs the same as the cheapest item at {} "
           "USD/h",
           label, as_usd(figures_at(matrix, next.row, next.option).per_hour),
           as_usd(next.per_hour_needed)));
    lines.push_back(
        tr("Utilisation: 100 % for all items; at 50 %, a token costs twice as much. The order "
           "changes if the utilisation of the cheapest item is less than {} of that of {}",
           as::percent(next.winner_use), label));
  } else {
    lines.push_back(tr("Utilisation: 100 %; at 50 %, a token costs twice as much"));
  }
  if (auto line = option_line(matrix)) lines.push_back(std::move(*line));
  return lines;
}

std::vector<Text> unknowns(const CostMatrix& matrix) {
  std::vector<Text> lines;
  std::vector<Text> unbanded;
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    std::vector<Text> options;
    for (std::size_t o = 0; o < matrix.scenario.options.size(); ++o) {
      const bool missing =
          std::none_of(matrix.rows.begin(), matrix.rows.end(), [&](const CostRow& row) {
            return row.work == w && !std::holds_alternative<UnknownPrice>(row.cells[o].price);
          });
      if (missing) options.push_back(title(matrix.scenario.options[o]));
    }
    if (!options.empty()) {
      lines.push_back(tr("Prices of {}: {}", work.label, joined(options)));
    }
    if (work.has_throughput() && !work.throughput.low) {
      unbanded.push_back(Text::verbatim(work.label));
    }
  }
  if (!unbanded.empty()) {
    lines.push_back(tr("The error of the throughput of {}", joined(unbanded)));
  }
  if (!matrix.rows.empty() && !matrix.scenario.economics.utilisation) {
    lines.push_back(tr("The utilisation, which is assumed to be 100 %"));
  }
  if (matrix.best && matrix.scenario.options[matrix.best->option].option == PurchaseOption::kSpot) {
    lines.push_back(tr("The time for interruptions of Spot instances, which is not included"));
  }
  return lines;
}

}  // namespace nscope::cost
