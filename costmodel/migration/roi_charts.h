#pragma once

#include "costmodel/migration/roi.h"
#include "costmodel/report/drawing.h"

namespace nscope::cost {

/// Net payments by month as bars, their running sum as a line.
Drawing cash_flow_chart(const RoiResult& result);
/// The present value at P10 and P90 of each input, widest first.
Drawing tornado_chart(const RoiResult& result);
/// How many trials gave which present value.
Drawing npv_chart(const RoiResult& result);
/// The present value of each pair of purchase options as a heat map.
Drawing options_chart(const RoiResult& result);

}  // namespace nscope::cost
