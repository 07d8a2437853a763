#pragma once

#include "costmodel/bills/bill_builder.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope::cost {

/// Whether JSON text is an answer of `aws ce get-cost-and-usage`. Looks at the
/// first kilobytes.
bool is_cost_explorer(std::string_view head);

/// Adds an answer of `aws ce get-cost-and-usage`, with any grouping. UnblendedCost
/// is the billed cost, AmortizedCost (before it NetAmortizedCost) the effective
/// one; hours are UsageQuantity in "Hrs" of groups by instance type. Errors:
/// kBadInput naming file and member.
Result<> read_cost_explorer(std::string_view text, const std::string& name, BillBuilder& builder);

}  // namespace nscope::cost
