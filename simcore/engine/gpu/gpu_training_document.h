#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

#include <string_view>

namespace nscope::sim {

/// The document of gpu_workload_from_json() that asks for the same training as a NeuronCore
/// document with a member "training", whose instance has GPUs: the same model, global batch,
/// sequence length and pipeline on the GPUs of as many instances. What the GPUs' software
/// does always (sequence parallelism, fused attention, fp32 master weights) may be asked for;
/// what has no counterpart is refused by name, and so is a missing global batch, which has
/// another meaning there. A microbatch that is left open is left open.
///
/// A document without "training" is returned as it is. Errors: kBadInput naming the member;
/// kNotFound for the instance.
Result<Json> gpu_training_document(const catalog::Catalog& catalog, const Json& json,
                                   std::string_view name);

}  // namespace nscope::sim
