#pragma once

#include "simcore/catalog/network.h"

#include <optional>
#include <vector>

namespace nscope::catalog {

/// The vision transformer of a vision-language model and the projection of its output to tokens of
/// the decoder. An image is cut into square patches; `merge` x `merge` neighbouring patches become
/// one token, which joins the prompt. Plain data; zero means not stated.
struct VisionTower {
  int layers = 0;
  int hidden = 0;
  int heads = 0;
  int ffn = 0;
  bool gated = false;
  int patch = 14;      ///< side of a patch in pixels
  int merge = 1;       ///< patches on each side of a square that becomes one token
  bool pools = false;  ///< the patches of a token are averaged instead of concatenated
  int image_size = 0;  ///< side of the square that an image or a tile is resized to, in pixels; 0:
                       ///< an image keeps its size
  int most_tiles = 1;  ///< squares that an image is cut into at most
  bool overview = false;  ///< an image of several tiles has a further tile with the whole image
  int class_tokens = 0;   ///< positions of a tile that are not patches
  int window = 0;         ///< positions of an attention window; 0: attention over the whole image
  int full_layers = 0;    ///< layers without windows, if there are windows
  int most_tokens = 0;    ///< of an image that keeps its size: larger ones are scaled down; 0: no
                          ///< limit
  int assumed_size = 0;   ///< side of an image that keeps its size, if the workload states none
  int projector = 0;      ///< width between the first two matrices of the projection; 0: one matrix
  int second_projector = 0;  ///< width between the second and a third matrix; 0: two matrices
  bool gated_projector = false;  ///< the first matrix has another half, which gates its output
  int projector_ffn = 0;     ///< width of a gated feed-forward part after the projection; 0: none
  int projections = 1;       ///< projections of the outputs of different layers
  int output = 0;            ///< width of the projected tokens: the hidden size of the decoder
  /// The image is not part of the prompt: cross-attention layers of the decoder read it.
  bool is_crossed = false;
  double parameters = 0;  ///< of tower and projection
};

/// The work of a tower for one image.
struct VisionInput {
  int tiles = 1;      ///< sequences of the tower
  int positions = 0;  ///< of one tile
  int tokens = 0;     ///< that the whole image has for the decoder
  int windows = 1;    ///< of one tile
};

/// The tiles, positions and tokens of an image of `height` x `width` pixels; 0: the size that the
/// tower resizes to, or `assumed_size`.
///   resized: patches = (image_size / patch)^2 of each tile
///   kept:    each side is rounded to whole tokens, and scaled down if there are too many
VisionInput vision_input(const VisionTower& tower, int height, int width);

/// Operators of a tower and the number of sequences that they process at the same time.
struct VisionPart {
  Network network;
  int sequences = 1;
};

/// The parts of a tower for one image, in sequence: patches and windowed layers for each window of
/// each tile, layers with full attention for each tile, and the projection.
std::vector<VisionPart> vision_parts(const VisionTower& tower, const VisionInput& input);

/// Reads the optional key "vision" of a model (docs/how-to/add-a-device-or-instance.md). Problems
/// are reported through `in`.
std::optional<VisionTower> read_vision(StrictObject& in, int decoder_hidden);

/// Elements of the matrices of the tower and its projection.
double matrix_parameters(const VisionTower& tower);

}  // namespace nscope::catalog
