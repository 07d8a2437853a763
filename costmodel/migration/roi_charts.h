#pragma once

#include "costmodel/migration/roi.h"
#include "costmodel/report/drawing.h"

namespace nscope::cost {

/// Net cash flow per month as bars, the cumulative cash flow as a line.
Drawing cash_flow_chart(const RoiResult& result);
/// The net present value at p10 and p90 of each input, the largest difference first.
Drawing tornado_chart(const RoiResult& result);
/// Histogram of the net present value over the trials.
Drawing npv_chart(const RoiResult& result);
/// The net present value of each pair of purchase options as a heat map.
Drawing options_chart(const RoiResult& result);

}  // namespace nscope::cost
