#include "costmodel/migration/timeline.h"

#include "costmodel/money/cost_arithmetic.h"

#include <algorithm>
#include <cmath>

namespace nscope::cost {
namespace {

double price_factor(std::span<const PriceStep> steps, SideName side, int month) {
  double factor = 1.0;
  for (const PriceStep& step : steps) {
    if (step.side != side) continue;
    const double share = share_after(month, step.after);
    factor *= 1.0 + share * (step.factor - 1.0);
  }
  return factor;
}

double committed_in(const RoiStudy& study, int month) {
  double sum = 0.0;
  for (const OwedCommitment& item : study.commitments) {
    sum += item.usd_per_month.dollars() * (1.0 - share_after(month, item.months_left));
  }
  return sum;
}

double people_in(const RoiStudy& study, int month) {
  double sum = 0.0;
  for (const EffortPhase& phase : study.phases) {
    sum += phase.engineer_weeks * phase.usd_per_week.dollars() *
           share_of_span(month, phase.from_month, phase.to_month);
  }
  return sum;
}

double one_offs_in(const RoiStudy& study, const Levers& levers, int month) {
  double sum = 0.0;
  for (const OneOff& item : study.one_offs) {
    if (item.month == month) sum += item.usd.dollars();
  }
  if (study.validation && study.validation->month == month) {
    sum += study.validation->instance_hours * levers.target.usd_per_hour;
  }
  if (study.compile && study.compile->month == month) {
    sum += study.compile->hours * study.compile->graphs * study.compile->usd_per_hour.dollars();
  }
  return sum;
}

double running_in(const RoiStudy& study, int month, double share) {
  double sum = 0.0;
  if (study.compile) {
    sum += share * study.compile->repeats_per_month * study.compile->hours * study.compile->graphs *
           study.compile->usd_per_hour.dollars();
  }
  for (const MonthlyCost& item : study.monthly) {
    if (month >= item.from_month) sum += item.usd_per_month.dollars();
  }
  return sum;
}

/// The month at whose end the owned hardware is sold.
int sale_month(const Levers& levers) {
  return static_cast<int>(std::ceil(levers.go_live_month));
}

double resale_in(const RoiStudy& study, const Levers& levers, int month) {
  if (month != sale_month(levers)) return 0.0;
  double sum = 0.0;
  for (const OwnedHardware& item : study.owned) sum += item.resale.dollars();
  return sum;
}

/// The difference of the taxable profit between moving and staying beyond saving() and resale:
/// instead of capitalised payments, their depreciation is an expense; sold hardware is written off
/// at once instead of month by month.
double profit_adjustment(const RoiStudy& study, const Levers& levers, int month) {
  double sum = 0.0;
  for (const OneOff& item : study.one_offs) {
    const int life = item.depreciation_months;
    if (life == 0) continue;
    const double usd = item.usd.dollars();
    if (item.month == month) sum += usd;
    sum -= usd * share_of_span(month, item.month, item.month + life);
  }
  const int sale = sale_month(levers);
  for (const OwnedHardware& item : study.owned) {
    if (!(item.months_left > 0.0)) continue;
    const double book = item.book.dollars();
    if (month == sale) sum -= book * (1.0 - std::min(1.0, sale / item.months_left));
    if (month > sale) sum += book * share_of_span(month, 0.0, item.months_left);
  }
  return sum;
}

/// Sets the tax when all other members of the line are known.
void add_tax(const RoiStudy& study, const Levers& levers, int month, MonthLines& line) {
  if (!study.tax) return;
  line.tax = study.tax->rate *
             (line.saving() + line.resale + profit_adjustment(study, levers, month));
}

}  // namespace

double groups_for(const SideRates& side, double tokens) {
  const double per_group =
      side.tokens_per_second * kSecondsPerHour * kHoursPerMonth * side.utilisation;
  // As in instances_for_load(), rounding errors must not add a group.
  return std::max(1.0, std::ceil(tokens / per_group * (1.0 - 1e-9)));
}

double month_cost(const SideRates& side, double tokens) {
  const double per_hour = side.usd_per_hour * side.instances;
  if (side.billing == Billing::kAlwaysOn) {
    return groups_for(side, tokens) * per_hour * kHoursPerMonth;
  }
  return per_hour * tokens / (side.tokens_per_second * kSecondsPerHour * side.utilisation);
}

double share_after(double month, double instant) {
  return std::clamp(month - instant, 0.0, 1.0);
}

double share_of_span(int month, double from, double to) {
  if (to <= from) return month == static_cast<int>(std::ceil(from)) ? 1.0 : 0.0;
  if (month == 0) return 0.0;
  return (share_after(month, from) - share_after(month, to)) / (to - from);
}

std::vector<MonthLines> timeline(const RoiStudy& study, const Levers& levers,
                                 std::span<const PriceStep> steps) {
  std::vector<MonthLines> lines(static_cast<std::size_t>(study.horizon_months) + 1);
  const double live = levers.go_live_month;
  const double dual_from = std::max(0.0, live - study.dual_running_months);
  double tokens = levers.tokens;
  for (int month = 0; month <= study.horizon_months; ++month) {
    MonthLines& line = lines[static_cast<std::size_t>(month)];
    line.people = levers.effort * people_in(study, month);
    line.one_off = one_offs_in(study, levers, month);
    line.resale = resale_in(study, levers, month);
    if (month == 0) {
      add_tax(study, levers, month, line);
      continue;
    }
    SideRates baseline = levers.baseline;
    baseline.usd_per_hour *= price_factor(steps, SideName::kBaseline, month);
    SideRates target = levers.target;
    target.usd_per_hour *= price_factor(steps, SideName::kTarget, month);
    line.tokens = tokens;
    line.share = share_after(month, live);
    line.dual = study.dual_running_share * (share_after(month, dual_from) - line.share);
    line.committed = committed_in(study, month);
    const double old_month = month_cost(baseline, tokens);
    line.stay = std::max(old_month, line.committed);
    line.old_machines = std::max(old_month * (1.0 - line.share), line.committed);
    line.new_machines = month_cost(target, tokens) * (line.share + line.dual);
    line.running = running_in(study, month, line.share);
    add_tax(study, levers, month, line);
    tokens *= 1.0 + study.load.growth_per_month;
  }
  return lines;
}

std::vector<double> net_flows(std::span<const MonthLines> lines) {
  std::vector<double> flows;
  flows.reserve(lines.size());
  for (const MonthLines& line : lines) flows.push_back(line.net());
  return flows;
}

}  // namespace nscope::cost
