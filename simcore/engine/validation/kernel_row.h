#pragma once

#include "simcore/engine/validation/validate.h"

#include <string_view>

namespace nscope::sim {

/// The class of rows that measure one compiled kernel, whose shape and operation are in `model`.
inline constexpr std::string_view kKernelClass = "kernel";

/// Predicts a row of the class "kernel", or sets the reason why it is not predicted.
void predict_kernel(const catalog::Catalog& catalog, const ValidationRow& row,
                    const Calibration& calibration, RowPrediction& out);

}  // namespace nscope::sim
