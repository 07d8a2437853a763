#pragma once

#include "costmodel/migration/roi_study.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// The numbers of one side.
struct SideRates {
  double usd_per_hour = 0.0;       ///< of one instance
  double instances = 1.0;          ///< of one group
  double tokens_per_second = 0.0;  ///< of one busy group
  double utilisation = 1.0;
  Billing billing = Billing::kBusyHours;
};

/// The inputs of a study that can vary between trials.
struct Levers {
  SideRates baseline;
  SideRates target;
  double tokens = 0.0;  ///< of month 1
  double effort = 1.0;  ///< factor on all engineer-weeks
  double go_live_month = 0.0;
};

/// A price change after `after` months: the price is multiplied by `factor`.
struct PriceStep {
  SideName side = SideName::kBaseline;
  double after = 0.0;
  double factor = 1.0;
};

/// The payments of a month in US dollars; costs are positive.
struct MonthLines {
  double tokens = 0.0;
  double share = 0.0;         ///< share of the month in which the target serves the load
  double dual = 0.0;          ///< share of dual running, times the mirrored share of the load
  double stay = 0.0;          ///< baseline instances without the move, including commitments
  double committed = 0.0;     ///< existing commitments, included in `stay`
  double old_machines = 0.0;  ///< baseline instances with the move
  double new_machines = 0.0;  ///< target instances
  double running = 0.0;       ///< repeated compilation and monthly costs of the target
  double people = 0.0;        ///< engineering
  double one_off = 0.0;       ///< validation, first compilation, other payments
  double resale = 0.0;        ///< proceeds of owned hardware of the baseline
  double tax = 0.0;           ///< additional tax because of the move; negative if it is lower

  /// The saving without proceeds and tax.
  double saving() const { return stay - old_machines - new_machines - running - people - one_off; }
  double net() const { return saving() + resale - tax; }
};

/// The cost of a month with `tokens` on one side: tokens n P / (3600 X u), or that of whole groups
/// for 730 hours.
double month_cost(const SideRates& side, double tokens);
/// The number of groups that are paid with always-on billing.
double groups_for(const SideRates& side, double tokens);

/// The share of the month that ends at `month` that is after `instant` (both in months from
/// today).
double share_after(double month, double instant);
/// The share of the cost of a period that is in the month that ends at `month`. A period without
/// length is paid at the end of its month.
double share_of_span(int month, double from, double to);

/// The payments of all months: index 0 is today, index t the end of month t.
std::vector<MonthLines> timeline(const RoiStudy& study, const Levers& levers,
                                 std::span<const PriceStep> steps = {});

/// The net saving of moving in each month.
std::vector<double> net_flows(std::span<const MonthLines> lines);

}  // namespace nscope::cost
