#include "simcore/catalog/config/quantization_config.h"

#include <algorithm>
#include <array>

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

/// The type of the weights of the first group of compressed-tensors.
std::string compressed_type(const Json& config) {
  const Json* const groups = quantized_member(config, "config_groups");
  if (groups == nullptr || !groups->is_object() || groups->empty()) return {};
  const Json* const weights = quantized_member(groups->front(), "weights");
  if (weights == nullptr) return {};
  const int bits = small_number(*weights, "num_bits");
  if (quantized_text(*weights, "type") == "float") return bits == 8 ? "fp8" : "";
  return integer_type(bits);
}

std::string modelopt_type(const Json& config) {
  std::string algorithm = quantized_text(config, "quant_algo");
  if (const Json* const inner = quantized_member(config, "quantization"); inner != nullptr) {
    if (algorithm.empty()) algorithm = quantized_text(*inner, "quant_algo");
  }
  return algorithm.starts_with("FP8") ? "fp8" : "";
}

std::string type_of(const Json& config, const std::string& method) {
  if (method == "fp8" || method == "fbgemm_fp8") return "fp8";
  if (method == "mxfp4") return "mxfp4";
  if (method == "compressed-tensors") return compressed_type(config);
  if (method == "modelopt") return modelopt_type(config);
  if (method == "awq" || method == "gptq" || method == "auto-round") {
    return integer_type(
        small_number(config, quantized_member(config, "bits") != nullptr ? "bits" : "w_bit"));
  }
  if (method == "bitsandbytes") {
    if (quantized_flag(config, "load_in_4bit")) return "int4";
    return quantized_flag(config, "load_in_8bit") ? "int8" : "";
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
  weights.dtype = type_of(*quantization, weights.method);
  if (!weights.dtype.empty()) return weights;
  return fail(ErrorCode::kUnsupportedVersion,
              tr("the quantisation '{}' with these settings is not supported; remove the member "
                 "and state the weights with --weight-dtype int8, fp8 or bf16",
                 weights.method),
              place);
}

}  // namespace nscope::catalog
