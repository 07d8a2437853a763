#include "simcore/catalog/roofline.h"

#include <cmath>

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

}  // namespace nscope::catalog
