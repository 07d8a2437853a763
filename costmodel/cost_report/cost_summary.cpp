#include "costmodel/cost_report/cost_summary.h"

#include "costmodel/economics/cost_sensitivity.h"
#include "costmodel/money/figures.h"
#include "costmodel/money/token_count.h"
#include "costmodel/prices/price_citation.h"
#include "costmodel/report/report_document.h"

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
  const Text line = tr("{}: {} USD/h, {}, {}", where, as_price(price.per_hour), source, date);
  const std::optional<int>& age = cell.figures->price_age_days;
  if (!age) return line;
  return cell.figures->stale ? tr("{}, {} days old: out of date", line, as::count(*age))
                             : tr("{}, {} days old", line, as::count(*age));
}

TextNumber shown_usd(Usd cost) {
  return as_token_cost(cost.dollars());
}

/// The throughput of an item with its band, and the cost at both ends.
Text throughput_line(const CostMatrix& matrix, std::size_t row, std::size_t option) {
  const CostRow& at = matrix.rows[row];
  const Throughput& rate = *matrix.throughput_of(at);
  const Text label = matrix.label_of(at);
  const Banded<Usd>& cost = figures_at(matrix, row, option).usd_per_million;
  if (!rate.low && rate.high && cost.low) {
    return tr(
        "Throughput of {}: at most {}, USD {} per million tokens; at the slow end of the error "
        "band, no load meets the limits",
        label, as::value(*rate.high, "tok/s"), shown_usd(*cost.low));
  }
  if (!rate.low || !rate.high || !cost.low || !cost.high) {
    return tr("Throughput of {}: {}, without an error band", label,
              as::value(rate.tokens_per_second, "tok/s"));
  }
  return tr("Throughput of {}: {} to {}; USD {} to {} per million tokens", label,
            as::value(*rate.low, "tok/s"), as::value(*rate.high, "tok/s"), shown_usd(*cost.low),
            shown_usd(*cost.high));
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
    return shown_usd(row.cells[option].figures->usd_per_million.value);
  };
  return tr("Purchase option of {}: USD {} ({}) to USD {} ({}) per million tokens",
            matrix.label_of(row), cost(matrix.best->option),
            title(matrix.scenario.options[matrix.best->option]), cost(*most),
            title(matrix.scenario.options[*most]));
}

const UtilisationPanel* panel_of(const CostMatrix& matrix, const CostRow& row) {
  const std::string& label = matrix.work_of(row).label;
  for (const UtilisationPanel& panel : matrix.economics.utilisation) {
    if (panel.label == label && panel.has_idle_time()) return &panel;
  }
  return nullptr;
}

/// The cost of a million tokens of a cell if idle time is paid as well.
struct UsedCost {
  std::size_t row = 0;
  std::size_t option = 0;
  double dollars = 0;
};

/// "3 x inf2.48xlarge".
Text always_on_text(const CostMatrix& matrix, const CostRow& row, const Dedicated& fleet) {
  const WorkEstimate& work = matrix.work_of(row);
  return tr("{} x {}", as::count(std::int64_t{fleet.instances} * work.count), work.instance);
}

/// Row and option of the cell with the lowest cost for the load of a month if all hours are paid.
std::optional<std::pair<std::pair<std::size_t, std::size_t>, const Dedicated*>> cheapest_month(
    const CostMatrix& matrix) {
  std::pair<std::size_t, std::size_t> place;
  const Dedicated* least = nullptr;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    if (!row.may_win()) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      const auto& figures = row.cells[o].figures;
      if (!figures || !figures->may_lead || !figures->month) continue;
      const Dedicated& fleet = figures->month->dedicated;
      if (least != nullptr && fleet.per_month >= least->per_month) continue;
      least = &fleet;
      place = {r, o};
    }
  }
  if (least == nullptr) return std::nullopt;
  return std::pair{place, least};
}

/// The cell with the lowest cost at the utilisation of its item; `dollars` is 0 if there is none.
UsedCost cheapest_in_use(const CostMatrix& matrix) {
  UsedCost best;
  for (std::size_t r = 0; r < matrix.rows.size(); ++r) {
    const CostRow& row = matrix.rows[r];
    const UtilisationPanel* const panel = panel_of(matrix, row);
    if (panel == nullptr || row.full_load || !row.may_win()) continue;
    for (std::size_t o = 0; o < row.cells.size(); ++o) {
      if (!row.cells[o].figures || !row.cells[o].figures->may_lead) continue;
      const double dollars =
          row.cells[o].figures->usd_per_million.value.dollars() / panel->utilisation;
      if (best.dollars == 0 || dollars < best.dollars) best = {r, o, dollars};
    }
  }
  return best;
}

}  // namespace

Text idle_time_sentence(const CostMatrix& matrix) {
  if (!matrix.best) return {};
  const CostRow& row = matrix.rows[matrix.best->row];
  const UtilisationPanel* const panel = panel_of(matrix, row);
  if (panel == nullptr) return {};
  const double busy =
      figures_at(matrix, matrix.best->row, matrix.best->option).usd_per_million.value.dollars();
  Text text = tr(
      "The instances are assumed to be always busy. At the utilisation of {}, idle time is paid as "
      "well, and the same purchase costs USD {} per million tokens.",
      as::percent(panel->utilisation), as_token_cost(busy / panel->utilisation));
  const bool bought_by_the_hour = panel->option.option == PurchaseOption::kOnDemand;
  if (panel->following && bought_by_the_hour && panel->usd_per_million) {
    const double follows =
        panel->usd_per_million->dollars() * panel->utilisation / *panel->following;
    text = tr("{} On-Demand instances that follow the demand cost USD {}.", text,
              as_token_cost(follows));
  }
  const UsedCost other = cheapest_in_use(matrix);
  if (other.dollars == 0 || matrix.rows[other.row].work == row.work) return text;
  return tr("{} At its own utilisation, {} costs less: USD {} with {} in {}.", text,
            matrix.label_of(matrix.rows[other.row]), as_token_cost(other.dollars),
            title(matrix.scenario.options[other.option]), matrix.rows[other.row].region);
}

Text month_sentence(const CostMatrix& matrix) {
  if (!matrix.best || !matrix.scenario.tokens_per_month) return {};
  const auto& month = figures_at(matrix, matrix.best->row, matrix.best->option).month;
  if (!month) return {};
  const Dedicated& always = month->dedicated;
  const CostRow& row = matrix.rows[matrix.best->row];
  Text text = tr_plural(
      std::int64_t{always.instances} * matrix.work_of(row).count,
      "The load of {} per month costs USD {} per month with {} that is always on and used for {} "
      "of its capacity, and USD {} if only busy time is paid.",
      "The load of {} per month costs USD {} per month with {} that are always on and used for {} "
      "of their capacity, and USD {} if only busy time is paid.",
      tokens_text(*matrix.scenario.tokens_per_month), as_usd(always.per_month, 0),
      always_on_text(matrix, row, always), as::percent(always.utilisation),
      as_usd(month->metered, 0));
  const auto other = cheapest_month(matrix);
  if (!other || other->second->per_month >= always.per_month) return text;
  const auto [place, fleet] = *other;
  return tr(
      "{} Always on, the cheapest for this load is {} with {} in {}: USD {} per month, used "
      "for {} of the capacity.",
      text, always_on_text(matrix, matrix.rows[place.first], *fleet),
      title(matrix.scenario.options[place.second]), matrix.rows[place.first].region,
      as_usd(fleet->per_month, 0), as::percent(fleet->utilisation));
}

Text overlap_sentence(const CostMatrix& matrix) {
  std::vector<Text> labels;
  for (const Rival& rival : rivals(matrix)) {
    if (rival.at_band_ends && *rival.at_band_ends >= 1.0) {
      labels.push_back(matrix.label_of(matrix.rows[rival.row]));
    }
  }
  if (labels.empty()) return {};
  return tr("Within the error bands, these items can be cheaper: {}.", joined(labels));
}

std::vector<Text> exclusions(const CostMatrix& matrix) {
  const EconomicsRequest& more = matrix.scenario.economics;
  if (!more.lines.empty() || !more.bundles.empty()) return {};
  return {not_included()};
}

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
           label, as_price(figures_at(matrix, next.row, next.option).per_hour),
           as_price(next.per_hour_needed)));
    lines.push_back(
        tr("Utilisation: 100 % for all items; at 50 %, a token costs twice as much. The order "
           "changes if the utilisation of the cheapest item is less than {} of that of {}",
           as::percent(next.winner_use), label));
  } else {
    lines.push_back(tr("Utilisation: 100 %; at 50 %, a token costs twice as much"));
  }
  if (Text idle = idle_time_sentence(matrix); !idle.empty()) lines.push_back(std::move(idle));
  if (auto line = option_line(matrix)) lines.push_back(std::move(*line));
  return lines;
}

std::vector<Text> unknowns(const CostMatrix& matrix) {
  std::vector<Text> lines;
  std::vector<std::pair<Text, std::vector<Text>>> unpriced;  // items by purchase options
  std::vector<Text> unbanded;
  std::vector<Text> unbounded;
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
      const Text titles = joined(options);
      auto same = std::ranges::find(unpriced, titles, &std::pair<Text, std::vector<Text>>::first);
      if (same == unpriced.end()) same = unpriced.insert(same, {titles, {}});
      same->second.push_back(Text::verbatim(work.label));
    }
    if (work.has_throughput() && !work.throughput.low && !work.throughput.high) {
      unbanded.push_back(Text::verbatim(work.label));
    } else if (work.has_throughput() && !work.throughput.low) {
      unbounded.push_back(Text::verbatim(work.label));
    }
  }
  for (const auto& [titles, labels] : unpriced) {
    lines.push_back(tr("Prices of {}: {}", joined(labels), titles));
  }
  if (!unbanded.empty()) {
    lines.push_back(tr("The error of the throughput of {}", joined(unbanded)));
  }
  if (!unbounded.empty()) {
    lines.push_back(
        tr("The highest cost of {}: at the slow end of the error band, no load meets the "
           "limits",
           joined(unbounded)));
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
