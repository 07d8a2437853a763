// Guards that need the priced matrix: purchases that are not alike, old prices, machines
// that nobody says how busy they are.
#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/format.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

bool has_price(const CostMatrix& matrix, std::size_t work, std::size_t option) {
  return std::any_of(matrix.rows.begin(), matrix.rows.end(), [&](const CostRow& row) {
    return row.work == work && row.cells[option].figures.has_value();
  });
}

/// "On-demand: a; 1-yr RI: b": who comes first where all are bought alike.
std::string winners_of_like_terms(const CostMatrix& matrix) {
  std::string text;
  for (std::size_t o = 0; o < matrix.scenario.options.size(); ++o) {
    const auto& winner = matrix.best_of_option[o];
    bool all = winner.has_value();
    for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
      all = all && has_price(matrix, w, o);
    }
    if (!all) continue;
    text += fmt::format("{}{}: {}", text.empty() ? "" : "; ", title(matrix.scenario.options[o]),
                        matrix.work_of(matrix.rows[winner->row]).label);
  }
  return text.empty() ? "under no option do all have a price" : "bought alike, first are: " + text;
}

void check_purchases(const CostMatrix& matrix, std::vector<Finding>& findings) {
  if (!matrix.best || matrix.scenario.work.size() < 2) return;
  const std::size_t option = matrix.best->option;
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    const WorkEstimate& work = matrix.scenario.work[w].estimate;
    // That nothing is within its limits is another finding.
    if (!work.has_throughput() || has_price(matrix, w, option)) continue;
    findings.push_back(
        {Guard::kPurchase, Severity::kWarning, work.label,
         fmt::format("the first place is by {}, for which this has no price: sides that are not "
                     "bought alike are no comparison of machines; {}",
                     title(matrix.scenario.options[option]), winners_of_like_terms(matrix))});
  }
}

void check_prices(const CostMatrix& matrix, std::vector<Finding>& findings) {
  for (std::size_t w = 0; w < matrix.scenario.work.size(); ++w) {
    int priced = 0;
    int stale = 0;
    int oldest = -1;
    std::string which;
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
        which = fmt::format("{} in {}", title(matrix.scenario.options[o]), row.region);
      }
    }
    if (stale == 0) continue;
    findings.push_back({Guard::kStalePrice, Severity::kWarning,
                        matrix.scenario.work[w].estimate.label,
                        fmt::format("{} of {} prices are older than twelve months; the oldest, {}, "
                                    "is {} days old",
                                    stale, priced, which, oldest)});
  }
}

void check_utilisation(const CostMatrix& matrix, std::vector<Finding>& findings) {
  const EconomicsRequest& asked = matrix.scenario.economics;
  for (const UtilisationPanel& panel : matrix.economics.utilisation) {
    if (!panel.missing.empty()) {
      findings.push_back(
          {Guard::kUtilisation, Severity::kWarning, panel.label, "unknown: " + panel.missing});
    } else if (panel.utilisation >= 1) {
      findings.push_back({Guard::kUtilisation, Severity::kError, panel.label,
                          fmt::format("{} busy ({}): no queue is finite at that load, and no fleet "
                                      "holds a latency",
                                      format_percent(panel.utilisation), panel.how)});
    } else if (asked.utilisation->from == UtilisationRequest::From::kStated) {
      findings.push_back({Guard::kUtilisation, Severity::kInfo, panel.label,
                          fmt::format("{} busy is stated ({}), not derived from a load or a run",
                                      format_percent(panel.utilisation), panel.source)});
    }
  }
  const bool known = asked.utilisation || asked.demand || matrix.scenario.tokens_per_month;
  const auto serving =
      std::find_if(matrix.scenario.work.begin(), matrix.scenario.work.end(),
                   [](const WorkItem& item) { return item.estimate.phase == Phase::kServing; });
  if (known || serving == matrix.scenario.work.end() || !matrix.has_figures()) return;
  findings.push_back({Guard::kUtilisation, Severity::kInfo, serving->estimate.label,
                      "all costs per token are of machines that are 100 % busy; nothing says how "
                      "busy they will be: state \"demand\", \"utilisation\" or \"load\""});
}

}  // namespace

std::vector<Finding> use_guard(const CostMatrix& matrix) {
  std::vector<Finding> findings;
  check_purchases(matrix, findings);
  check_prices(matrix, findings);
  check_utilisation(matrix, findings);
  return findings;
}

}  // namespace nscope::cost
