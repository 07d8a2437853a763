#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/catalog.h"

#include <string_view>

namespace nscope::sim {

/// Converts a NeuronCore document with the key "training" whose instance has GPUs into a document
/// for gpu_workload_from_json() with the same training: model, global batch, sequence length,
/// pipeline and number of instances. Settings that GPU software always uses (sequence parallelism,
/// fused attention, fp32 master weights) are accepted. Settings without a counterpart are rejected,
/// and so is a missing global batch, because its default differs. A missing microbatch stays
/// missing.
///
/// A document without "training" is returned unchanged. Errors: kBadInput with the key; kNotFound
/// for the instance.
Result<Json> gpu_training_document(const catalog::Catalog& catalog, const Json& json,
                                   std::string_view name);

}  // namespace nscope::sim
