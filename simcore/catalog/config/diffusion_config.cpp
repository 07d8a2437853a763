#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr int kAdaptations = 6;  ///< shift, scale and gate of both norms of a block
constexpr int kSingleAdaptations = 3;

/// The dimensions of a diffusion transformer.
struct Dit {
  int width = 0;
  int heads = 0;
  int head_dim = 0;
  int ffn = 0;
  int layers = 0;   ///< double blocks, or blocks with cross-attention
  int singles = 0;  ///< single blocks
  int text_width = 0;
  int text_rows = 0;
  int patch_width = 0;  ///< elements of a patch of the latents
  int patch = 1;        ///< positions of the latents on each side of a patch
  int scale = 1;        ///< pixels for a row, in each direction
};

Block block_of(const Dit& dit, const ConfigFamily& family) {
  return {.kind = Block::Kind::kTransformer,
          .in = dit.width,
          .out = dit.width,
          .scale = dit.scale,
          .heads = dit.heads,
          .head_dim = dit.head_dim,
          .ffn = dit.ffn,
          .rope = true,
          .qk_norm = true,
          .masked = family.masked,
          .modulated = true};
}

/// Blocks in which image and text attend to each other.
void add_joint_blocks(const Dit& dit, const ConfigFamily& family, Network& network) {
  network.push_back(linear_block(dit.text_width, dit.width, dit.text_rows, 1));
  network.push_back(linear_block(dit.patch_width, dit.width, 0, dit.scale));
  network.push_back(linear_block(dit.width, 2 * kAdaptations * dit.width, 1, 1, dit.layers));
  Block both = block_of(dit, family);
  both.text_rows = dit.text_rows;
  both.own_text_weights = true;
  both.times = dit.layers;
  network.push_back(both);
  if (dit.singles > 0) {
    network.push_back(linear_block(dit.width, kSingleAdaptations * dit.width, 1, 1, dit.singles));
    Block single = block_of(dit, family);
    single.text_rows = dit.text_rows;
    single.parallel = true;
    single.times = dit.singles;
    network.push_back(single);
  }
}

/// Blocks in which the image attends to itself and then to the text.
void add_crossed_blocks(const Dit& dit, const ConfigFamily& family, Network& network) {
  network.push_back(linear_block(dit.text_width, dit.width, dit.text_rows, 1));
  network.push_back(linear_block(dit.width, dit.width, dit.text_rows, 1));
  network.push_back(linear_block(dit.patch_width, dit.width, 0, dit.scale));
  network.push_back(linear_block(dit.width, kAdaptations * dit.width, 1, 1));
  Block block = block_of(dit, family);
  block.context_rows = dit.text_rows;
  block.context_width = dit.width;
  block.times = dit.layers;
  network.push_back(block);
}

/// Elements of the embeddings of the denoising step and of the other conditions, and of the last
/// modulation.
double condition_parameters(ConfigReader& in, const Dit& dit, const ConfigFamily& family) {
  constexpr double kFrequencies = 256;
  const double width = dit.width;
  const double step = kFrequencies * width + width * width;
  double sum = step + 2.0 * width * width;
  if (in.flag("guidance_embeds", false)) sum += step;
  if (const auto pooled = in.find({"pooled_projection_dim"}, 0)) {
    sum += 1.0 * *pooled * width + width * width;
  }
  if (const auto layers = in.find({"num_refiner_layers"})) {
    // Transformer layers over the text with two modulations, and their own conditions.
    constexpr double kMatrices = 14;
    sum += *layers * kMatrices * width * width + step + dit.text_width * width + width * width;
  }
  if (family.last_without_text) {
    // Feed-forward part, output projection and four of six modulations of the text.
    constexpr double kMatrices = 13;
    sum -= kMatrices * width * width;
  }
  return sum;
}

}  // namespace

void read_diffusion(ConfigReader& in, const ConfigFamily& family, Model& model) {
  model.architecture = Architecture::kDiffusion;
  Dit dit;
  dit.heads = in.require({"num_attention_heads"});
  dit.head_dim = in.require({"attention_head_dim"});
  if (1.0 * dit.heads * dit.head_dim > kLargestDimension)
    return in.reject("attention_head_dim", tr("is too large"));
  dit.width = dit.heads * dit.head_dim;
  dit.layers = in.require_at_most({"num_layers"}, kMostLayers);
  dit.singles = std::min(in.find({"num_single_layers"}, 0).value_or(0), kMostLayers);
  const double ratio = in.number("mlp_ratio").value_or(4.0);
  dit.ffn = in.find({"ffn_dim"})
                .value_or(static_cast<int>(std::min<double>(kLargestDimension, ratio * dit.width)));
  dit.text_width =
      in.require({"joint_attention_dim", "text_embed_dim", "text_dim", "caption_channels"});
  dit.text_rows = family.text_tokens;
  // The last number of a list is the size in the image; the first is that of frames.
  const Json* const patch = in.member("patch_size");
  if (patch != nullptr && patch->is_array() && !patch->empty() &&
      patch->back().is_number_integer()) {
    dit.patch = std::clamp(static_cast<int>(patch->back().get<double>()), 1, 64);
  } else {
    dit.patch = std::min(in.require({"patch_size"}), 64);
  }
  const int channels = std::min(in.require({"in_channels"}), 1 << 16);
  dit.patch_width = channels * dit.patch * dit.patch;
  dit.scale = family.image_scale * dit.patch;
  if (in.error()) return;
  Network network;
  if (family.blocks == "cross") {
    add_crossed_blocks(dit, family, network);
  } else {
    add_joint_blocks(dit, family, network);
  }
  network.push_back(linear_block(dit.width, dit.patch_width, 0, dit.scale));
  const double biases = (dit.layers * 2.0 + dit.singles) * (6.0 * dit.width + dit.ffn);
  const double parameters = parameters_of(network) + condition_parameters(in, dit, family) + biases;
  constexpr int kSide = 1024;  // pixels of the image if the workload states no size
  const double side = std::floor(1.0 * kSide / dit.scale);
  model.parts.emplace_back().name = "text_encoder";
  model.parts.push_back({.name = "transformer",
                         .parameters = parameters,
                         .layers = dit.layers + dit.singles,
                         .hidden = dit.width,
                         .heads = dit.heads,
                         .ffn = dit.ffn,
                         .tokens = {{fmt::format("{}x{}", kSide, kSide), side * side}},
                         .macs = {},
                         .network = std::move(network)});
  model.parts.emplace_back().name = "vae_decoder";
  // Distilled guidance needs one pass in a step; other models are run with two.
  model.passes_per_step = in.flag("guidance_embeds", false) ? 1 : 2;
  model.parameters = parameters;
}

}  // namespace nscope::catalog
