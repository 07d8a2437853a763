#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Whether the columns are those of an AWS Cost and Usage Report: the legacy CSV
/// ("lineItem/UnblendedCost") or CUR 2.0 of Data Exports ("line_item_unblended_cost"). The columns
/// vary between reports and are found by name.
bool is_cur(std::span<const std::string> columns);
/// "CUR (legacy)" or "CUR 2.0".
std::string_view cur_title(std::span<const std::string> columns);

/// The name of a column in the spelling of CUR 2.0 and Athena: "line_item_unblended_cost" for
/// "lineItem/UnblendedCost".
std::string cur_column_key(std::string_view name);

/// The columns that read_cur() uses, in the spelling of CUR 2.0. Some can be absent.
std::span<const std::string_view> cur_column_keys();

/// Adds all lines of a report. The effective cost is the amortised cost of AWS:
///   SavingsPlanCoveredUsage   savings_plan_effective_cost
///   SavingsPlanRecurringFee   (total_commitment_to_date - used_commitment) x net / gross
///   commitment
///                             of the billing period, recurring and amortised upfront
///   SavingsPlanNegation, SavingsPlanUpfrontFee, Fee of a reservation   0
///   DiscountedUsage           reservation_effective_cost
///   RIFee                     unused_amortized_upfront + unused_recurring_fee
///   other types               unblended_cost
/// (awslabs/aws-well-architected-labs, amortized_cost_by_charge_type.sql), or the value of the
/// corresponding net_ column if there is one. If the column is missing or empty, the effective
/// cost of the line is unknown, and a diagnostic counts the line. Errors: kBadInput naming line
/// and column, kCancelled.
Result<> read_cur(RowSource& rows, BillBuilder& builder);

}  // namespace nscope::cost
