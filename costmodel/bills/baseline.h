#pragma once

#include "costmodel/bills/bill.h"
#include "costmodel/money/date.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// What an hour of one instance type really cost, bought in one way.
struct BaselineShare {
  BoughtAs bought = BoughtAs::kOnDemand;
  double hours = 0.0;       ///< instance-hours, above 0
  Usd billed;               ///< of these hours: what the invoice has
  std::optional<Usd> cost;  ///< effective (amortised); empty: the bill lacks it for some of them
  std::optional<Usd> per_hour;       ///< cost / hours, of one whole instance
  std::optional<Usd> list_per_hour;  ///< the same hours at public on-demand prices
};

/// What an instance type really cost in one region. Utilisation of what was bought
/// is in `unused`: a commitment or a reservation that stands idle is paid as well.
struct BaselineItem {
  std::string instance;
  std::string region;
  std::vector<BaselineShare> shares{};  ///< sorted by BoughtAs
  double hours = 0.0;                   ///< of all shares
  std::optional<Usd> cost{};            ///< of all shares; empty where one is unknown
  std::optional<Usd> per_hour{};        ///< cost / hours
  Usd unused{};  ///< effective cost of commitments and reservations of it that nobody used
  Usd other{};   ///< effective cost of its further lines: fees, discounts, EBS optimisation
  std::optional<Usd> per_hour_with_all{};  ///< (cost + unused + other) / hours
};

/// The accelerators of a bill as the baseline of a decision: effective cost
/// instead of list prices, without taxes, credits and refunds. In US dollars.
struct Baseline {
  std::vector<BaselineItem> items;  ///< sorted by instance and region
  std::optional<Instant> begin{};   ///< of the use in the bill
  std::optional<Instant> end{};
  /// Unused parts of commitments that are not of one instance type (Savings Plans);
  /// a part of it may be the accelerators'.
  Usd unused_shared;
  std::string source;                ///< "bill cur.csv (CUR 2.0), use of 2026-07-01 to 2026-07-31"
  std::vector<std::string> caveats;  ///< sentences: what the figures lack
};

/// What the accelerators of a bill cost per instance-hour. Pure; any thread.
/// Lines in other currencies are left out with a caveat. Errors: kBadInput naming an amount that
/// is more than Usd holds (9.2 billion).
Result<Baseline> own_bill(const Bill& bill);

/// "bill.csv (CUR 2.0), use of 2026-07-01 to 2026-07-31": where figures of a bill
/// come from.
std::string bill_source(const Bill& bill);

}  // namespace nscope::cost
