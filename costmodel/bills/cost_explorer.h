#pragma once

#include "costmodel/bills/bill_builder.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope::cost {

/// Whether JSON text is output of `aws ce get-cost-and-usage`. `head` is the start of the text.
bool is_cost_explorer(std::string_view head);

/// Adds the output of `aws ce get-cost-and-usage`, with any grouping. UnblendedCost is the billed
/// cost; NetAmortizedCost, or AmortizedCost if that is absent, is the effective cost; hours are
/// UsageQuantity in "Hrs" of groups by instance type. Errors: kBadInput naming file and member.
Result<> read_cost_explorer(std::string_view text, const std::string& name, BillBuilder& builder);

}  // namespace nscope::cost
