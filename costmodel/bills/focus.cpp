#include "costmodel/bills/focus.h"

#include "costmodel/bills/bill_columns.h"
#include "costmodel/bills/focus_checks.h"
#include "costmodel/bills/usage_type.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace nscope::cost {
namespace {

constexpr std::string_view kFocusNames[] = {
    "AllocatedMethodId",
    "AllocatedTags",
    "BilledCost",
    "BillingAccountId",
    "BillingCurrency",
    "BillingPeriodStart",
    "CapacityReservationId",
    "CapacityReservationStatus",
    "ChargeCategory",
    "ChargeClass",
    "ChargeDescription",
    "ChargePeriodEnd",
    "ChargePeriodStart",
    "CommitmentDiscountCategory",
    "CommitmentDiscountId",
    "CommitmentDiscountStatus",
    "CommitmentDiscountType",
    "CommitmentDiscountUnit",
    "ConsumedQuantity",
    "ConsumedUnit",
    "ContractedCost",
    "EffectiveCost",
    "ListCost",
    "PricingCategory",
    "PricingQuantity",
    "PricingUnit",
    "RegionId",
    "ServiceName",
    "SkuPriceDetails",
    "SubAccountId",
    "Tags",
    "x_UsageType",
};

struct FocusColumns {
  explicit FocusColumns(std::span<const std::string> names) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      const auto known = std::lower_bound(std::begin(kFocusNames), std::end(kFocusNames), names[i]);
      if (known == std::end(kFocusNames) || *known != names[i]) continue;
      Column& at = found[static_cast<std::size_t>(known - std::begin(kFocusNames))];
      if (!at) at = i;
    }
  }
  /// `name` must be one of kFocusNames.
  Column operator[](std::string_view name) const {
    const auto known = std::lower_bound(std::begin(kFocusNames), std::end(kFocusNames), name);
    return found[static_cast<std::size_t>(known - std::begin(kFocusNames))];
  }

  std::array<Column, std::size(kFocusNames)> found{};
};

/// Reads one line.
class FocusLine {
 public:
  FocusLine(const FocusColumns& columns, const RowSource& rows, BillBuilder& builder)
      : columns_(columns), builder_(builder), in_(rows, builder) {}

  Result<> add();

 private:
  std::string_view text(std::string_view name) const { return in_.text(columns_[name]); }
  std::optional<ExactAmount> amount(std::string_view name) { return in_.amount(columns_[name]); }
  bool counts() const;
  /// The tags of the line; those of the workload if a shared charge was split (FOCUS 1.3).
  std::string_view tags() const {
    const bool split = !text("AllocatedMethodId").empty() && !text("AllocatedTags").empty();
    return text(split ? "AllocatedTags" : "Tags");
  }
  void check();
  void read_keys();
  void read_instance();
  void read_kind();
  void read_use();
  void read_hours();
  void read_correction();
  BoughtAs commitment_kind() const;

  const FocusColumns& columns_;
  BillBuilder& builder_;
  RowReader in_;
  Charge charge_;
  std::string sku_instance_;
  std::string group_;
};

void FocusLine::check() {
  check_focus_line({.category = text("ChargeCategory"),
                    .charge_class = text("ChargeClass"),
                    .currency = text("BillingCurrency"),
                    .commitment = text("CommitmentDiscountId"),
                    .commitment_use = text("CommitmentDiscountStatus"),
                    .reservation = text("CapacityReservationId"),
                    .reservation_use = text("CapacityReservationStatus"),
                    .pricing = text("PricingCategory"),
                    .priced_quantity = text("PricingQuantity"),
                    .consumed = text("ConsumedQuantity"),
                    .effective = charge_.effective,
                    .begin = charge_.begin,
                    .end = charge_.end},
                   builder_, in_.where());
}

bool FocusLine::counts() const {
  record_tag_keys(builder_, tags());
  return builder_.selects_account({text("SubAccountId"), text("BillingAccountId")}) &&
         builder_.selects_tag(tag_value(builder_.filter().tag_key, tags()));
}

void FocusLine::read_keys() {
  charge_.begin = in_.instant(columns_["ChargePeriodStart"]);
  charge_.end = in_.instant(columns_["ChargePeriodEnd"]);
  charge_.period = month_of(text("BillingPeriodStart"));
  if (charge_.period.empty()) in_.instant(columns_["BillingPeriodStart"]);  // its error
  charge_.account = text("SubAccountId");
  if (charge_.account.empty()) charge_.account = text("BillingAccountId");
  charge_.service = text("ServiceName");
  charge_.region = text("RegionId");
  charge_.currency = text("BillingCurrency");
  group_ = tag_value(builder_.filter().group_tag, tags());
  charge_.group = group_;
  if (charge_.currency.empty()) {
    builder_.note("no_currency", kNoCurrency, in_.where());
    charge_.currency = "USD";
  }
}

void FocusLine::read_instance() {
  charge_.instance = parse_usage_type(text("x_UsageType")).instance;
  if (!charge_.instance.empty()) return;
  sku_instance_ = json_map_value(text("SkuPriceDetails"), "InstanceType");
  if (sku_instance_.empty()) {
    sku_instance_ = json_map_value(text("SkuPriceDetails"), "x_InstanceType");
  }
  charge_.instance =
      sku_instance_.empty() ? find_instance_type(text("ChargeDescription")) : sku_instance_;
}

/// The kind of commitment by its type, category, ARN, or unit (money or hours).
BoughtAs FocusLine::commitment_kind() const {
  const std::string_view type = text("CommitmentDiscountType");
  if (type.find("Compute Savings") != std::string_view::npos) return BoughtAs::kComputeSavingsPlan;
  if (type.find("EC2 Instance Savings") != std::string_view::npos) {
    return BoughtAs::kInstanceSavingsPlan;
  }
  if (type.find("Savings Plan") != std::string_view::npos) return BoughtAs::kSavingsPlan;
  if (type.find("Reserv") != std::string_view::npos) return BoughtAs::kReserved;
  const std::string_view category = text("CommitmentDiscountCategory");
  if (category == "Spend") return BoughtAs::kSavingsPlan;
  if (category == "Usage") return BoughtAs::kReserved;
  if (text("CommitmentDiscountId").find(":savingsplans:") != std::string_view::npos) {
    return BoughtAs::kSavingsPlan;
  }
  const std::string_view unit = text("CommitmentDiscountUnit");
  const bool is_currency = unit.size() == 3 && std::all_of(unit.begin(), unit.end(), [](char c) {
                             return c >= 'A' && c <= 'Z';
                           });
  return is_currency ? BoughtAs::kSavingsPlan : BoughtAs::kReserved;
}

void FocusLine::read_use() {
  const bool committed = !text("CommitmentDiscountId").empty();
  charge_.kind = ChargeKind::kUsage;
  if (text("CapacityReservationStatus") == "Unused") charge_.kind = ChargeKind::kUnusedCapacity;
  if (text("CommitmentDiscountStatus") == "Unused") charge_.kind = ChargeKind::kCommitment;
  const bool free = charge_.billed && charge_.billed->is_zero() && charge_.effective &&
                    charge_.effective->is_zero();
  if (committed) {
    charge_.bought = commitment_kind();
    if (free && charge_.list && !charge_.list->is_zero()) {
      builder_.note("covered_at_zero",
                    phrase("Lines covered by a commitment have a list price but an effective cost "
                           "of 0. The exporter did not amortise the commitment, and the effective "
                           "cost is too low."),
                    in_.where());
    }
  } else if (!text("CapacityReservationId").empty() && charge_.billed &&
             charge_.billed->is_zero() && charge_.effective && !charge_.effective->is_zero()) {
    charge_.bought = BoughtAs::kCapacityBlock;  // its amortised fee
  } else if (text("PricingCategory") == "Dynamic") {
    charge_.bought = charge_.instance.empty() ? BoughtAs::kNone : BoughtAs::kSpot;
  } else if (!charge_.instance.empty()) {
    charge_.bought = free ? BoughtAs::kNoCharge : BoughtAs::kOnDemand;
    const UsageKind usage = parse_usage_type(text("x_UsageType")).kind;
    if (usage == UsageKind::kDedicated) charge_.bought = BoughtAs::kDedicated;
    if (usage == UsageKind::kBlock) charge_.bought = BoughtAs::kCapacityBlock;
    if (usage == UsageKind::kOther && !text("x_UsageType").empty()) {
      charge_.bought = BoughtAs::kNone;
    }
    if (usage == UsageKind::kReservation) {
      charge_.bought = free ? BoughtAs::kNone : BoughtAs::kCapacityBlock;
    }
  }
}

void FocusLine::read_kind() {
  const std::string_view category = text("ChargeCategory");
  if (category == "Usage") {
    read_use();
  } else if (category == "Purchase") {
    charge_.kind = ChargeKind::kFee;
    if (!text("CommitmentDiscountId").empty()) {
      charge_.kind = ChargeKind::kCommitment;
      charge_.bought = commitment_kind();
    } else if (!text("CapacityReservationId").empty()) {
      charge_.bought = BoughtAs::kCapacityBlock;
    }
  } else if (category == "Tax") {
    charge_.kind = ChargeKind::kTax;
  } else if (category == "Credit") {
    charge_.kind = ChargeKind::kCredit;
  } else if (category == "Adjustment") {
    charge_.kind = ChargeKind::kAdjustment;
  } else {
    charge_.kind = ChargeKind::kOther;
    builder_.note(
        "unknown_line_type",
        [category] {
          return tr(
              "Lines of an unknown ChargeCategory, for example '{}', are counted as "
              "other charges.",
              printable_text(category.substr(0, 40)));
        },
        in_.where());
  }
  charge_.commitment = text("CommitmentDiscountId");
  charge_.offering = text("CommitmentDiscountType");
}

void FocusLine::read_hours() {
  const bool block = charge_.bought == BoughtAs::kCapacityBlock;
  const bool reserved = block && text("ChargeCategory") == "Purchase";
  const bool runs = charge_.bought != BoughtAs::kNone && charge_.kind != ChargeKind::kFee;
  if (!reserved && (!runs || text("ChargeCategory") != "Usage")) return;
  std::string_view other_unit;
  for (const auto& [quantity, unit] : {std::pair("ConsumedQuantity", text("ConsumedUnit")),
                                       std::pair("PricingQuantity", text("PricingUnit"))}) {
    const auto value = unit.empty() ? std::nullopt : amount(quantity);
    if (!value || charge_.hours) continue;
    charge_.hours = hours_of(*value, unit);
    if (!charge_.hours) other_unit = unit;
  }
  // The unused part of a Savings Plan is an amount of money that is not of any instance.
  const bool of_instance = !charge_.instance.empty() || charge_.bought == BoughtAs::kReserved;
  if (charge_.hours || other_unit.empty() || !of_instance) return;
  // Without a usage type, a line that names an instance can be about something else: storage.
  const bool stated = !text("x_UsageType").empty() || !text("CommitmentDiscountId").empty();
  if (!stated) charge_.bought = BoughtAs::kNone;
  if (stated) note_unknown_unit(builder_, other_unit, in_.where());
}

/// A correction that returns money but no hours is a refund. One that returns hours reduces the
/// usage.
void FocusLine::read_correction() {
  const bool correction = text("ChargeClass") == "Correction";
  const bool returns_hours = charge_.hours && *charge_.hours < ExactAmount();
  if (correction && charge_.kind == ChargeKind::kUsage && charge_.billed &&
      *charge_.billed < ExactAmount() && !returns_hours) {
    charge_.kind = ChargeKind::kRefund;
  }
}

Result<> FocusLine::add() {
  if (!counts()) {
    builder_.leave_out();
    return {};
  }
  charge_.billed = in_.required_amount(columns_["BilledCost"], "BilledCost");
  charge_.effective = amount("EffectiveCost");
  charge_.list = amount("ListCost");
  charge_.contracted = amount("ContractedCost");
  read_keys();
  read_instance();
  read_kind();
  read_hours();
  read_correction();
  if (charge_.kind != ChargeKind::kUsage) charge_.list.reset();
  if (auto ok = in_.finish(); !ok) return ok;
  check();
  if (!charge_.effective) {
    builder_.note("effective_unknown",
                  phrase("Lines without EffectiveCost are missing from the sums of the effective "
                         "cost."),
                  in_.where());
  }
  return builder_.add(charge_, in_.where());
}

bool has(std::span<const std::string> columns, std::string_view name) {
  return std::find(columns.begin(), columns.end(), name) != columns.end();
}

}  // namespace

std::span<const std::string_view> focus_column_names() {
  return kFocusNames;
}

bool is_focus(std::span<const std::string> columns) {
  return has(columns, "BilledCost") && has(columns, "ChargeCategory");
}

std::string_view focus_title(std::span<const std::string> columns) {
  return focus_version(columns);
}

Result<> read_focus(RowSource& rows, BillBuilder& builder) {
  const FocusColumns columns(rows.columns());
  const std::vector<std::string> missing = missing_focus_columns(rows.columns());
  if (!missing.empty()) {
    builder.note(
        "focus_columns_missing",
        [&] {
          return tr("FOCUS: these mandatory columns are absent: {}.",
                    fmt::format("{}", fmt::join(missing, ", ")));
        },
        [&] { return rows.where(); });
  }
  auto more = rows.next();
  for (; more && *more; more = rows.next()) {
    if (auto ok = FocusLine(columns, rows, builder).add(); !ok) return ok;
  }
  return more ? Result<>() : fail(more.error());
}

}  // namespace nscope::cost
