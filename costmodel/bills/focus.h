#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// Whether the columns are those of FOCUS 1.0 to 1.2, the open format of cost and usage data of
/// any provider (focus.finops.org). Null is written as an empty field, "null" or "NULL".
bool is_focus(std::span<const std::string> columns);
/// "FOCUS 1.1 or later" if columns of version 1.1 are present, "FOCUS 1.0" if not.
std::string_view focus_title(std::span<const std::string> columns);

/// The columns that read_focus() uses. Some can be absent.
std::span<const std::string_view> focus_column_names();

/// Adds all lines. The instance type is taken from x_UsageType, SkuPriceDetails or
/// ChargeDescription, in this order. Errors: kBadInput naming line and column,
/// kCancelled.
Result<> read_focus(RowSource& rows, BillBuilder& builder);

}  // namespace nscope::cost
