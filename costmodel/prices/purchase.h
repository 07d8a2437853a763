#pragma once

#include <array>
#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// What is bought. A Savings Plan is not a Reserved Instance: its rates are its own and
/// are never taken from the other.
enum class PurchaseOption {
  kOnDemand,
  kReserved,
  kComputeSavingsPlan,
  kInstanceSavingsPlan,
  kSpot,
  kCapacityBlock
};

/// How much of a commitment is paid when it is signed.
enum class Payment { kNoUpfront, kPartialUpfront, kAllUpfront };

/// Whether a Reserved Instance may be exchanged.
enum class OfferingClass { kStandard, kConvertible };

/// How an instance is bought: the option and, for commitments, their terms.
struct Purchase {
  PurchaseOption option = PurchaseOption::kOnDemand;
  int years = 0;  ///< 1 or 3 for commitments, else 0
  Payment payment = Payment::kNoUpfront;
  OfferingClass offering = OfferingClass::kStandard;  ///< Reserved Instances only

  constexpr Purchase() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): an option without terms is a purchase.
  constexpr Purchase(PurchaseOption bought, int term_years = 0, Payment paid = Payment::kNoUpfront,
                     OfferingClass kind = OfferingClass::kStandard)
      : option(bought), years(term_years), payment(paid), offering(kind) {}

  friend constexpr auto operator<=>(const Purchase&, const Purchase&) = default;
};

/// Whether money is promised for years: Reserved Instances and Savings Plans.
constexpr bool is_commitment(PurchaseOption option) {
  return option == PurchaseOption::kReserved || option == PurchaseOption::kComputeSavingsPlan ||
         option == PurchaseOption::kInstanceSavingsPlan;
}

/// Standard, no upfront fee: what "1-yr RI" means without further words.
inline constexpr Purchase kRi1Year{PurchaseOption::kReserved, 1};
inline constexpr Purchase kRi3Year{PurchaseOption::kReserved, 3};

/// The columns of a cost matrix whose scenario names no options.
inline constexpr std::array kPurchaseOptions = {Purchase{PurchaseOption::kOnDemand}, kRi1Year,
                                                kRi3Year, Purchase{PurchaseOption::kSpot},
                                                Purchase{PurchaseOption::kCapacityBlock}};

/// The word of files and tables, one for each purchase: "on_demand", "spot",
/// "capacity_block", or "ri", "csp" (Compute Savings Plan), "isp" (EC2 Instance
/// Savings Plan), then "_1yr" or "_3yr", "_convertible" and "_partial_upfront" or
/// "_all_upfront" where that is so: "ri_3yr", "ri_1yr_convertible_partial_upfront".
std::string to_string(const Purchase& purchase);
/// The words for people: "On-demand", "1-yr RI", "3-yr Compute SP, all upfront".
std::string title(const Purchase& purchase);
/// The purchase of a word that to_string() gives, and of no other text.
std::optional<Purchase> parse_purchase_option(std::string_view text);
/// What parse_purchase_option() takes, for messages.
std::string_view purchase_option_words();
/// Every purchase that AWS sells, 27, in the order of PurchaseOption.
const std::vector<Purchase>& all_purchases();

}  // namespace nscope::cost
