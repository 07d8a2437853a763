#pragma once

#include "costmodel/money/date.h"
#include "profiler/base/text.h"

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// How capacity is bought. A Savings Plan is not a Reserved Instance: the rates of one are
/// never derived from the rates of the other.
enum class PurchaseOption {
  kOnDemand,
  kReserved,
  kComputeSavingsPlan,
  kInstanceSavingsPlan,
  kSpot,
  kCapacityBlock
};

/// How much of a commitment is paid upfront.
enum class Payment { kNoUpfront, kPartialUpfront, kAllUpfront };

/// Whether a Reserved Instance can be exchanged.
enum class OfferingClass { kStandard, kConvertible };

/// The purchase option of an instance and, for commitments, its terms.
struct Purchase {
  PurchaseOption option = PurchaseOption::kOnDemand;
  int years = 0;  ///< 1 or 3 for commitments, else 0
  Payment payment = Payment::kNoUpfront;
  OfferingClass offering = OfferingClass::kStandard;  ///< Reserved Instances only

  constexpr Purchase() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): an option without terms is a complete purchase.
  constexpr Purchase(PurchaseOption bought, int term_years = 0, Payment paid = Payment::kNoUpfront,
                     OfferingClass kind = OfferingClass::kStandard)
      : option(bought), years(term_years), payment(paid), offering(kind) {}

  friend constexpr auto operator<=>(const Purchase&, const Purchase&) = default;
};

/// Whether the option is a commitment with a term: Reserved Instances and Savings Plans.
constexpr bool is_commitment(PurchaseOption option) {
  return option == PurchaseOption::kReserved || option == PurchaseOption::kComputeSavingsPlan ||
         option == PurchaseOption::kInstanceSavingsPlan;
}

/// Whether the option is a Savings Plan, of which the rate includes any upfront payment.
constexpr bool is_savings_plan(PurchaseOption option) {
  return option == PurchaseOption::kComputeSavingsPlan ||
         option == PurchaseOption::kInstanceSavingsPlan;
}

/// Whether `a` binds the buyer less than `b`, for a choice between equal costs: On-Demand, then
/// Spot, Capacity Blocks, and commitments by their term, less upfront payment and easier exchange
/// first.
bool binds_less(const Purchase& a, const Purchase& b);

/// The age in days from which a price of this option is reported as stale: Spot 7 days, Capacity
/// Blocks three months (92 days), list prices twelve months (365 days).
int stale_after_days(PurchaseOption option);
/// Whether a price of this date is stale on a day.
bool is_stale(PurchaseOption option, const PriceDate& date, Day day);

/// Standard Reserved Instances without upfront fee, the default form of "1-year RI".
inline constexpr Purchase kRi1Year{PurchaseOption::kReserved, 1};
inline constexpr Purchase kRi3Year{PurchaseOption::kReserved, 3};

/// The columns of a cost matrix if the scenario names no options.
inline constexpr std::array kPurchaseOptions = {Purchase{PurchaseOption::kOnDemand}, kRi1Year,
                                                kRi3Year, Purchase{PurchaseOption::kSpot},
                                                Purchase{PurchaseOption::kCapacityBlock}};

/// The id in files and tables, unique for each purchase: "on_demand", "spot" or
/// "capacity_block"; for commitments "ri", "csp" (Compute Savings Plan) or "isp" (EC2
/// Instance Savings Plan), then "_1yr" or "_3yr", "_convertible" if it is convertible, and
/// "_partial_upfront" or "_all_upfront" if there is an upfront fee: "ri_3yr",
/// "ri_1yr_convertible_partial_upfront".
std::string to_string(const Purchase& purchase);
/// The name that people read: "On-Demand", "1-year RI", "3-year Compute SP, all upfront".
Text title(const Purchase& purchase);
/// The purchase with the id `text`; empty for any other text.
std::optional<Purchase> parse_purchase_option(std::string_view text);
/// The message about an unknown id: with the closest one and those that parse_purchase_option()
/// accepts.
Text unknown_purchase_option(std::string_view id);
/// All 27 purchases that AWS sells, in the order of PurchaseOption.
const std::vector<Purchase>& all_purchases();

}  // namespace nscope::cost
