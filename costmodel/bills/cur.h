#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// AWS Cost and Usage Reports: the legacy CSV ("lineItem/UnblendedCost") and CUR
/// 2.0 of Data Exports ("line_item_unblended_cost"). The columns of both vary from
/// report to report and are found by name.
bool is_cur(std::span<const std::string> columns);
/// "CUR (legacy)" or "CUR 2.0".
std::string_view cur_title(std::span<const std::string> columns);

/// "lineItem/UnblendedCost" as CUR 2.0 and Athena write it: "line_item_unblended_cost".
std::string cur_column_key(std::string_view name);

/// The columns, in the spelling of CUR 2.0, that read_cur() uses where there are such.
std::span<const std::string_view> cur_column_keys();

/// Adds every line of a report. The effective cost is AWS's amortised cost:
///   SavingsPlanCoveredUsage   savings_plan_effective_cost
///   SavingsPlanRecurringFee   total_commitment_to_date - used_commitment
///   SavingsPlanNegation, SavingsPlanUpfrontFee, Fee of a reservation   0
///   DiscountedUsage           reservation_effective_cost
///   RIFee                     unused_amortized_upfront + unused_recurring_fee
///   else                      unblended_cost
/// (awslabs/aws-well-architected-labs, amortized_cost_by_charge_type.sql), of each the
/// net_ column where it has a figure.
/// Where the needed column is missing or empty the effective cost of that line is
/// unknown, which is counted. Errors: kBadInput naming line and column, kCancelled.
Result<> read_cur(RowSource& rows, BillBuilder& builder);

}  // namespace nscope::cost
