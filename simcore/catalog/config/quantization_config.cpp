#include "simcore/catalog/config/quantization_config.h"

#include <set>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

const Json* quantized_member(const Json& json, const char* name) {
  if (!json.is_object()) return nullptr;
  const auto member = json.find(name);
  return member == json.end() || member->is_null() ? nullptr : &*member;
}

std::string quantized_text(const Json& json, const char* name) {
  const Json* const member = quantized_member(json, name);
  return member != nullptr && member->is_string() ? member->get<std::string>() : std::string();
}

int small_number(const Json& json, const char* name) {
  const Json* const member = quantized_member(json, name);
  const bool small = member != nullptr && member->is_number_integer() &&
                     member->get<double>() > 0 && member->get<double>() <= 64;
  return small ? member->get<int>() : 0;
}

bool quantized_flag(const Json& json, const char* name) {
  const Json* const member = quantized_member(json, name);
  return member != nullptr && member->is_boolean() && member->get<bool>();
}

std::string integer_type(int bits) {
  if (bits == 8) return "int8";
  return bits == 4 ? "int4" : "";
}

/// The types of the weights of several groups of layers; "" is a type that is not supported.
using WeightTypes = std::set<std::string>;

/// The types of the groups of compressed-tensors. Groups without weights quantise other tensors.
WeightTypes compressed_types(const Json& config) {
  WeightTypes types;
  const Json* const groups = quantized_member(config, "config_groups");
  if (groups == nullptr || !groups->is_object()) return types;
  for (const Json& group : *groups) {
    const Json* const weights = quantized_member(group, "weights");
    if (weights == nullptr) continue;
    const int bits = small_number(*weights, "num_bits");
    const bool real = quantized_text(*weights, "type") == "float";
    // NVFP4 also has floats of 4 bits, but other scales.
    const std::string format = quantized_text(group, "format");
    const bool mxfp4 =
        (format.empty() ? quantized_text(config, "format") : format).starts_with("mxfp4");
    if (real && bits == 4 && mxfp4) {
      types.insert("mxfp4");
      continue;
    }
    types.insert(real ? (bits == 8 ? "fp8" : "") : integer_type(bits));
  }
  return types;
}

/// The types of AWQ, GPTQ and AutoRound: that of the file, and those of the layers that `dynamic`
/// (GPTQ) and `extra_config` (AutoRound) list. Layers of 16 bits are not quantised.
WeightTypes integer_types(const Json& config) {
  WeightTypes types{integer_type(
      small_number(config, quantized_member(config, "bits") != nullptr ? "bits" : "w_bit"))};
  for (const char* const member : {"dynamic", "extra_config"}) {
    const Json* const layers = quantized_member(config, member);
    if (layers == nullptr || !layers->is_object()) continue;
    for (const Json& layer : *layers) {
      const bool stated = quantized_member(layer, "bits") != nullptr;
      const int bits = small_number(layer, "bits");
      if (stated && bits < 16) types.insert(integer_type(bits));
    }
  }
  return types;
}

std::string modelopt_type(const Json& config) {
  std::string algorithm = quantized_text(config, "quant_algo");
  if (const Json* const inner = quantized_member(config, "quantization"); inner != nullptr) {
    if (algorithm.empty()) algorithm = quantized_text(*inner, "quant_algo");
  }
  return algorithm.starts_with("FP8") ? "fp8" : "";
}

WeightTypes types_of(const Json& config, const std::string& method) {
  if (method == "fp8" || method == "fbgemm_fp8") return {"fp8"};
  if (method == "mxfp4") return {"mxfp4"};
  if (method == "compressed-tensors") return compressed_types(config);
  if (method == "modelopt") return {modelopt_type(config)};
  if (method == "awq" || method == "gptq" || method == "auto-round" || method == "mlx") return integer_types(config);
  if (method == "bitsandbytes") {
    if (quantized_flag(config, "load_in_4bit")) return {"int4"};
    if (quantized_flag(config, "load_in_8bit")) return {"int8"};
  }
  return {};
}

}  // namespace

Result<StoredWeights> stored_weights(const Json& config, const std::string& where) {
  const Json* quantization = quantized_member(config, "quantization_config");
  const char* member = "quantization_config";
  if (quantization == nullptr) {
    quantization = quantized_member(config, "compression_config");
    member = "compression_config";
  }
  if (quantization == nullptr) return StoredWeights{};
  const std::string place = fmt::format("{}/{}", where, member);
  if (!quantization->is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), place);
  }
  StoredWeights weights{.dtype = {}, .method = quantized_text(*quantization, "quant_method")};
  if (weights.method.empty() && quantized_member(*quantization, "config_groups") != nullptr) {
    weights.method = "compressed-tensors";
  }
  // Files of MLX state no method.
  if (weights.method.empty() && quantized_member(*quantization, "bits") != nullptr) {
    weights.method = "mlx";
  }
  const WeightTypes types = types_of(*quantization, weights.method);
  const bool known = !types.empty() && !types.contains("");
  if (known && types.size() == 1) {
    weights.dtype = *types.begin();
    return weights;
  }
  weights.dtype = kOtherWeights;
  if (known) weights.method += fmt::format(": {}", fmt::join(types, ", "));
  return weights;
}

}  // namespace nscope::catalog
