#include "app/pricing/price_scenario.h"

#include "app/pricing/fill_scenario.h"

#include <algorithm>
#include <utility>

namespace nscope::app {
namespace {

constexpr std::size_t kWeek = 168;
constexpr int kIntervalSteps = 80;

}  // namespace

Result<cost::CostMatrix> price_scenario(const catalog::Catalog& catalog,
                                        const cost::PriceBook& book, cost::Scenario scenario,
                                        cost::Day today, ThroughputCache* cache,
                                        TaskControl& control) {
  if (auto filled = fill_scenario(catalog, scenario, cache, control); !filled) {
    return fail(filled.error());
  }
  if (control.cancelled()) return cancelled();
  return cost::cost_matrix(catalog, book, scenario, today, control);
}

Result<PricedScenario> with_curves(cost::CostMatrix matrix, TaskControl& control) {
  PricedScenario out{.matrix = std::move(matrix), .weeks = {}, .intervals = {}};
  for (const cost::CommitmentPanel& panel : out.matrix.economics.commitments) {
    if (control.cancelled()) return cancelled();
    out.weeks.emplace_back();
    if (!panel.missing.empty()) continue;
    const auto hours = std::min(kWeek, static_cast<std::size_t>(panel.problem.horizon_hours));
    auto week = cost::served_hours(panel.problem, panel.mix.amounts, 0, hours);
    if (!week) return fail(week.error());
    out.weeks.back() = std::move(*week);
  }
  for (const cost::SpotPanel& panel : out.matrix.economics.spot) {
    out.intervals.emplace_back();
    if (!panel.missing.empty()) continue;
    auto curve = cost::interval_curve(panel.job, kIntervalSteps);
    if (!curve) return fail(curve.error());
    out.intervals.back() = std::move(*curve);
  }
  return out;
}

}  // namespace nscope::app
