#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// Whether the columns are those of Cost and Usage in FOCUS 1.0 to 1.4, the open format of cost and usage data of
/// any provider (focus.finops.org). Null is written as an empty field, "null" or "NULL".
bool is_focus(std::span<const std::string> columns);
/// "FOCUS 1.0" to "FOCUS 1.4": the earliest version that has all columns, see focus_version().
std::string_view focus_title(std::span<const std::string> columns);

/// The columns that read_focus() uses. Some can be absent.
std::span<const std::string_view> focus_column_names();

/// Adds all lines. The instance type is taken from x_UsageType, SkuPriceDetails or
/// ChargeDescription, in this order. Errors: kBadInput naming line and column,
/// kCancelled.
Result<> read_focus(RowSource& rows, BillBuilder& builder);

}  // namespace nscope::cost
