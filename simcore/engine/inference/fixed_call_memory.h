#pragma once

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/inference/fixed_call.h"

namespace nscope::sim {

/// Memory of the copies on one core: the weights of all networks, an embedding table, inputs and
/// outputs of the widest block (an estimate), and the runtime. The smallest change is the largest
/// batch that fits.
catalog::MemoryFit fixed_call_memory(const FixedCall& call, const catalog::Model& model);

}  // namespace nscope::sim
