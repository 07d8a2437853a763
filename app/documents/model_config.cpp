#include "app/documents/model_config.h"

#include "profiler/base/files/byte_source.h"
#include "profiler/base/json.h"
#include "profiler/base/json/foreign_json.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>
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

/// Python writes numbers that JSON does not have: the time_step_limit of Mamba-2 ends with
/// Infinity. Replaces them by null, because no dimension of a model has such a value.
std::string with_null_numbers(std::string_view text) {
  constexpr std::array<std::string_view, 3> kNumbers{"-Infinity", "Infinity", "NaN"};
  std::string replaced;
  replaced.reserve(text.size());
  bool quoted = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '"') quoted = !quoted;
    if (quoted && letter == '\\' && at + 1 < text.size()) {
      replaced += letter;
      ++at;
    } else if (!quoted) {
      const std::string_view rest = text.substr(at);
      const auto* const number =
          std::find_if(kNumbers.begin(), kNumbers.end(),
                       [&](std::string_view name) { return rest.starts_with(name); });
      if (number != kNumbers.end()) {
        replaced += "null";
        at += number->size() - 1;
        continue;
      }
    }
    replaced += text[at];
  }
  return replaced;
}

Result<Json> read_config_file(const std::string& path) {
  const auto source = ByteSource::open(path);
  if (!source) return fail(source.error());
  return parse_foreign_json(with_null_numbers(source->text()), path);
}

}  // namespace

Result<catalog::ConfiguredModel> read_model_config(const std::string& path, std::string name) {
  auto json = read_config_file(path);
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
  auto transformer = read_config_file(part.string());
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
  if (weights.dtype == catalog::kOtherWeights) {
    return tr("the quantisation '{}' of quantization_config is not supported", weights.method);
  }
  if (weights.dtype != "int4" && weights.dtype != "mxfp4") return {};
  return tr("quantization_config states {} weights ({}), which are not supported on NeuronCores",
            weights.dtype, weights.method);
}

}  // namespace nscope::app
