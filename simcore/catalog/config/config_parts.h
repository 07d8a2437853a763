#pragma once

#include "simcore/catalog/config/config_family.h"
#include "simcore/catalog/config/config_reader.h"
#include "simcore/catalog/model_reader.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::catalog {

/// A matrix of `in` x `out` that `rows` rows, or the pixels at `scale`, pass.
inline Block linear_block(int in, int out, int rows, int scale = 1, int times = 1) {
  return {.kind = Block::Kind::kLinear,
          .in = in,
          .out = out,
          .scale = scale,
          .rows = rows,
          .times = times};
}

/// A member of nscope.models/1 and its name in a config.json.
using MemberName = std::pair<std::string_view, std::string_view>;

/// The name of a member in a config.json; the same if the table does not have it.
inline std::string_view config_name(std::span<const MemberName> table, std::string_view member) {
  const auto known = std::find_if(table.begin(), table.end(),
                                  [&](const MemberName& each) { return each.first == member; });
  return known == table.end() ? member : known->second;
}

/// Rejects a list that must have an entry for each layer.
void check_layer_list(ConfigReader& in, std::string_view member, std::size_t entries, int layers);

/// The width of the feed-forward part of a vision transformer, stated itself or as a multiple of
/// the hidden size.
int vision_ffn_of(ConfigReader& in, int hidden);
/// Two thirds of the width, rounded up to a multiple of 8, as DINOv2 and NeoBERT state the width of
/// gate and value together.
inline int two_thirds_of(int width) {
  return (static_cast<int>(width * 2.0 / 3.0) + 7) / 8 * 8;
}
/// The channels of an image; 3 if the file states none. Spectra and several images have others.
int channels_of(ConfigReader& in);

// The readers of the kinds of config.json. Each fills the model from the members and keeps the
// first error in the reader.

void read_decoder(ConfigReader& in, const ConfigFamily& family, Model& model);
void read_encoder(ConfigReader& in, const ConfigFamily& family, Model& model);
void read_encoder_decoder(ConfigReader& in, const ConfigFamily& family, Model& model);
void read_vision_model(ConfigReader& in, const ConfigFamily& family, const Json& config,
                       Model& model);
void read_diffusion(ConfigReader& in, const ConfigFamily& family, Model& model);

/// The tower of a vision-language model: `in` is its vision_config, `whole` the whole file.
VisionTower read_vision_tower(ConfigReader& in, const ConfigFamily& tower, ConfigReader& whole,
                              const ConfigFamily& family, int decoder_hidden);

// Parts of read_decoder().

/// The experts, and the width of the feed-forward part of the other layers.
void read_experts(ConfigReader& in, const ConfigFamily& family, Model& model);
/// Whether the file lists the parts of its layers, and its feed-forward parts have no experts.
bool lists_only_dense_parts(const ConfigReader& in);
/// Whether the file lists blocks with parts of different widths (`block_configs`).
bool has_blocks(const ConfigReader& in);
/// The attention and feed-forward parts of such blocks, each of which becomes a layer. All
/// feed-forward parts get their mean width. Replaces read_mixers().
void read_blocks(ConfigReader& in, Model& model);
/// The heads of layers with windows and of others, if the file lists those of each layer.
void read_layer_heads(ConfigReader& in, const std::vector<Mixer>& mixers, Model& model);
/// The mixers of the layers and their dimensions. Sets `layers` if the file states it only by the
/// list of its layers.
void read_mixers(ConfigReader& in, const ConfigFamily& family, Model& model);

/// Elements of norms, biases and learned positions of a text model, which are not matrices.
double vector_parameters(const Model& model, const ConfigFamily& family);

}  // namespace nscope::catalog
