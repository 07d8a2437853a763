#include "costmodel/prices/purchase.h"

#include "profiler/base/text/closest_names.h"

#include <map>
#include <tuple>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view id_of(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand: return "on_demand";
    case PurchaseOption::kReserved: return "ri";
    case PurchaseOption::kComputeSavingsPlan: return "csp";
    case PurchaseOption::kInstanceSavingsPlan: return "isp";
    case PurchaseOption::kSpot: return "spot";
    case PurchaseOption::kCapacityBlock: return "capacity_block";
  }
  return {};
}

constexpr std::string_view id_of(Payment payment) {
  switch (payment) {
    case Payment::kNoUpfront: return "";
    case Payment::kPartialUpfront: return "_partial_upfront";
    case Payment::kAllUpfront: return "_all_upfront";
  }
  return {};
}

constexpr std::string_view id_of(OfferingClass offering) {
  return offering == OfferingClass::kConvertible ? "_convertible" : "";
}

/// Option and term, without offering class and payment.
Text option_title(const Purchase& purchase) {
  switch (purchase.option) {
    case PurchaseOption::kOnDemand: return tr("On-Demand");
    case PurchaseOption::kReserved: return tr("{}-year RI", purchase.years);
    case PurchaseOption::kComputeSavingsPlan: return tr("{}-year Compute SP", purchase.years);
    case PurchaseOption::kInstanceSavingsPlan: return tr("{}-year Instance SP", purchase.years);
    case PurchaseOption::kSpot: return tr("Spot");
    case PurchaseOption::kCapacityBlock: return tr("Capacity Block");
  }
  return {};
}

/// The order of binds_less() among options without a term, and among those with the same term.
constexpr int bond(const Purchase& purchase) {
  switch (purchase.option) {
    case PurchaseOption::kOnDemand: return 0;
    case PurchaseOption::kSpot: return 1;
    case PurchaseOption::kCapacityBlock: return 2;
    case PurchaseOption::kComputeSavingsPlan: return 3;
    case PurchaseOption::kInstanceSavingsPlan: return 4;
    case PurchaseOption::kReserved: break;
  }
  return purchase.offering == OfferingClass::kConvertible ? 5 : 6;
}

std::vector<Purchase> make_all() {
  std::vector<Purchase> all = {PurchaseOption::kOnDemand};
  const auto add_terms = [&](PurchaseOption option, OfferingClass offering) {
    for (const int years : {1, 3}) {
      for (const Payment payment :
           {Payment::kNoUpfront, Payment::kPartialUpfront, Payment::kAllUpfront}) {
        all.push_back({option, years, payment, offering});
      }
    }
  };
  add_terms(PurchaseOption::kReserved, OfferingClass::kStandard);
  add_terms(PurchaseOption::kReserved, OfferingClass::kConvertible);
  add_terms(PurchaseOption::kComputeSavingsPlan, OfferingClass::kStandard);
  add_terms(PurchaseOption::kInstanceSavingsPlan, OfferingClass::kStandard);
  all.push_back(PurchaseOption::kSpot);
  all.push_back(PurchaseOption::kCapacityBlock);
  return all;
}

}  // namespace

bool binds_less(const Purchase& a, const Purchase& b) {
  return std::tuple(a.years, a.payment, bond(a)) < std::tuple(b.years, b.payment, bond(b));
}

std::string to_string(const Purchase& purchase) {
  if (!is_commitment(purchase.option)) return std::string(id_of(purchase.option));
  return fmt::format("{}_{}yr{}{}", id_of(purchase.option), purchase.years,
                     id_of(purchase.offering), id_of(purchase.payment));
}

Text title(const Purchase& purchase) {
  Text title = option_title(purchase);
  if (!is_commitment(purchase.option)) return title;
  if (purchase.offering == OfferingClass::kConvertible) title = tr("{}, convertible", title);
  switch (purchase.payment) {
    case Payment::kNoUpfront: return title;
    case Payment::kPartialUpfront: return tr("{}, partial upfront", title);
    case Payment::kAllUpfront: return tr("{}, all upfront", title);
  }
  return title;
}

std::optional<Purchase> parse_purchase_option(std::string_view text) {
  static const auto kById = [] {
    std::map<std::string, Purchase, std::less<>> by_id;
    for (const Purchase& purchase : all_purchases()) by_id[to_string(purchase)] = purchase;
    return by_id;
  }();
  const auto found = kById.find(text);
  return found != kById.end() ? std::optional(found->second) : std::nullopt;
}

Text unknown_purchase_option(std::string_view id) {
  constexpr Phrase kIds = phrase(
      "on_demand, spot, capacity_block, or 'ri', 'csp' or 'isp' followed by _1yr or _3yr and "
      "optionally by _convertible ('ri' only) and _partial_upfront or _all_upfront, for example "
      "ri_3yr_all_upfront");
  constexpr std::size_t kMostShown = 40;
  const std::string shown(id.substr(0, kMostShown));
  std::vector<std::string> ids;
  for (const Purchase& purchase : all_purchases()) ids.push_back(to_string(purchase));
  const auto similar = similar_name(shown, ids);
  if (!similar) return tr("unknown purchase option '{}'; use {}", shown, kIds);
  return tr("unknown purchase option '{}'; did you mean '{}'? Use {}", shown, *similar, kIds);
}

const std::vector<Purchase>& all_purchases() {
  static const std::vector<Purchase> kAll = make_all();
  return kAll;
}

int stale_after_days(PurchaseOption option) {
  constexpr int kWeek = 7;
  constexpr int kQuarter = 92;
  switch (option) {
    case PurchaseOption::kSpot: return kWeek;
    case PurchaseOption::kCapacityBlock: return kQuarter;
    default: return kStaleAfterDays;
  }
}

bool is_stale(PurchaseOption option, const PriceDate& date, Day day) {
  return age_days(date, day) > stale_after_days(option);
}

}  // namespace nscope::cost
