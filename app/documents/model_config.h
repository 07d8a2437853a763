#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/config/hf_config.h"

#include <string>

namespace nscope::app {

/// Reads a config.json of Hugging Face, or the model_index.json of a diffusers pipeline, whose
/// denoiser has a config.json of its own in a folder beside the file. `name` becomes the id of the
/// model; empty: the path. Errors: those of opening, parsing and catalog::read_hf_config();
/// kBadInput for a pipeline without a transformer.
Result<catalog::ConfiguredModel> read_model_config(const std::string& path, std::string name = {});

}  // namespace nscope::app
