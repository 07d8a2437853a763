#include "simcore/catalog/model_reader.h"

#include <algorithm>
#include <cmath>

namespace nscope::catalog {
namespace {

using Found = std::optional<Contradiction>;

bool has_mixer(const Model& model, Mixer mixer) {
  const auto& pattern = model.layer_pattern;
  return std::find(pattern.begin(), pattern.end(), mixer) != pattern.end();
}

Found heads_contradiction(const Model& model) {
  if (model.heads > 0 && (model.kv_heads > model.heads || model.heads % model.kv_heads != 0)) {
    return Contradiction{
        "kv_heads", tr("is {}, which does not divide the {} heads", model.kv_heads, model.heads)};
  }
  if (model.heads > 0 && model.head_dim == 0) {
    return Contradiction{"head_dim",
                         tr("is required because {} heads do not divide the hidden size of {}",
                            model.heads, model.hidden)};
  }
  if (!model.full_attention) return {};
  const AttentionHeads full = model.attention_of(Mixer::kAttention);
  if (full.kv_heads > 0 && full.kv_heads <= full.heads && full.heads % full.kv_heads == 0) {
    return {};
  }
  return Contradiction{"full_attention/kv_heads",
                       tr("is {}, which does not divide the {} heads", full.kv_heads, full.heads)};
}

Found expert_contradiction(const Model& model) {
  if (!model.moe) return {};
  const MoeShape& moe = *model.moe;
  if (moe.top_k > moe.experts) {
    return Contradiction{"moe/top_k",
                         tr("is {}, which exceeds the {} experts", moe.top_k, moe.experts)};
  }
  if (moe.dense_layers > model.layers) {
    return Contradiction{"moe/dense_layers",
                         tr("is {}, which exceeds the {} layers", moe.dense_layers, model.layers)};
  }
  if (model.moe_layers() == 0) {
    return Contradiction{"moe/experts", tr("is {}, but none of the {} layers has experts",
                                           moe.experts, model.layers)};
  }
  return {};
}

Found compressed_contradiction(const Model& model) {
  const bool sparse = has_mixer(model, Mixer::kSparseCompressed);
  if (!model.compressed) {
    const bool used = sparse || has_mixer(model, Mixer::kCompressed);
    if (!used) return {};
    return Contradiction{"compressed", tr("is required by the kinds of the layers")};
  }
  if (!model.sliding_window) {
    return Contradiction{"sliding_window", tr("is required by 'compressed'")};
  }
  if (sparse && !model.sparse_attention) {
    return Contradiction{"sparse_attention", tr("is required by the kinds of the layers")};
  }
  if (model.heads % model.compressed->output_groups != 0) {
    return Contradiction{"compressed/output_groups",
                         tr("is {}, which does not divide the {} heads",
                            model.compressed->output_groups, model.heads)};
  }
  if (model.mla || model.full_attention || model.value_dim > 0 || model.kv_heads != 1) {
    return Contradiction{"compressed",
                         tr("requires 'kv_heads' to be 1, and cannot be combined with "
                            "'mla', 'value_dim' or 'full_attention'")};
  }
  const auto fits = [](Mixer mixer) {
    return mixer == Mixer::kSliding || mixer == Mixer::kCompressed ||
           mixer == Mixer::kSparseCompressed;
  };
  if (model.layer_pattern.empty() ||
      !std::all_of(model.layer_pattern.begin(), model.layer_pattern.end(), fits)) {
    return Contradiction{"layer_pattern",
                         tr("can list only the kinds sliding, compressed and "
                            "sparse_compressed, because the model has 'compressed'")};
  }
  return {};
}

Found mixer_contradiction(const Model& model) {
  if (model.linear && model.linear->value_heads % model.linear->key_heads != 0) {
    return Contradiction{"linear/value_heads",
                         tr("is {}, which is not a multiple of the {} heads of keys",
                            model.linear->value_heads, model.linear->key_heads)};
  }
  if (model.mamba2 && model.mamba2->heads % model.mamba2->groups != 0) {
    return Contradiction{"mamba2/groups", tr("is {}, which does not divide the {} heads",
                                             model.mamba2->groups, model.mamba2->heads)};
  }
  if (model.recurrent && model.recurrent->width % model.recurrent->blocks != 0) {
    return Contradiction{"recurrent/width", tr("is {}, which the {} blocks do not divide",
                                               model.recurrent->width, model.recurrent->blocks)};
  }
  if (has_mixer(model, Mixer::kSliding) && !model.sliding_window) {
    return Contradiction{"sliding_window", tr("is required by the kinds of the layers")};
  }
  if (model.full_attention && !has_mixer(model, Mixer::kAttention)) {
    return Contradiction{"full_attention", tr("is not used by the kinds of the layers")};
  }
  if (model.sparse_attention && !model.mla && !model.compressed) {
    return Contradiction{"sparse_attention", tr("requires 'mla' or 'compressed'")};
  }
  if (auto found = compressed_contradiction(model)) return found;
  if (model.mla && (model.full_attention || model.value_dim > 0)) {
    return Contradiction{"mla", tr("cannot be combined with 'value_dim' or 'full_attention'")};
  }
  return {};
}

}  // namespace

int head_dim_of(const Model& model) {
  return model.heads > 0 && model.hidden % model.heads == 0 ? model.hidden / model.heads : 0;
}

double merged_width(const VisionTower& tower) {
  return tower.pools ? tower.hidden : 1.0 * tower.hidden * tower.merge * tower.merge;
}

std::optional<Contradiction> contradiction(const Model& model) {
  if (auto found = heads_contradiction(model)) return found;
  if (model.layer_pattern.size() > static_cast<std::size_t>(std::max(1, model.layers))) {
    return Contradiction{"layer_pattern", tr("has {} entries, but the model has {} layers",
                                             model.layer_pattern.size(), model.layers)};
  }
  if (auto found = mixer_contradiction(model)) return found;
  if (auto found = expert_contradiction(model)) return found;
  if (model.shared_kv && model.shared_kv->layers >= model.layers) {
    return Contradiction{"shared_kv/layers", tr("is {}, which must be less than the {} layers",
                                                model.shared_kv->layers, model.layers)};
  }
  if (model.parameters > 0 && model.active_parameters > model.parameters) {
    return Contradiction{"active_parameters", tr("exceeds 'parameters'")};
  }
  return {};
}

std::optional<Contradiction> contradiction(const VisionTower& tower) {
  if (tower.heads < 1 || tower.hidden % tower.heads != 0) {
    return Contradiction{"heads",
                         tr("{} heads do not divide the width of {}", tower.heads, tower.hidden)};
  }
  if (tower.image_size > 0 && tower.patch > tower.image_size) {
    return Contradiction{"patch", tr("exceeds the image size of {}", tower.image_size)};
  }
  if (tower.gated_projector && tower.projector == 0) {
    return Contradiction{"gated_projector", tr("requires '{}'", "projector")};
  }
  if (tower.full_layers > tower.layers) {
    return Contradiction{"full_layers",
                         tr("is {}, which exceeds the {} layers", tower.full_layers, tower.layers)};
  }
  if (merged_width(tower) > kLargestDimension) {
    return Contradiction{"merge",
                         tr("{} x {} patches of {} elements give a token more than {} elements",
                            tower.merge, tower.merge, tower.hidden, kLargestDimension)};
  }
  // Far above real images; sums of the positions of all tiles fit in an int.
  constexpr double kMostPositions = 1 << 24;
  const int side = std::max(tower.image_size, tower.assumed_size) / std::max(1, tower.patch);
  const double positions = (tower.most_tiles + 1.0) * (1.0 * side * side + tower.class_tokens);
  if (positions > kMostPositions) {
    return Contradiction{"patch",
                         tr("{} x {} patches in up to {} tiles give an image {} positions; the "
                            "limit is {}",
                            side, side, tower.most_tiles, as::count(std::llround(positions)),
                            as::count(std::llround(kMostPositions)))};
  }
  return {};
}

}  // namespace nscope::catalog
