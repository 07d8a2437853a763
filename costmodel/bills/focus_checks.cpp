#include "costmodel/bills/focus_checks.h"

#include "costmodel/prices/price_file.h"

#include <algorithm>
#include <array>

namespace nscope::cost {
namespace {

bool has_column(std::span<const std::string> columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

bool is_use(std::string_view status) {
  return is_one_of(status, {"Used", "Unused"});
}

/// Columns with the feature level "Mandatory" in all versions since 1.0.
constexpr std::array<std::string_view, 18> kMandatory = {
    "BilledCost",         "BillingAccountId",  "BillingCurrency", "BillingPeriodEnd",
    "BillingPeriodStart", "ChargeCategory",    "ChargeClass",     "ChargeDescription",
    "ChargePeriodEnd",    "ChargePeriodStart", "ContractedCost",  "EffectiveCost",
    "InvoiceIssuerName",  "ListCost",          "PricingQuantity", "PricingUnit",
    "ServiceCategory",    "ServiceName"};

/// Since 1.3, where they replace ProviderName and PublisherName.
constexpr std::array<std::string_view, 2> kProviders = {"HostProviderName", "ServiceProviderName"};

struct Version {
  std::string_view title;
  std::array<std::string_view, 4> columns;  ///< introduced by the version; any of them is enough
};
constexpr Version kVersions[] = {
    {"FOCUS 1.4", {"CommitmentProgramEligibilityDetails", "InvoiceDetailId"}},
    {"FOCUS 1.3",
     {"AllocatedMethodId", "ContractApplied", "HostProviderName", "ServiceProviderName"}},
    {"FOCUS 1.2", {"BillingAccountType", "InvoiceId", "PricingCurrency", "SubAccountType"}},
    {"FOCUS 1.1",
     {"CapacityReservationStatus", "CommitmentDiscountQuantity", "ServiceSubcategory",
      "SkuPriceDetails"}},
};

}  // namespace

void check_focus_line(const FocusFacts& facts, BillBuilder& builder,
                      const BillBuilder::Where& where) {
  const bool usage = facts.category == "Usage";
  const bool correction = facts.charge_class == "Correction";
  const auto require = [&](bool met, std::string_view code, Phrase message) {
    if (!met) builder.note(code, message, where);
  };
  require(facts.charge_class.empty() || correction, "focus_charge_class",
          phrase("FOCUS: ChargeClass must be null or 'Correction'."));
  require(facts.currency.empty() || is_currency(facts.currency), "focus_currency",
          phrase("FOCUS: BillingCurrency must be three capital letters of ISO 4217."));
  const bool covers_later =
      facts.category == "Purchase" && (!facts.commitment.empty() || !facts.reservation.empty());
  require(
      !covers_later || !facts.effective || facts.effective->is_zero() || correction,
      "focus_purchase_effective",
      phrase("FOCUS: EffectiveCost of a purchase that covers later usage must be 0. The cost of "
             "these lines may count twice, unless the covered usage has EffectiveCost 0."));
  require(facts.commitment_use.empty() || is_use(facts.commitment_use), "focus_commitment_status",
          phrase("FOCUS: CommitmentDiscountStatus must be null, 'Used' or 'Unused'."));
  require(facts.commitment_use.empty() || !facts.commitment.empty(), "focus_commitment_id",
          phrase("FOCUS: CommitmentDiscountStatus must be null without CommitmentDiscountId."));
  require(facts.reservation_use.empty() || is_use(facts.reservation_use),
          "focus_reservation_status",
          phrase("FOCUS: CapacityReservationStatus must be null, 'Used' or 'Unused'."));
  require(facts.reservation_use.empty() || !facts.reservation.empty(), "focus_reservation_id",
          phrase("FOCUS: CapacityReservationStatus must be null without CapacityReservationId."));
  require(facts.consumed.empty() || !usage || facts.commitment_use != "Unused" || correction,
          "focus_consumed_unused",
          phrase("FOCUS: ConsumedQuantity must be null if CommitmentDiscountStatus is 'Unused'."));
  require(facts.pricing.empty() ||
              is_one_of(facts.pricing, {"Standard", "Dynamic", "Committed", "Other"}),
          "focus_pricing_category",
          phrase("FOCUS: PricingCategory must be null, 'Standard', 'Dynamic', 'Committed' or "
                 "'Other'."));
  require(facts.category != "Tax" || facts.priced_quantity.empty(), "focus_tax_quantity",
          phrase("FOCUS: PricingQuantity must be null if ChargeCategory is 'Tax'."));
  require(!facts.begin || !facts.end || *facts.begin < *facts.end, "focus_charge_period",
          phrase("FOCUS: ChargePeriodEnd must be after ChargePeriodStart."));
}

std::string_view focus_version(std::span<const std::string> columns) {
  for (const Version& version : kVersions) {
    const bool found = std::any_of(
        version.columns.begin(), version.columns.end(),
        [&](std::string_view name) { return !name.empty() && has_column(columns, name); });
    if (found) return version.title;
  }
  return "FOCUS 1.0";
}

std::vector<std::string> missing_focus_columns(std::span<const std::string> columns) {
  std::vector<std::string> missing;
  const auto need = [&](std::string_view name) {
    if (!has_column(columns, name)) missing.emplace_back(name);
  };
  for (const std::string_view name : kMandatory) need(name);
  const std::string_view version = focus_version(columns);
  if (is_one_of(version, {"FOCUS 1.3", "FOCUS 1.4"})) {
    for (const std::string_view name : kProviders) need(name);
  }
  return missing;
}

std::string_view other_focus_data_set(std::span<const std::string> columns) {
  if (has_column(columns, "BilledCost") && has_column(columns, "ChargeCategory")) return {};
  // Cost and Usage without one of both, which has InvoiceDetailId since 1.4.
  if (has_column(columns, "EffectiveCost") || has_column(columns, "ConsumedQuantity")) return {};
  if (has_column(columns, "ContractCommitmentId")) return "Contract Commitment";
  if (has_column(columns, "InvoiceDetailId")) return "Invoice Detail";
  if (has_column(columns, "BillingPeriodStatus")) return "Billing Period";
  return {};
}

}  // namespace nscope::cost
