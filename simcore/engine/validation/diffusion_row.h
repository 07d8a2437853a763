#pragma once

#include "simcore/engine/validation/validation_table.h"

namespace nscope::sim {

/// Sets how the cores of a row of class "diffusion" share the work of a denoising step. Only the
/// notes of a row say whether its replicas (column `dp`) share the rows of a sample ("CP4") or the
/// passes of the guidance ("cfg2"), whether a step has both passes, and whether the attention has
/// no kernel of its own. A step without words about the guidance is one pass.
void set_denoising(const ValidationRow& row, Workload& workload);

}  // namespace nscope::sim
