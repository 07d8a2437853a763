#pragma once

#include "simcore/engine/validation/validation_table.h"

namespace nscope::sim {

/// The training step of a row of the classes "training-dp" and "training-tp-pp". `cores` is the
/// number of cores of all nodes. A `dp` that differs from cores / (tp x pp) is ignored. Tables have
/// a rounded global batch, so the nearest multiple of the microbatches is used if it is within 0.1
/// %. "SR" in the dtype means bf16 with stochastic rounding. A row without model and sequence
/// length trains an image model; ViT-Base is assumed.
RowWorkload training_of_row(const ValidationRow& row);

}  // namespace nscope::sim
