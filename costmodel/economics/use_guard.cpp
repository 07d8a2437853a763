// Guards that require the priced matrix: different purchase options, old prices, and the
// utilisation.
#include "costmodel/economics/cost_matrix.h"
#include "costmodel/money/figures.h"
#include "costmodel/prices/price_citation.h"

#include <algorithm>
#include <set>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace nscope::cost {
namespace {

bool has_price(const CostMatrix& matrix, std::size_t work, std::size_t option) {
  return std::any_of(matrix.rows.begin(), matrix.rows.end(), [&](const CostRow& row) {
    return row.work == work && row.cells[option].figures.has_value();
  });
}

/// The cheapest item of each purchase option for which all items have a price.
Text winners_of_like_terms(const CostMatrix& matrix) {
  std::vector<Text> winners;
  for (std::size_t o = 0; o < matrix.scenario.options.size(); ++o) {
    const auto& winner = matrix.best_of_option[o];
    bool all = winner.has_value();
    for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
      all = all && has_price(matrix, w, o);
    }
    if (!all) continue;
    winners.push_back(tr("{}: {}", title(matrix.scenario.options[o]),
                         matrix.work_of(matrix.rows[winner->row]).label));
  }
  return winners.empty() ? tr("no purchase option has prices for all items")
                         : tr("the cheapest item with the same purchase option for all: {}",
                              joined_by_semicolons(winners));
}

void check_purchases(const CostMatrix& matrix, std::vector<Finding>& findings) {
  if (!matrix.best || matrix.scenario.work.size() < 2) return;
  const std::size_t option = matrix.best->option;
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    // An item that misses its limits has another finding.
    if (!work.has_throughput() || has_price(matrix, w, option)) continue;
    findings.push_back(
        {Guard::kPurchase, Severity::kWarning, work.label,
         tr("the cheapest item uses {}, for which this item has no price, so the comparison is "
            "not one of instances alone; {}",
            title(matrix.scenario.options[option]), winners_of_like_terms(matrix))});
  }
}

/// Says where the items can be bought that have no price in any region of the scenario.
void check_offers(const CostMatrix& matrix, const PriceBook& book, std::vector<Finding>& findings) {
  const std::string regions = fmt::format("{}", fmt::join(matrix.scenario.regions, ", "));
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const bool priced =
        std::any_of(matrix.rows.begin(), matrix.rows.end(), [&](const CostRow& row) {
          return row.work == w &&
                 std::any_of(row.cells.begin(), row.cells.end(), [](const CostCell& c) {
                   return std::holds_alternative<Priced>(c.price);
                 });
        });
    if (priced) continue;
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    const Text others =
        other_offers_text(book, work.instance, matrix.scenario.regions, matrix.as_of);
    findings.push_back(
        {Guard::kPurchase, Severity::kWarning, work.label,
         others.empty()
             ? tr("the price book has no price for {} in any region; add one with 'nscope prices "
                  "add' or 'nscope prices import'",
                  work.instance)
             : tr("{} has no price in {} with the compared purchase options; available: {}",
                  work.instance, regions, others)});
  }
}

void check_prices(const CostMatrix& matrix, std::vector<Finding>& findings) {
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    int priced = 0;
    int stale = 0;
    int oldest = -1;
    Text which;
    for (const CostRow& row : matrix.rows) {
      if (row.work != w || row.full_load) continue;
      for (std::size_t o = 0; o < row.cells.size(); ++o) {
        const auto& figures = row.cells[o].figures;
        if (!figures) continue;
        ++priced;
        if (!figures->stale) continue;
        ++stale;
        if (figures->price_age_days.value_or(0) <= oldest) continue;
        oldest = *figures->price_age_days;
        which = tr("{} in {}", title(matrix.scenario.options[o]), row.region);
      }
    }
    if (stale == 0) continue;
    findings.push_back({Guard::kStalePrice, Severity::kWarning,
                        matrix.scenario.work[w].estimate.label,
                        tr_plural(stale,
                                  "{} of {} prices is out of date (Spot after 7 days, Capacity "
                                  "Blocks after 3 months, others after 12 months); the oldest, "
                                  "{}, is {} days old",
                                  "{} of {} prices are out of date (Spot after 7 days, Capacity "
                                  "Blocks after 3 months, others after 12 months); the oldest, "
                                  "{}, is {} days old",
                                  stale, priced, which, as::count(oldest))});
  }
}

/// The user's own prices that are dated after the day of the prices do not apply.
void check_own_dates(const CostMatrix& matrix, std::vector<Finding>& findings) {
  for (const PriceObservation& row : matrix.scenario.prices) {
    if (row.observed.first <= matrix.as_of) continue;
    findings.push_back(
        {Guard::kStalePrice, Severity::kWarning, row.instance,
         tr("the own price for {} in {} is dated {}, after the day of the prices "
            "({}), and is not used",
            title(row.purchase), row.region, to_string(row.observed), to_string(matrix.as_of))});
  }
}

/// Own prices far below all public ones, which can be those of a chip, or in another unit.
void check_own_amounts(const CostMatrix& matrix, const PriceBook& book,
                       std::vector<Finding>& findings) {
  constexpr std::int64_t kTooLow = 10;
  for (const PriceObservation& row : matrix.scenario.prices) {
    std::optional<Usd> lowest;
    for (const PriceObservation& known : book.observations(row.instance)) {
      if (known.own || known.currency != row.currency || !(effective_hourly(known) > Usd()))
        continue;
      lowest = std::min(lowest.value_or(effective_hourly(known)), effective_hourly(known));
    }
    const Usd own = effective_hourly(row);
    if (!lowest || own * kTooLow >= *lowest) continue;
    findings.push_back(
        {Guard::kUnits, Severity::kWarning, row.instance,
         tr("the own price of USD {} for {} in {} is less than a tenth of the lowest known price, "
            "USD {}; state the price of one instance in dollars per hour",
            as_price(own), title(row.purchase), row.region, as_price(*lowest))});
  }
}

/// Amounts that are not in the range of Usd are unknown.
void check_ranges(const CostMatrix& matrix, std::vector<Finding>& findings) {
  std::set<std::string> named;
  for (const CostRow& row : matrix.rows) {
    const WorkEstimate& work = matrix.work_of(row);
    for (const CostCell& cell : row.cells) {
      if (matrix.missing_of(row, cell).english != kCostOutOfRange.english) continue;
      if (!named.insert(work.label).second) continue;
      findings.push_back(
          {Guard::kUnits, Severity::kError, work.label,
           tr("a cost {} and is unknown; check the throughput ({} tok/s), the number "
              "of instances and the load",
              kOutOfRange, as_digits(matrix.throughput_of(row)->tokens_per_second, 3))});
    }
  }
}

/// Stated prices that are dated after the day of the prices.
void check_stated_dates(const CostMatrix& matrix, std::vector<Finding>& findings) {
  for (const WorkItem& item : matrix.scenario.work) {
    const WorkEstimate& work = item.estimate;
    const auto date = parse_price_date(work.price ? work.price->date : std::string());
    if (!date || date->first <= matrix.as_of) continue;
    findings.push_back({Guard::kStalePrice, Severity::kWarning, work.label,
                        tr("the stated price is dated {}, after the day of the prices ({})",
                           work.price->date, to_string(matrix.as_of))});
  }
}

void check_utilisation(const CostMatrix& matrix, std::vector<Finding>& findings) {
  const EconomicsRequest& asked = matrix.scenario.economics;
  for (const UtilisationPanel& panel : matrix.economics.utilisation) {
    if (!panel.missing.empty()) {
      findings.push_back({Guard::kUtilisation, Severity::kWarning, panel.label,
                          tr("the utilisation is unknown: {}", panel.missing)});
    } else if (panel.utilisation >= 1) {
      findings.push_back({Guard::kUtilisation, Severity::kError, panel.label,
                          tr("a utilisation of {} ({}) is saturation: queues grow without bound "
                             "and no latency limit is met",
                             as::percent(panel.utilisation), panel.how)});
    } else if (asked.utilisation->from == UtilisationRequest::From::kStated) {
      findings.push_back({Guard::kUtilisation, Severity::kInfo, panel.label,
                          tr("the utilisation of {} is stated ({}) and not derived from a load or "
                             "a run",
                             as::percent(panel.utilisation), panel.source)});
    }
  }
  const bool known = asked.utilisation || asked.demand || matrix.scenario.tokens_per_month;
  const auto serving =
      std::find_if(matrix.scenario.work.begin(), matrix.scenario.work.end(),
                   [](const WorkItem& item) { return item.estimate.phase == Phase::kServing; });
  if (known || serving == matrix.scenario.work.end() || !matrix.has_figures()) return;
  findings.push_back({Guard::kUtilisation, Severity::kInfo, serving->estimate.label,
                      tr("the costs per token assume a utilisation of 100 %, because the "
                         "utilisation is unknown; state a demand, a utilisation or a load")});
}

void check_idle_accelerators(const CostMatrix& matrix, std::vector<Finding>& findings) {
  for (const WorkItem& item : matrix.scenario.work) {
    const std::vector<Finding> own = idle_accelerators_guard(item.estimate);
    findings.insert(findings.end(), own.begin(), own.end());
  }
}

}  // namespace

std::vector<Finding> use_guard(const CostMatrix& matrix, const PriceBook& book) {
  std::vector<Finding> findings;
  check_offers(matrix, book, findings);
  check_purchases(matrix, findings);
  check_prices(matrix, findings);
  check_own_dates(matrix, findings);
  check_own_amounts(matrix, book, findings);
  check_stated_dates(matrix, findings);
  check_ranges(matrix, findings);
  check_idle_accelerators(matrix, findings);
  check_utilisation(matrix, findings);
  return findings;
}

}  // namespace nscope::cost
