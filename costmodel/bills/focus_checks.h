#pragma once

#include "costmodel/bills/bill_builder.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// The fields of a FOCUS line that are checked. The texts are empty for null.
struct FocusFacts {
  std::string_view category{};        ///< ChargeCategory
  std::string_view charge_class{};    ///< ChargeClass
  std::string_view currency{};        ///< BillingCurrency
  std::string_view commitment{};      ///< CommitmentDiscountId
  std::string_view commitment_use{};  ///< CommitmentDiscountStatus
  std::string_view reservation{};     ///< CapacityReservationId
  std::string_view reservation_use{};  ///< CapacityReservationStatus
  std::string_view pricing{};          ///< PricingCategory
  std::string_view priced_quantity{};  ///< PricingQuantity
  std::string_view consumed{};         ///< ConsumedQuantity
  std::optional<ExactAmount> effective{};
  std::optional<Instant> begin{};
  std::optional<Instant> end{};
};

/// Checks a line against the requirements of the FOCUS specification 1.0 to 1.4 (columns
/// ChargeCategory, ChargeClass, EffectiveCost, CommitmentDiscountStatus, CapacityReservationStatus,
/// ConsumedQuantity, PricingCategory, PricingQuantity, ChargePeriodEnd) and counts violations as
/// diagnostics with codes "focus_...". The amounts of such lines still count.
void check_focus_line(const FocusFacts& facts, BillBuilder& builder,
                      const BillBuilder::Where& where);

/// The version that the columns show: "FOCUS 1.0" to "FOCUS 1.4".
std::string_view focus_version(std::span<const std::string> columns);

/// The columns that are mandatory in this version and absent.
std::vector<std::string> missing_focus_columns(std::span<const std::string> columns);

/// The name of another data set of FOCUS, which has no costs of usage: "Contract Commitment",
/// "Invoice Detail" or "Billing Period"; empty for other columns.
std::string_view other_focus_data_set(std::span<const std::string> columns);

}  // namespace nscope::cost
