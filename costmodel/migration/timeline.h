#pragma once

#include "costmodel/migration/roi_study.h"

#include <span>
#include <string>
#include <vector>

namespace nscope::cost {

/// One side in numbers, for arithmetic.
struct SideRates {
  double usd_per_hour = 0.0;       ///< of one instance
  double instances = 1.0;          ///< of one group
  double tokens_per_second = 0.0;  ///< of one group, busy
  double utilisation = 1.0;
  Billing billing = Billing::kBusyHours;
};

/// Everything that can vary between two futures of one study.
struct Levers {
  SideRates baseline;
  SideRates target;
  double tokens = 0.0;  ///< of month 1
  double effort = 1.0;  ///< factor on all engineer-weeks
  double go_live_month = 0.0;
};

/// A price that changes: from the end of `after` months on it is multiplied.
struct PriceStep {
  SideName side = SideName::kBaseline;
  double after = 0.0;
  double factor = 1.0;
};

/// The payments of a month in US dollars, positive where money goes out.
struct MonthLines {
  double tokens = 0.0;
  double share = 0.0;         ///< of the month in which the target carries the load
  double dual = 0.0;          ///< of the month in which both run, times the mirrored load
  double stay = 0.0;          ///< the old machines if nothing changes, commitments included
  double committed = 0.0;     ///< of `stay`, what is owed in any case
  double old_machines = 0.0;  ///< the old machines if the move is made
  double new_machines = 0.0;
  double running = 0.0;  ///< compile repeats and monthly costs of the target
  double people = 0.0;
  double one_off = 0.0;  ///< validation, first compile, other payments

  double net() const { return stay - old_machines - new_machines - running - people - one_off; }
};

/// What a month of `tokens` costs on one side: tokens n P / (3600 X u), or whole
/// groups for 730 hours.
double month_cost(const SideRates& side, double tokens);
/// Groups that always-on billing pays for.
double groups_for(const SideRates& side, double tokens);

/// Share of the month ending at `month` that lies after `instant` (both in months
/// from today).
double share_after(double month, double instant);
/// Share of a span's cost that falls into the month ending at `month`. A span
/// without length is paid at the end of the month it lies in.
double share_of_span(int month, double from, double to);

/// The payments of all months: index 0 is today, index t the end of month t.
std::vector<MonthLines> timeline(const RoiStudy& study, const Levers& levers,
                                 std::span<const PriceStep> steps = {});

/// What the move is worth in each month against staying.
std::vector<double> net_flows(std::span<const MonthLines> lines);

}  // namespace nscope::cost
