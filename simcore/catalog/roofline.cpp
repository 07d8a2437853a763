#include "simcore/catalog/roofline.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::catalog {

double decode_memory_bound(double bytes_per_step, double bandwidth, int batch) {
  return batch * bandwidth / bytes_per_step;
}

double decode_step_bytes(const Model& model, int batch, int context,
                         double weight_bytes_per_element, double kv_bytes_per_element) {
  double elements = model.active_matrix_parameters();
  if (model.moe && model.moe_layers() > 0) {
    const MoeShape& moe = *model.moe;
    const double share = static_cast<double>(moe.top_k) / moe.experts;
    const double distinct = moe.experts * (1.0 - std::pow(1.0 - share, batch));
    const double one_expert =
        (model.ffn_gated ? 3.0 : 2.0) * model.hidden * moe.expert_ffn * model.moe_layers();
    elements += one_expert * (distinct - moe.top_k);
  }
  const double cache = model.kv_elements_per_token() * batch * context;
  return elements * weight_bytes_per_element + cache * kv_bytes_per_element;
}

double decode_flops_per_token(const Model& model, int context) {
  // Scores and weighted values: two products of heads x head_dim per position.
  const double width = model.mla
                           ? static_cast<double>(model.heads) *
                                 (model.mla->nope_dim + model.mla->rope_dim + model.mla->value_dim)
                           : 2.0 * model.heads * model.head_dim;
  const double attention = 2.0 * width * context * model.layers;
  return 2.0 * model.active_matrix_parameters() + attention;
}

Result<DecodeRoofline> decode_roofline(const Device& device, int chips, const Model& model,
                                       int batch, int context, double weight_bytes_per_element,
                                       const std::string& dtype) {
  if (chips < 1 || batch < 1 || context < 0 || !(weight_bytes_per_element > 0.0)) {
    return fail(ErrorCode::kInvalidArgument,
                "chips, batch and bytes per weight must be positive, context not negative");
  }
  if (model.architecture != Architecture::kDecoder) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("{} is no decoder: it does not generate tokens", model.id));
  }
  const auto peak = device.peak.find(dtype);
  if (peak == device.peak.end()) {
    std::string known;
    for (const auto& [name, fact] : device.peak) known += (known.empty() ? "" : ", ") + name;
    return fail(
        ErrorCode::kInvalidArgument,
        fmt::format("{} publishes no peak for \"{}\"; it does for {}", device.title, dtype, known));
  }
  DecodeRoofline roofline;
  roofline.memory_bound =
      decode_memory_bound(decode_step_bytes(model, batch, context, weight_bytes_per_element),
                          device.memory_bandwidth.value * chips, batch);
  roofline.compute_bound = peak->second.value * chips / decode_flops_per_token(model, context);
  return roofline;
}

}  // namespace nscope::catalog
