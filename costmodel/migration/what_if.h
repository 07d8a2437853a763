#pragma once

#include "costmodel/migration/roi.h"

#include <span>

namespace nscope::cost {

/// One quantity of a plan set to another value than the study states.
struct WhatIf {
  BreakEven::Quantity quantity = BreakEven::Quantity::kLoad;
  double value = 0.0;  ///< in the unit of the break-even of that quantity
};

/// The values between which it is sensible to move a quantity: an eighth to eight times the
/// plan, a share up to 1, go-live over the horizon.
struct WhatIfRange {
  double from = 0.0;
  double to = 1.0;
  bool logarithmic = false;
};
WhatIfRange what_if_range(BreakEven::Quantity quantity, const RoiResult& plan);

/// What the plan has for a quantity, in the unit of its break-even.
double planned_value(BreakEven::Quantity quantity, const RoiResult& plan);

/// Whether the plan feels the quantity at all: effort without engineer-weeks does not.
bool is_felt(BreakEven::Quantity quantity, const RoiResult& plan);

/// The study of `plan` with some quantities changed, as if its author had stated them: each
/// changed figure is assumed and says so in its source, and the note begins with the
/// changes. Sources and dates of the others stay. Values must be above zero, but for
/// go-live. Evaluating it gives the present value that the break-even search sees at that
/// value. Pure; any thread.
RoiStudy study_with(const RoiResult& plan, std::span<const WhatIf> changes);

}  // namespace nscope::cost
