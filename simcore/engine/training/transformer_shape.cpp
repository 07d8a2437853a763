#include "simcore/engine/training/training_graph.h"
#include "simcore/engine/workload/model_limits.h"

#include <utility>

namespace nscope::sim {
namespace {

/// BERT predicts 15 % of its input (arXiv:1810.04805, section 3.1).
constexpr double kMaskedShare = 0.15;

tl::unexpected<Error> refuse(const catalog::Model& model, Text why) {
  return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, std::move(why)));
}

/// The shape of a vision transformer, whose layers are one block of its network.
Result<TransformerShape> image_shape(const catalog::Model& model) {
  const catalog::Block* layers = nullptr;
  for (const catalog::Block& block : model.network) {
    if (block.kind != catalog::Block::Kind::kTransformer) continue;
    if (layers != nullptr || block.rows == 0 || block.ffn == 0 || block.context_rows > 0) {
      return refuse(model,
                    tr("training is supported only for networks of equal transformer layers"));
    }
    layers = &block;
  }
  if (layers == nullptr)
    return refuse(model, tr("the catalogue does not describe its transformer layers"));
  return TransformerShape{.layers = layers->times,
                          .hidden = layers->in,
                          .heads = layers->heads,
                          .kv_heads = layers->heads,
                          .head_dim = layers->head_dim,
                          .ffn = layers->ffn,
                          .gated = layers->gated,
                          .positions = layers->rows,
                          .parameters = model.parameters};
}

}  // namespace

Result<TransformerShape> transformer_shape(const catalog::Model& model) {
  using catalog::Architecture;
  if (auto possible = check_limits(model); !possible) return fail(possible.error());
  if (model.architecture == Architecture::kVisionTransformer) return image_shape(model);
  const bool decodes = model.architecture == Architecture::kDecoder;
  if (!decodes && model.architecture != Architecture::kEncoder) {
    return refuse(model, tr("training of the architecture {} is not supported",
                            catalog::to_string(model.architecture)));
  }
  if (model.mla) {
    return refuse(model, tr("training with latent attention is not supported"));
  }
  if (model.compressed) {
    return refuse(model, tr("training with compressed attention is not supported"));
  }
  if (decodes && model.loops > 1) {
    return refuse(model, tr("training of layers that a token passes several times is not "
                            "supported"));
  }
  if (model.moe && model.moe->latent > 0) {
    return refuse(model, tr("training of experts with a latent width is not supported"));
  }
  for (const catalog::LayerGroup& layer : model.layer_groups()) {
    if (catalog::has_state(layer.mixer) || layer.mixer == catalog::Mixer::kFeedForward) {
      return refuse(model, tr("training of layers of the kind '{}' is not supported",
                              catalog::to_string(layer.mixer)));
    }
  }
  if (!model.unmodelled.empty()) return refuse(model, tr("{} are not supported", model.unmodelled));
  if (model.layers < 1 || model.hidden < 1 || model.heads < 1 || model.kv_heads < 1 ||
      model.head_dim < 1 || (model.ffn < 1 && !model.moe) || !(model.parameters > 0)) {
    return refuse(model, tr("its dimensions are unknown"));
  }
  return TransformerShape{.layers = model.layers,
                          .hidden = model.hidden,
                          .heads = model.heads,
                          .kv_heads = model.kv_heads,
                          .head_dim = model.head_dim,
                          .ffn = model.ffn,
                          .gated = model.ffn_gated,
                          .causal = decodes,
                          .rotary = decodes && model.ffn_gated,
                          .dropout = !decodes,
                          .vocabulary = model.vocabulary,
                          .tied = model.tied_embeddings || !decodes,
                          .predicted = decodes ? 1 : kMaskedShare,
                          .parameters = model.parameters,
                          .moe = model.moe,
                          .moe_layers = model.moe_layers()};
}

}  // namespace nscope::sim
