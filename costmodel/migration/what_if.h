#pragma once

#include "costmodel/migration/roi.h"

#include <span>

namespace nscope::cost {

/// A quantity of a plan with a value that differs from the study.
struct WhatIf {
  BreakEven::Quantity quantity = BreakEven::Quantity::kLoad;
  double value = 0.0;  ///< in the unit of the break-even of that quantity
};

/// The range in which a quantity can be varied: 1/8 to 8 times the plan, a share up to 1, go-live
/// over the horizon.
struct WhatIfRange {
  double from = 0.0;
  double to = 1.0;
  bool logarithmic = false;
};
WhatIfRange what_if_range(BreakEven::Quantity quantity, const RoiResult& plan);

/// The planned value of a quantity in the unit of its break-even.
double planned_value(BreakEven::Quantity quantity, const RoiResult& plan);

/// Whether the quantity has an effect on the plan; effort has none without engineer-weeks.
bool is_felt(BreakEven::Quantity quantity, const RoiResult& plan);

/// The study of `plan` with changed quantities. The source of each changed figure states the
/// change, its provenance is "assumed", and the note starts with the changes. Other sources and
/// dates stay unchanged. Values must be greater than zero except for go-live. The evaluation of
/// the study gives the net present value that the break-even search uses for the value. Pure; any
/// thread.
RoiStudy study_with(const RoiResult& plan, std::span<const WhatIf> changes);

}  // namespace nscope::cost
