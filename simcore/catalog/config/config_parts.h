#pragma once

#include "simcore/catalog/config/config_family.h"
#include "simcore/catalog/config/config_reader.h"
#include "simcore/catalog/model.h"

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
/// The mixers of the layers and their dimensions. Sets `layers` if the file states it only by the
/// list of its layers.
void read_mixers(ConfigReader& in, const ConfigFamily& family, Model& model);

/// Elements of norms, biases and learned positions of a text model, which are not matrices.
double vector_parameters(const Model& model, const ConfigFamily& family);

}  // namespace nscope::catalog
