#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <fmt/format.h>

namespace nscope::catalog {
namespace {

constexpr int kNormAdaptations = 3;                 ///< shift, scale and gate
constexpr int kAdaptations = 2 * kNormAdaptations;  ///< of the two norms of a block
constexpr int kMostPatchSide = 64;
constexpr int kMostChannels = 1 << 16;

/// The dimensions of a diffusion transformer.
struct Dit {
  int width = 0;
  int heads = 0;
  int head_dim = 0;
  int ffn = 0;
  int layers = 0;   ///< double blocks, or blocks with cross-attention
  int singles = 0;  ///< single blocks
  int duals = 0;    ///< double blocks with a second attention of the image alone
  int refiners = 0;  ///< blocks of the image alone, and of the text alone (kUnified)
  int text_width = 0;
  int text_rows = 0;
  int patch = 1;         ///< positions of the latents on each side of a patch
  int input_width = 0;   ///< elements of a patch of the latents
  int output_width = 0;  ///< elements of a patch of the prediction
  int scale = 1;         ///< pixels for a row, in each direction
  bool qk_norm = false;
};

Block block_of(const Dit& dit, const ConfigFamily& family) {
  return {.kind = Block::Kind::kTransformer,
          .in = dit.width,
          .out = dit.width,
          .scale = dit.scale,
          .heads = dit.heads,
          .head_dim = dit.head_dim,
          .ffn = dit.ffn,
          .gated = family.gated,
          .rope = family.rotary,
          .qk_norm = dit.qk_norm,
          .masked = family.masked,
          .modulated = true};
}

/// Blocks in which image and text attend to each other.
void add_joint_blocks(const Dit& dit, const ConfigFamily& family, Network& network) {
  network.push_back(linear_block(dit.text_width, dit.width, dit.text_rows, 1));
  network.push_back(linear_block(dit.input_width, dit.width, 0, dit.scale));
  const auto modulations = [&](int blocks) { return family.shared_modulation ? 1 : blocks; };
  network.push_back(
      linear_block(dit.width, 2 * kAdaptations * dit.width, 1, 1, modulations(dit.layers)));
  Block both = block_of(dit, family);
  both.text_rows = dit.text_rows;
  both.own_text_weights = true;
  both.times = dit.layers - (family.last_without_text ? 1 : 0);
  if (both.times > 0) network.push_back(both);
  if (family.last_without_text) {
    both.times = 1;
    both.text_ends = true;
    network.push_back(both);
  }
  if (dit.duals > 0) {
    network.push_back(linear_block(dit.width, kNormAdaptations * dit.width, 1, 1, dit.duals));
    Block second = block_of(dit, family);
    second.ffn = 0;
    second.times = dit.duals;
    network.push_back(second);
  }
  if (dit.singles > 0) {
    network.push_back(
        linear_block(dit.width, kNormAdaptations * dit.width, 1, 1, modulations(dit.singles)));
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
  network.push_back(linear_block(dit.input_width, dit.width, 0, dit.scale));
  network.push_back(linear_block(dit.width, kAdaptations * dit.width, 1, 1));
  Block block = block_of(dit, family);
  block.context_rows = dit.text_rows;
  block.context_width = dit.width;
  block.times = dit.layers;
  network.push_back(block);
}

/// Blocks of the image and the text as one sequence (Z-Image).
void add_unified_blocks(const Dit& dit, const ConfigFamily& family, Network& network) {
  constexpr int kStepWidth = 256;       // of the embedding of the denoising step
  constexpr int kScaleAdaptations = 4;  // scale and gate of both norms
  network.push_back(linear_block(dit.text_width, dit.width, dit.text_rows, 1));
  network.push_back(linear_block(dit.input_width, dit.width, 0, dit.scale));
  network.push_back(
      linear_block(kStepWidth, kScaleAdaptations * dit.width, 1, 1, dit.layers + dit.refiners));
  Block block = block_of(dit, family);
  if (dit.refiners > 0) {
    block.times = dit.refiners;
    network.push_back(block);
    Block text = block;
    text.rows = dit.text_rows;
    text.scale = 1;
    text.modulated = false;
    network.push_back(text);
  }
  block.times = dit.layers;
  block.text_rows = dit.text_rows;
  network.push_back(block);
}

/// Elements of the embeddings of the denoising step and of the other conditions, and of the last
/// modulation.
double condition_parameters(ConfigReader& in, const Dit& dit, const ConfigFamily& family) {
  constexpr double kFrequencies = 256;
  const double width = dit.width;
  if (family.blocks == DenoiserBlocks::kUnified) {
    constexpr double kStepWidths = 1024.0 * (256 + 256);
    return kStepWidths + kFrequencies * width;
  }
  const double step = kFrequencies * width + width * width;
  double sum = step;
  // Blocks with cross-attention have one modulation, to which the output adds a table.
  if (family.blocks == DenoiserBlocks::kJoint) sum += 2.0 * width * width;
  if (in.flag("guidance_embeds", false)) sum += step;
  if (const auto pooled = in.find({"pooled_projection_dim"}, kFromZero)) {
    sum += 1.0 * *pooled * width + width * width;
  }
  if (const auto layers = in.find({"num_refiner_layers"}, {0, kMostLayers})) {
    // Transformer layers over the text with two modulations, and their own conditions.
    constexpr double kMatrices = 14;
    sum += *layers * kMatrices * width * width + step + dit.text_width * width + width * width;
  }
  if (family.last_without_text) {
    // Four of six modulations of the text.
    constexpr double kMatrices = 4;
    sum -= kMatrices * width * width;
  }
  return sum;
}

/// The positions of the latents on each side of a patch.
int patch_of(ConfigReader& in) {
  // The last number of a list is the size in the image; the first is that of frames. Z-Image lists
  // the sizes that it accepts.
  const char* const member =
      in.member("all_patch_size") != nullptr ? "all_patch_size" : "patch_size";
  const Json* const patch = in.member(member);
  if (patch == nullptr || !patch->is_array()) return in.require({member}, {1, kMostPatchSide});
  const std::vector<int> sizes = in.numbers(member);
  if (in.error()) return 1;
  if (sizes.empty() || sizes.back() < 1 || sizes.back() > kMostPatchSide) {
    in.reject(member, tr("must end with a whole number between 1 and {}", kMostPatchSide));
    return 1;
  }
  return sizes.back();
}

/// The number of blocks with a second attention (Stable Diffusion 3.5).
int dual_blocks(ConfigReader& in, int layers) {
  const std::vector<int> blocks = in.numbers("dual_attention_layers");
  for (const int block : blocks) {
    if (block >= layers) {
      in.reject("dual_attention_layers", tr("layer {} exceeds the {} layers", block, layers));
    }
  }
  return static_cast<int>(std::set<int>(blocks.begin(), blocks.end()).size());
}

/// The width of a head, stated itself or by the width of all of them.
int denoiser_head_dim(ConfigReader& in, const ConfigFamily& family, int heads) {
  if (family.blocks != DenoiserBlocks::kUnified) return in.require({"attention_head_dim"});
  const int width = in.require({"dim"});
  if (width % heads != 0) {
    in.reject("dim", tr("is {}, which the {} heads do not divide", width, heads));
  }
  return std::max(1, width / heads);
}

Dit read_dimensions(ConfigReader& in, const ConfigFamily& family) {
  const bool unified = family.blocks == DenoiserBlocks::kUnified;
  Dit dit;
  dit.heads = in.require({"num_attention_heads", "n_heads"});
  dit.head_dim = denoiser_head_dim(in, family, dit.heads);
  if (1.0 * dit.heads * dit.head_dim > kLargestDimension) {
    in.reject("attention_head_dim", tr("is too large: {} heads would have more than {} columns",
                                       dit.heads, kLargestDimension));
    return dit;
  }
  dit.width = dit.heads * dit.head_dim;
  dit.layers = in.require({"num_layers", "n_layers"}, kLayerCount);
  dit.refiners = in.find({"n_refiner_layers"}, {0, kMostLayers}).value_or(0);
  dit.singles = in.find({"num_single_layers"}, {0, kMostLayers}).value_or(0);
  dit.duals = dual_blocks(in, dit.layers);
  const double usual_ratio = unified ? 8.0 / 3 : 4.0;
  const double ffn = in.number("mlp_ratio").value_or(usual_ratio) * dit.width;
  if (const auto stated = in.find({"ffn_dim"})) {
    dit.ffn = *stated;
  } else if (ffn > kLargestDimension) {
    in.reject("mlp_ratio", tr("is too large: the feed-forward part would have more than {} columns",
                              kLargestDimension));
  } else {
    dit.ffn = static_cast<int>(ffn);
  }
  dit.text_width =
      in.require({"joint_attention_dim", "text_embed_dim", "text_dim", "caption_channels",
                  "cap_feat_dim"});
  dit.text_rows = family.text_tokens;
  dit.patch = patch_of(in);
  const int channels = in.require({"in_channels"}, {1, kMostChannels});
  const int returned = in.find({"out_channels"}, {1, kMostChannels}).value_or(channels);
  dit.input_width = family.packed ? channels : channels * dit.patch * dit.patch;
  dit.output_width = returned * dit.patch * dit.patch;
  dit.scale = family.image_scale * dit.patch;
  dit.qk_norm = unified ? in.flag("qk_norm", true) : !in.text("qk_norm").empty();
  if (const auto context = in.find({"cross_attention_dim"}); context && *context != dit.width) {
    in.refuse("cross_attention_dim",
              tr("is {}, which must be the width of the blocks, {}", *context, dit.width));
  }
  if (in.find({"added_kv_proj_dim"})) {
    in.refuse("added_kv_proj_dim", tr("attention to an image that is given is not supported"));
  }
  return dit;
}

}  // namespace

void read_diffusion(ConfigReader& in, const ConfigFamily& family, Model& model) {
  model.architecture = Architecture::kDiffusion;
  const Dit dit = read_dimensions(in, family);
  if (in.error()) return;
  Network network;
  switch (family.blocks) {
    case DenoiserBlocks::kJoint: add_joint_blocks(dit, family, network); break;
    case DenoiserBlocks::kCrossed: add_crossed_blocks(dit, family, network); break;
    case DenoiserBlocks::kUnified: add_unified_blocks(dit, family, network); break;
  }
  network.push_back(linear_block(dit.width, dit.output_width, 0, dit.scale));
  // The matrices of families with a gate have no biases.
  const double biases =
      family.gated ? 0.0 : (dit.layers * 2.0 + dit.singles) * (6.0 * dit.width + dit.ffn);
  const double parameters = parameters_of(network) + condition_parameters(in, dit, family) + biases;
  constexpr int kSide = 1024;  // pixels of the image if the workload states no size
  const double side = std::floor(1.0 * kSide / dit.scale);
  model.parts.emplace_back().name = "text_encoder";
  model.parts.push_back({.name = "transformer",
                         .parameters = parameters,
                         .layers = dit.layers + dit.singles + 2 * dit.refiners,
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
  model.note = tr("{} tokens of text are assumed", dit.text_rows);
}

}  // namespace nscope::catalog
