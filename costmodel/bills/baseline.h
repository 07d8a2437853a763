#pragma once

#include "costmodel/bills/bill.h"
#include "costmodel/money/date.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Cost of the hours of one instance type in one region with one purchase option.
struct BaselineShare {
  BoughtAs bought = BoughtAs::kOnDemand;
  /// Instance-hours in use; empty if they are unknown. Corrections can make them negative.
  std::optional<double> hours{};
  Usd billed;                        ///< unblended cost, as on the invoice
  std::optional<Usd> cost;           ///< effective (amortised); empty if unknown
  std::optional<Usd> per_hour;       ///< cost / hours, for one instance; empty without hours
  std::optional<Usd> list_per_hour;  ///< the same hours at public on-demand prices
  /// Capacity Blocks whose fee is in the bill: the hours that were paid. If the bill has no hours
  /// in use of the block, `hours` are the reserved hours and `idle_share` is empty.
  std::optional<double> reserved_hours{};
  std::optional<Usd> per_reserved_hour{};  ///< fee of the blocks / their reserved hours
  std::optional<double> idle_share{};      ///< share of the reserved hours without use, 0 to 1
};

/// Dollars for one unit of a currency on a day, as the user states them.
struct ExchangeRate {
  std::string currency;
  Usd usd;
  Day day{};
};
/// Parses "EUR=1.084@2026-07-31". Errors: kInvalidArgument, also for US dollars, which need no
/// rate.
Result<ExchangeRate> parse_exchange_rate(std::string_view text);
/// Errors: those of one rate; kInvalidArgument for days after `today` and for two different rates
/// of one currency and day.
Result<std::vector<ExchangeRate>> parse_exchange_rates(std::span<const std::string> texts,
                                                       Day today);

/// Cost of one instance type in one region.
struct BaselineItem {
  std::string instance;
  std::string region;
  std::vector<BaselineShare> shares{};  ///< sorted by BoughtAs
  std::optional<double> hours{};        ///< of all shares; empty if those of one are unknown
  double hours_paid_elsewhere = 0.0;    ///< known hours at 0 (BoughtAs::kNoCharge)
  /// Of the hours that were not paid elsewhere; empty if there are none or the cost of one share is
  /// unknown.
  std::optional<Usd> cost{};
  /// cost / (hours - hours_paid_elsewhere); empty if these are unknown or not greater than 0
  std::optional<Usd> per_hour{};
  /// Effective cost of unused commitments and Capacity Reservations, without Capacity Blocks, whose
  /// idle hours are a part of the cost of their share.
  Usd unused{};
  Usd other{};  ///< effective cost of other lines: fees, discounts, EBS optimisation
  std::optional<Usd> per_hour_with_all{};  ///< (cost + unused + other) / the hours of per_hour
};

/// The accelerators of a bill as the baseline of a decision: effective costs
/// instead of list prices, without taxes, credits and refunds. In US dollars.
struct Baseline {
  std::vector<BaselineItem> items;  ///< sorted by instance and region
  std::optional<Instant> begin{};   ///< of the usage in the bill
  std::optional<Instant> end{};
  /// Effective cost of the unused parts of commitments that are not for one instance type
  /// (Savings Plans). A part of this cost can belong to accelerators.
  Usd unused_shared;
  Text source;                ///< bill_source()
  std::vector<Text> caveats;  ///< full sentences about missing data
};

/// Calculates the cost per instance-hour of the accelerators of a bill. The fee of a Capacity Block
/// is the cost of the hours at 0 that ran in it. Lines in other currencies are converted with the
/// newest of `rates` up to the end of their billing month, and excluded with a caveat if there is
/// none. A rate of a currency that no line of an accelerator has is a caveat. Pure; any thread.
/// Errors: kBadInput naming an amount above the range of Usd (9.2 billion).
Result<Baseline> own_bill(const Bill& bill, std::span<const ExchangeRate> rates = {});

/// The source of figures: "bill cur.csv (CUR 2.0), usage from 2026-07-01 to 2026-07-31".
Text bill_source(const Bill& bill);

}  // namespace nscope::cost
