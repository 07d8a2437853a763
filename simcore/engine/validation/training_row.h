#pragma once

#include "simcore/engine/validation/validation_table.h"

namespace nscope::sim {

/// The training step that a row of the classes "training-dp" and "training-tp-pp" states.
/// `cores` counts those of all nodes. A dp that disagrees with cores / (tp x pp) is ignored.
/// Tables print a rounded global batch: the nearest whole number of microbatches is taken
/// where it is within 0.1 %. The dtype's "SR" means bf16 with stochastic rounding. A row that names
/// neither model nor sequence length trains an image model: ViT-Base is assumed.
RowWorkload training_of_row(const ValidationRow& row);

}  // namespace nscope::sim
