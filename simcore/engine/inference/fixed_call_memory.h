#pragma once

#include "simcore/catalog/memory_fit.h"
#include "simcore/engine/inference/fixed_call.h"

namespace nscope::sim {

/// What the copies on one core need: the weights of all networks, an embedding table,
/// the widest block's inputs and outputs (an estimate), and the runtime. The verdict
/// names the largest batch that would fit.
catalog::MemoryFit fixed_call_memory(const FixedCall& call, const catalog::Model& model);

}  // namespace nscope::sim
