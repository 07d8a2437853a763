#pragma once

#include "costmodel/migration/roi.h"

#include <string>

namespace nscope::cost {

// Figures of a study as people read them. Pure.

/// "12,345 USD", "-678 USD": whole dollars.
std::string whole_usd(Usd amount);
std::string whole_usd(double dollars);
/// A break-even's figure with its unit: "44,100 tok/s", "1.5 x plan".
std::string figure_text(BreakEven::Quantity quantity, double value);
/// All turns of a break-even, the first four written out.
std::string turns_text(const BreakEven& turn);
/// A tornado's input in its own unit.
std::string figure_text(RoiInput input, double value);
/// "after 12.4 months", "never", "not within 36 months; ...".
std::string payback_text(const Payback& payback, int horizon_months);
/// "103.4 % a year", "none", "several: ...".
std::string internal_rate_text(const InternalRate& rate);
/// "8 x p4d.24xlarge, on-demand, us-east-1".
std::string side_text(const RoiSide& side);

}  // namespace nscope::cost
