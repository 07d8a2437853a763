#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/config/hf_config.h"

#include <string>

namespace nscope::app {

/// Reads the model that a file or folder describes (read_config_file()): a config.json of Hugging
/// Face, or the model_index.json of a diffusers pipeline, whose denoiser has a config.json of its
/// own in a folder beside the file. `name` becomes the id of the model; empty: the path of the
/// file. Errors: those of read_config_file() and catalog::read_hf_config(); kBadInput for a
/// pipeline without a transformer.
Result<catalog::ConfiguredModel> read_model_config(const std::string& path, std::string name = {});

/// The `weight_dtype` of a workload with these weights; empty if they are not quantised. GPUs call
/// mxfp4 and nvfp4 "fp4".
std::string weight_dtype_of(const catalog::StoredWeights& weights);
/// Says that a workload uses the type of the stored weights, and what is counted with it too.
Text stored_weights_note(const catalog::StoredWeights& weights);
/// Says that NeuronCores do not support the stored weights, because they have no matrices of 4
/// bits, or that nothing supports them (kOtherWeights); empty if they do. The user must state the
/// type that the weights are converted to.
Text stored_weights_refusal(const catalog::StoredWeights& weights);

}  // namespace nscope::app
