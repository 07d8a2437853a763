#include "app/documents/model_config.h"

#include "app/documents/built_in.h"

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
  auto json = read_json_file(path);
  if (!json) return fail(json.error());
  if (name.empty()) name = path;
  if (!is_pipeline(*json)) return catalog::read_hf_config(*json, name);
  if (!json->contains("transformer")) {
    return fail(ErrorCode::kBadInput,
                tr("missing key 'transformer'; only pipelines with a diffusion transformer are "
                   "supported"),
                path);
  }
  const auto part = std::filesystem::path(path).parent_path() / "transformer" / "config.json";
  auto transformer = read_json_file(part.string());
  if (!transformer) return fail(transformer.error());
  auto read = catalog::read_hf_config(*transformer, part.string());
  if (read) read->model.id = name;
  return read;
}

std::string weight_dtype_of(const catalog::StoredWeights& weights) {
  return weights.dtype == "mxfp4" ? "fp4" : weights.dtype;
}

Text stored_weights_note(const catalog::StoredWeights& weights) {
  const std::string dtype = weight_dtype_of(weights);
  return tr(
      "weights are {} as quantization_config ({}) states; layers that the checkpoint keeps in "
      "16 bits are counted as {} too",
      dtype, weights.method, dtype);
}

Text stored_weights_refusal(const catalog::StoredWeights& weights) {
  if (weights.dtype != "int4" && weights.dtype != "mxfp4") return {};
  return tr("quantization_config states {} weights ({}), which are not supported on NeuronCores",
            weights.dtype, weights.method);
}

}  // namespace nscope::app
