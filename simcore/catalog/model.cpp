#include "simcore/catalog/model.h"

#include <algorithm>
#include <array>

namespace nscope::catalog {
namespace {

double attention_of_one_layer(const Model& model) {
  const double hidden = model.hidden;
  if (model.mla) {
    const MlaShape& mla = *model.mla;
    const double query_width = static_cast<double>(model.heads) * (mla.nope_dim + mla.rope_dim);
    const double query = mla.query_rank > 0 ? hidden * mla.query_rank + mla.query_rank * query_width
                                            : hidden * query_width;
    const double compress = hidden * (mla.kv_rank + mla.rope_dim);
    const double expand =
        static_cast<double>(mla.kv_rank) * model.heads * (mla.nope_dim + mla.value_dim);
    const double output = static_cast<double>(model.heads) * mla.value_dim * hidden;
    return query + compress + expand + output;
  }
  return hidden * model.head_dim * (2.0 * model.heads + 2.0 * model.kv_heads);
}

double matrices_per_ffn(const Model& model) {
  return model.ffn_gated ? 3.0 : 2.0;
}

double dense_ffn(const Model& model) {
  return matrices_per_ffn(model) * model.hidden * model.ffn;
}

/// Elements of one MoE layer with `experts` routed experts in use.
double moe_ffn(const Model& model, double experts) {
  const MoeShape& moe = *model.moe;
  return matrices_per_ffn(model) * model.hidden * moe.expert_ffn * (experts + moe.shared_experts) +
         static_cast<double>(model.hidden) * moe.experts;  // the router
}

}  // namespace

std::string_view to_string(Returned returned) {
  switch (returned) {
    case Returned::kHiddenState: return "hidden_state";
    case Returned::kLogits: return "logits";
    case Returned::kClasses: break;
  }
  return "classes";
}

std::string_view to_string(Architecture architecture) {
  switch (architecture) {
    case Architecture::kDecoder: return "decoder";
    case Architecture::kEncoder: return "encoder";
    case Architecture::kEncoderDecoder: return "encoder-decoder";
    case Architecture::kVisionCnn: return "vision-cnn";
    case Architecture::kVisionTransformer: return "vision-transformer";
    case Architecture::kDiffusion: return "diffusion";
    case Architecture::kRecommender: return "recommender";
    case Architecture::kTimeSeries: return "time-series";
  }
  return "decoder";
}

int Model::moe_layers() const {
  if (!moe) return 0;
  return std::max(0, layers - moe->dense_layers) / std::max(1, moe->every);
}

double Model::attention_parameters() const {
  // A decoder that reads an encoder has a second attention per layer, the cross-attention.
  const double crossed = architecture == Architecture::kEncoderDecoder ? layers : 0.0;
  return attention_of_one_layer(*this) * (layers + encoder_layers + crossed);
}

double Model::feed_forward_parameters() const {
  const int sparse = moe_layers();
  double total = dense_ffn(*this) * (layers + encoder_layers - sparse);
  if (moe) total += moe_ffn(*this, moe->experts) * sparse;
  return total;
}

double Model::embedding_parameters() const {
  const double width = embedding_dim > 0 ? embedding_dim : hidden;
  const double projection = embedding_dim > 0 && embedding_dim != hidden ? width * hidden : 0.0;
  return vocabulary * width * (tied_embeddings ? 1.0 : 2.0) + projection;
}

double Model::computed_parameters() const {
  if (layers == 0 || hidden == 0) return 0.0;
  const double copies = shared_layers ? layers : 1.0;
  return (attention_parameters() + feed_forward_parameters()) / copies + embedding_parameters();
}

double Model::active_matrix_parameters() const {
  const int sparse = moe_layers();
  double total = attention_parameters() + dense_ffn(*this) * (layers + encoder_layers - sparse);
  if (moe) total += moe_ffn(*this, moe->top_k) * sparse;
  const bool has_head =
      architecture == Architecture::kDecoder || architecture == Architecture::kEncoderDecoder;
  return total + (has_head ? static_cast<double>(vocabulary) * hidden : 0.0);
}

double Model::kv_elements_per_token() const {
  if (architecture == Architecture::kDecoder || architecture == Architecture::kEncoderDecoder) {
    if (mla) return static_cast<double>(layers) * (mla->kv_rank + mla->rope_dim);
    return 2.0 * layers * kv_heads * head_dim;
  }
  return 0.0;
}

}  // namespace nscope::catalog
