#include "costmodel/prices/purchase.h"

#include <map>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

struct Words {
  std::string_view word;
  std::string_view title;
};

constexpr Words words(PurchaseOption option) {
  switch (option) {
    case PurchaseOption::kOnDemand: return {"on_demand", "On-demand"};
    case PurchaseOption::kReserved: return {"ri", "RI"};
    case PurchaseOption::kComputeSavingsPlan: return {"csp", "Compute SP"};
    case PurchaseOption::kInstanceSavingsPlan: return {"isp", "Instance SP"};
    case PurchaseOption::kSpot: return {"spot", "Spot"};
    case PurchaseOption::kCapacityBlock: return {"capacity_block", "Capacity Block"};
  }
  return {};
}

constexpr Words words(Payment payment) {
  switch (payment) {
    case Payment::kNoUpfront: return {"", ""};
    case Payment::kPartialUpfront: return {"_partial_upfront", ", partial upfront"};
    case Payment::kAllUpfront: return {"_all_upfront", ", all upfront"};
  }
  return {};
}

constexpr Words words(OfferingClass offering) {
  return offering == OfferingClass::kConvertible ? Words{"_convertible", ", convertible"} : Words{};
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

std::string to_string(const Purchase& purchase) {
  if (!is_commitment(purchase.option)) return std::string(words(purchase.option).word);
  return fmt::format("{}_{}yr{}{}", words(purchase.option).word, purchase.years,
                     words(purchase.offering).word, words(purchase.payment).word);
}

std::string title(const Purchase& purchase) {
  if (!is_commitment(purchase.option)) return std::string(words(purchase.option).title);
  return fmt::format("{}-yr {}{}{}", purchase.years, words(purchase.option).title,
                     words(purchase.offering).title, words(purchase.payment).title);
}

std::optional<Purchase> parse_purchase_option(std::string_view text) {
  static const auto kByWord = [] {
    std::map<std::string, Purchase, std::less<>> by_word;
    for (const Purchase& purchase : all_purchases()) by_word[to_string(purchase)] = purchase;
    return by_word;
  }();
  const auto found = kByWord.find(text);
  return found != kByWord.end() ? std::optional(found->second) : std::nullopt;
}

std::string_view purchase_option_words() {
  return "on_demand, spot, capacity_block, or ri, csp, isp with _1yr or _3yr, then _convertible "
         "(ri only), then _partial_upfront or _all_upfront, as in ri_3yr_all_upfront";
}

const std::vector<Purchase>& all_purchases() {
  static const std::vector<Purchase> kAll = make_all();
  return kAll;
}

}  // namespace nscope::cost
