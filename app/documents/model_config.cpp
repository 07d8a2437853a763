#include "app/documents/model_config.h"

#include "app/documents/config_file.h"
#include "profiler/base/json.h"

#include <filesystem>
#include <utility>

namespace nscope::app {
namespace {

/// Whether the document lists the parts of a diffusers pipeline.
bool is_pipeline(const Json& json) {
  if (!json.is_object()) return false;
  const auto name = json.find("_class_name");
  return name != json.end() && name->is_string() &&
         name->get_ref<const std::string&>().ends_with("Pipeline");
}

}  // namespace

Result<catalog::ConfiguredModel> read_model_config(const std::string& path, std::string name) {
  const auto file = read_config_file(path);
  if (!file) return fail(file.error());
  if (name.empty()) name = file->path;
  if (!is_pipeline(file->json)) return catalog::read_hf_config(file->json, name);
  if (!file->json.contains("transformer")) {
    return fail(ErrorCode::kBadInput,
                tr("missing key 'transformer'; only pipelines with a diffusion transformer are "
                   "supported, and those with a UNet that 'nscope models' lists"),
                file->path);
  }
  const auto part = std::filesystem::path(file->path).parent_path() / "transformer";
  const auto transformer = read_config_file((part / "config.json").string());
  if (!transformer) return fail(transformer.error());
  auto read = catalog::read_hf_config(transformer->json, transformer->path);
  if (read) read->model.id = name;
  return read;
}

std::string weight_dtype_of(const catalog::StoredWeights& weights) {
  return weights.dtype == "mxfp4" || weights.dtype == "nvfp4" ? "fp4" : weights.dtype;
}

Text stored_weights_note(const catalog::StoredWeights& weights) {
  const std::string dtype = weight_dtype_of(weights);
  return tr(
      "weights are {} as quantization_config ({}) states; layers that the checkpoint keeps in "
      "16 bits are counted as {} too",
      dtype, weights.method, dtype);
}

Text stored_weights_refusal(const catalog::StoredWeights& weights) {
  if (weights.dtype == catalog::kOtherWeights) {
    if (weights.method.empty()) return tr("quantization_config states no method that is known");
    return tr("the quantisation '{}' of quantization_config is not supported", weights.method);
  }
  if (weights.dtype != "int4" && weight_dtype_of(weights) != "fp4") return {};
  return tr("quantization_config states {} weights ({}), which are not supported on NeuronCores",
            weights.dtype, weights.method);
}

}  // namespace nscope::app
