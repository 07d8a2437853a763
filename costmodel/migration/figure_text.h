#pragma once

#include "costmodel/migration/roi.h"

namespace nscope::cost {

// Figures of a study as texts. Pure.

/// An amount in whole dollars: "USD 12,345", "USD -678".
Text whole_usd(Usd amount);
Text whole_usd(double dollars);
/// The value of a break-even with its unit: "44,100 tok/s", "1.5 x the plan".
Text figure_text(BreakEven::Quantity quantity, double value);
/// All values of a break-even; of more than four, the number of the others.
Text turns_text(const BreakEven& turn);
/// An input of the sensitivity analysis with its unit.
Text figure_text(RoiInput input, double value);
/// "after 12.40 months", "never", "not within 36 months; ...".
Text payback_text(const Payback& payback, int horizon_months);
/// "103.4 % per year", "none, ...", "several, ...".
Text internal_rate_text(const InternalRate& rate);
/// "8 x p4d.24xlarge, On-Demand, us-east-1".
Text side_text(const RoiSide& side);

}  // namespace nscope::cost
