#include "simcore/engine/validation/kernel_row.h"

namespace nscope::sim {

void predict_kernel(const catalog::Catalog& /*catalog*/, const ValidationRow& row,
                    const Calibration& /*calibration*/, RowPrediction& out) {
  out.reason = tr("the kernel '{}' is not predicted", row.model);
}

}  // namespace nscope::sim
