#pragma once

#include "costmodel/bills/bill_builder.h"
#include "costmodel/price_formats/row_source.h"
#include "profiler/base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace nscope::cost {

/// FOCUS 1.0 to 1.2, the open format of cost and usage data (focus.finops.org), of
/// any provider. Nulls are empty, "null" or "NULL".
bool is_focus(std::span<const std::string> columns);
/// "FOCUS 1.1 or later" by the columns that 1.1 brought, else "FOCUS 1.0".
std::string_view focus_title(std::span<const std::string> columns);

/// The columns that read_focus() uses where there are such.
std::span<const std::string_view> focus_column_names();

/// Adds every line. The instance type is taken from x_UsageType, SkuPriceDetails or
/// ChargeDescription, in this order. Errors: kBadInput naming line and column,
/// kCancelled.
Result<> read_focus(RowSource& rows, BillBuilder& builder);

}  // namespace nscope::cost
