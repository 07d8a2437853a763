#include "simcore/catalog/config/config_parts.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::catalog {
namespace {

/// Side of an image that keeps its size, if the workload states none, in pixels.
constexpr int kAssumedSide = 1024;

constexpr WholeRange kMerge{1, 1024};

/// Patches on each side of the square that becomes one token.
int merge_of(ConfigReader& in, ConfigReader& whole, const VisionTower& tower) {
  if (const auto merge =
          in.find({"spatial_merge_size", "merge_kernel_size", "pooling_kernel_size"}, kMerge)) {
    return *merge;
  }
  if (const auto merge = whole.find({"spatial_merge_size", "scale_factor", "downsample_factor"}, kMerge)) return *merge;
  for (ConfigReader* const reader : {&in, &whole}) {
    for (const char* const name : {"pixel_shuffle_ratio", "downsample_ratio"}) {
      const auto ratio = reader->number(name, 1.0);
      if (!ratio) continue;
      const double merge = std::round(1.0 / *ratio);
      if (merge <= kMerge.most) return static_cast<int>(merge);
      reader->reject(name, tr("must be at least 1/{}", kMerge.most));
      return 1;
    }
  }
  if (const auto tokens = whole.find({"mm_tokens_per_image"}); tokens && tower.image_size > 0) {
    const double side = std::sqrt(*tokens);
    return std::max(1, static_cast<int>(std::lround(tower.image_size / tower.patch / side)));
  }
  return 1;
}

void set_projection(ConfigReader& in, ConfigReader& whole, const ConfigFamily& family,
                    VisionTower& tower) {
  tower.pools = family.projection == Projection::kPooled;
  switch (family.projection) {
    case Projection::kTwo:
      tower.projector = in.find({"projector_output_dim"})
                            .value_or(whole.find({"projector_hidden_size"}).value_or(tower.output));
      // Llama 4 has two matrices of the adapter before that of the decoder.
      if (in.find({"projector_output_dim"})) tower.second_projector = tower.projector;
      break;
    case Projection::kMerged:
      tower.projector = tower.hidden;
      tower.second_projector = tower.output;
      break;
    case Projection::kSquare:
      // An excessive width is an error of contradiction().
      tower.projector = static_cast<int>(std::min(merged_width(tower), 1.0 * kLargestDimension));
      break;
    case Projection::kHalved:
      tower.projector = whole.require({"alignment_intermediate_size"}) / 2;
      tower.gated_projector = true;
      break;
    case Projection::kFeedForward:
      tower.projector = tower.output;
      tower.projector_ffn = in.require({"intermediate_size"});
      break;
    case Projection::kNone:
    case Projection::kOne:
    case Projection::kPooled: break;
  }
}

constexpr std::array<MemberName, 4> kTowerMembers{{
    {"heads", "num_heads"},
    {"patch", "patch_size"},
    {"merge", "spatial_merge_size"},
    {"full_layers", "fullatt_block_indexes"},
}};

/// Sizes, tiles and windows.
void read_images(ConfigReader& in, const ConfigFamily& known, ConfigReader& whole,
                 const ConfigFamily& family, VisionTower& tower) {
  const int image = in.find({"image_size"}, kImageSide).value_or(0);
  if (image > 0 && tower.patch > image)
    return in.reject("patch_size", tr("exceeds the image size of {}", image));
  if (!known.keeps_size) tower.image_size = image;
  tower.merge = merge_of(in, whole, tower);
  constexpr WholeRange kTiles{1, 256};
  tower.most_tiles = whole.find({"max_dynamic_patch"}, kTiles)
                         .value_or(in.find({"max_num_tiles"}, kTiles).value_or(family.most_tiles));
  tower.overview = family.overview;
  if (known.keeps_size) {
    const int side = image > 0 ? image / tower.patch / tower.merge : 0;
    tower.most_tokens = whole.find({"vision_soft_tokens_per_image"})
                            .value_or(side > 0 ? side * side : known.most_tokens);
    tower.assumed_size = kAssumedSide;
  }
  if (const auto window = in.find({"window_size"}, kImageSide)) {
    const int side = std::max(1, *window / tower.patch);
    tower.window = side * side;
    const std::vector<int> full = in.numbers("fullatt_block_indexes");
    tower.full_layers = static_cast<int>(
        std::count_if(full.begin(), full.end(), [&](int layer) { return layer < tower.layers; }));
  }
}

}  // namespace

VisionTower read_vision_tower(ConfigReader& in, const ConfigFamily& known, ConfigReader& whole,
                              const ConfigFamily& family, int decoder_hidden) {
  VisionTower tower;
  tower.layers = in.require({"num_hidden_layers", "depth", "vt_num_hidden_layers"}, kLayerCount);
  tower.layers += in.find({"num_global_layers"}, {0, kMostLayers}).value_or(0);
  // The hidden_size of Qwen2-VL is that of the decoder.
  const auto embedded = in.find({"embed_dim"});
  tower.hidden = embedded ? *embedded : in.require({"hidden_size", "vt_hidden_size"});
  tower.heads = in.require(
      {"num_heads", "num_attention_heads", "attention_heads", "vt_num_attention_heads"});
  // The intermediate_size of GLM-4V is that of the feed-forward part after the projection.
  tower.ffn = family.projection == Projection::kFeedForward ? in.require({"out_hidden_size"})
                                                            : vision_ffn_of(in, tower.hidden);
  tower.gated = known.gated;
  tower.patch = in.require({"patch_size"}, kImageSide);
  if (const int channels = channels_of(in); channels != 3) {
    in.refuse("num_channels", tr("is {}, but only images of 3 channels are supported", channels));
  }
  tower.class_tokens = known.class_tokens;
  tower.output = decoder_hidden;
  tower.is_crossed = family.crossed;
  if (in.error()) return tower;
  read_images(in, known, whole, family, tower);
  if (in.error()) return tower;
  set_projection(in, whole, family, tower);
  // Qwen3-VL also projects the outputs of some layers.
  tower.projections += static_cast<int>(in.numbers("deepstack_visual_indexes").size());
  if (in.error()) return tower;
  if (const auto wrong = contradiction(tower)) {
    in.reject(config_name(kTowerMembers, wrong->member), wrong->why);
    return tower;
  }
  const int grid = tower.image_size > 0 ? tower.image_size / tower.patch : 0;
  const double vectors = tower.layers * (9.0 * tower.hidden + tower.ffn) +
                         (1.0 * grid * grid + tower.class_tokens +
                          in.find({"num_position_embeddings"}, kFromZero).value_or(0)) *
                             tower.hidden;
  tower.parameters = matrix_parameters(tower) + vectors;
  // Llama 4 has the member, too, for the output of its adapter.
  if (const auto joined = in.find({"vision_output_dim"}); joined && family.crossed) {
    // Mllama concatenates the outputs of several layers before the projection, and has positions
    // for each tile of each aspect ratio.
    constexpr double kAspectRatios = 9;
    tower.parameters +=
        (1.0 * *joined - tower.hidden) * tower.output +
        kAspectRatios * tower.most_tiles * vision_input(tower, 0, 0).positions * tower.hidden;
  }
  return tower;
}

}  // namespace nscope::catalog
