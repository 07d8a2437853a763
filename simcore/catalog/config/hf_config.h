#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "simcore/catalog/model.h"

#include <string>
#include <string_view>

namespace nscope::catalog {

/// Stored weights of a type that nothing computes with, or of several types.
inline constexpr std::string_view kOtherWeights = "other";

/// The data type of the stored weights of a quantised model.
struct StoredWeights {
  /// "fp8", "int8", "int4", "mxfp4", "nvfp4", kOtherWeights; empty: not quantised.
  std::string dtype;
  std::string method;        ///< "fp8", "awq", "compressed-tensors", ...
  bool small_cache = false;  ///< the file quantises keys and values, too
};

/// A model that a `config.json` describes.
struct ConfiguredModel {
  Model model;
  StoredWeights weights;
};

/// Reads a `config.json` of Hugging Face (transformers or the transformer of diffusers). `name`
/// becomes the id and is the file name in messages. A member that the file leaves out has the
/// default of its family (resources/model-configs), which the note of the model states; null means
/// what null means to the configuration class, not the default. `parameters` is computed from the
/// dimensions with norms, biases and positions. The date stays empty because config.json has none.
/// Unknown members are ignored. Errors: kBadInput with the missing or wrong member;
/// kUnsupportedVersion for model types and layers that are not supported.
Result<ConfiguredModel> read_hf_config(const Json& config, std::string_view name);

/// The model of read_hf_config() alone.
Result<Model> model_from_hf_config(const Json& config, std::string_view name);

}  // namespace nscope::catalog
