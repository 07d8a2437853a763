#include "simcore/catalog/config/quantization_config.h"

#include <algorithm>
#include <initializer_list>
#include <set>
#include <string_view>

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

/// Weights that the file leaves in 16 bits: it quantises only the keys and values, or prunes.
constexpr const char* kNotQuantised = "not quantised";

bool holds(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

/// The type by the name that a tool gives it: "fp8_e4m3", "uint4", "torch.int8", "NVFP4_AWQ". Of
/// "W4A8_MXFP4_FP8" the type of the weights, which is stated first.
std::string named_type(std::string name) {
  for (char& letter : name) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  if (holds(name, "nvfp4") || name.starts_with("nv_fp")) return "nvfp4";
  if (holds(name, "mxfp4") || name == "fp4" || name.starts_with("mx_fp4")) return "mxfp4";
  if (name.starts_with("w4") || holds(name, "int4")) return "int4";
  if (name.starts_with("w8a8_sq") || holds(name, "int8") || name == "w8a16") return "int8";
  if (holds(name, "fp8") || holds(name, "float8")) return "fp8";
  return "";
}

/// The types of the groups of compressed-tensors. Groups without weights quantise other tensors;
/// if no group has weights, they are not quantised (2:4 sparsity, keys and values of 8 bits).
WeightTypes compressed_types(const Json& config) {
  WeightTypes types;
  const Json* const groups = quantized_member(config, "config_groups");
  if (groups == nullptr || !groups->is_object()) return types;
  for (const Json& group : *groups) {
    const Json* const weights = quantized_member(group, "weights");
    if (weights == nullptr) continue;
    const int bits = small_number(*weights, "num_bits");
    const bool real = quantized_text(*weights, "type") == "float";
    const std::string stated = quantized_text(group, "format");
    const std::string format = stated.empty() ? quantized_text(config, "format") : stated;
    if (!real) {
      types.insert(integer_type(bits));
    } else if (bits == 4) {
      types.insert(named_type(format));  // the two kinds of 4-bit floats have other scales
    } else {
      types.insert(bits == 8 ? "fp8" : "");
    }
  }
  if (types.empty()) types.insert(kNotQuantised);
  return types;
}

/// The types of AWQ, GPTQ and AutoRound: that of the file, and those of the layers that `dynamic`
/// (GPTQ) and `extra_config` (AutoRound) list. Layers of 16 bits are not quantised.
WeightTypes integer_types(const Json& config) {
  for (const char* const kind : {"mode", "data_type"}) {  // MLX, AutoRound
    std::string name = quantized_text(config, kind);
    // AutoRound states the bits apart: "mx_fp" with 4 bits is mx_fp4.
    if (name.ends_with("fp")) name += std::to_string(small_number(config, "bits"));
    if (const std::string type = named_type(name); type == "nvfp4" || type == "mxfp4")
      return {type};
    if (holds(name, "fp")) return {named_type(name)};
  }
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

/// The type of ModelOpt, or those of the layers that a file of mixed precision lists.
WeightTypes modelopt_types(const Json& config) {
  const Json* const inner = quantized_member(config, "quantization");
  for (const Json* const object : {&config, inner}) {
    if (object == nullptr) continue;
    if (const Json* const layers = quantized_member(*object, "quantized_layers");
        layers != nullptr && layers->is_object()) {
      WeightTypes types;
      for (const Json& layer : *layers)
        types.insert(named_type(quantized_text(layer, "quant_algo")));
      return types;
    }
    const std::string algorithm = quantized_text(*object, "quant_algo");
    if (!algorithm.empty()) return {named_type(algorithm)};
    if (quantized_member(*object, "kv_cache_quant_algo") != nullptr) return {kNotQuantised};
  }
  return compressed_types(config);
}

/// The type of TorchAO: a class or, in older files, a function. The name of the weights follows
/// that of the activations: "Int8DynamicActivationInt4WeightConfig".
WeightTypes torchao_types(const Json& config) {
  const Json* type = quantized_member(config, "quant_type");
  if (type != nullptr && type->is_object()) type = quantized_member(*type, "default");
  if (type == nullptr) return {};
  std::string name = type->is_string() ? type->get<std::string>() : quantized_text(*type, "_type");
  for (const std::string_view activation : {"Activation", "activation_"}) {
    const auto at = name.find(activation);
    if (at != std::string::npos) name = name.substr(at + activation.size());
  }
  return {named_type(name)};
}

/// The types of Quark: that of all layers, and those of layers with settings of their own.
WeightTypes quark_types(const Json& config) {
  WeightTypes types;
  const auto add = [&](const Json* settings) {
    const Json* const weight =
        settings == nullptr ? nullptr : quantized_member(*settings, "weight");
    if (weight != nullptr) types.insert(named_type(quantized_text(*weight, "dtype")));
  };
  add(quantized_member(config, "global_quant_config"));
  for (const char* const member : {"layer_quant_config", "layer_type_quant_config"}) {
    const Json* const layers = quantized_member(config, member);
    if (layers == nullptr || !layers->is_object()) continue;
    for (const Json& layer : *layers) add(&layer);
  }
  return types;
}

WeightTypes hqq_types(const Json& config) {
  const Json* const settings = quantized_member(config, "quant_config");
  const Json* const weights =
      settings == nullptr ? nullptr : quantized_member(*settings, "weight_quant_params");
  return {weights == nullptr ? "" : integer_type(small_number(*weights, "nbits"))};
}

WeightTypes types_of(const Json& config, const std::string& method) {
  const auto is_one_of = [&](std::initializer_list<std::string_view> methods) {
    return std::find(methods.begin(), methods.end(), method) != methods.end();
  };
  if (is_one_of({"fp8", "fbgemm_fp8", "ptpc_fp8", "mxfp8"})) return {"fp8"};
  if (method == "mxfp4") return {"mxfp4"};
  if (method == "compressed-tensors") return compressed_types(config);
  if (method.starts_with("modelopt")) return modelopt_types(config);
  if (method == "torchao") return torchao_types(config);
  if (method == "quark") return quark_types(config);
  if (method == "hqq") return hqq_types(config);
  if (is_one_of({"eetq", "quanto"})) return {named_type(quantized_text(config, "weights"))};
  if (method == "fp_quant") return {named_type(quantized_text(config, "forward_dtype"))};
  if (is_one_of({"awq", "gptq", "awq_marlin", "gptq_marlin", "auto-round", "intel/auto-round",
                 "inc", "mlx"})) {
    return integer_types(config);
  }
  if (method == "bitsandbytes") {
    if (quantized_flag(config, "load_in_4bit")) return {"int4"};
    if (quantized_flag(config, "load_in_8bit")) return {"int8"};
  }
  return {};
}

/// The method that the file does not state but its members show; empty if they do not.
std::string shown_method(const Json& config) {
  if (quantized_member(config, "config_groups") != nullptr) return "compressed-tensors";
  if (quantized_member(config, "bits") != nullptr) return "mlx";
  const bool loads =
      quantized_flag(config, "load_in_4bit") || quantized_flag(config, "load_in_8bit");
  return loads ? "bitsandbytes" : "";
}

/// Whether keys and values have fewer bits, by compressed-tensors and ModelOpt.
bool quantises_cache(const Json& config) {
  const Json* const inner = quantized_member(config, "quantization");
  for (const Json* const object : {&config, inner}) {
    if (object == nullptr) continue;
    const Json* const scheme = quantized_member(*object, "kv_cache_scheme");
    if (scheme != nullptr && scheme->is_object()) return true;
    if (quantized_member(*object, "kv_cache_quant_algo") != nullptr) return true;
  }
  return false;
}

}  // namespace

Result<StoredWeights> stored_weights(const Json& config, const std::string& where) {
  const Json* quantization = nullptr;
  const char* member = nullptr;
  // MLX writes the same object under two names, and older files only under the last.
  for (const char* const name : {"quantization_config", "compression_config", "quantization"}) {
    if (quantization != nullptr) break;
    quantization = quantized_member(config, name);
    member = name;
  }
  if (quantization == nullptr) return StoredWeights{};
  const std::string place = fmt::format("{}/{}", where, member);
  if (!quantization->is_object()) {
    return fail(ErrorCode::kBadInput, tr("must be an object"), place);
  }
  if (quantization->empty()) return StoredWeights{};
  StoredWeights weights{.dtype = {}, .method = quantized_text(*quantization, "quant_method")};
  if (weights.method.empty()) weights.method = shown_method(*quantization);
  weights.small_cache = quantises_cache(*quantization);
  WeightTypes types = types_of(*quantization, weights.method);
  // DeepSeek-V4 stores its experts with fewer bits than the other layers.
  for (const Json* const object : {quantization, &config}) {
    const std::string experts = quantized_text(*object, "expert_dtype");
    if (!experts.empty() && !types.empty()) types.insert(named_type(experts));
  }
  if (types == WeightTypes{kNotQuantised}) return weights;
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
