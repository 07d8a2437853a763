#include "simcore/catalog/vision_tower.h"

#include "simcore/catalog/model_reader.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace nscope::catalog {
namespace {

constexpr int kColours = 3;

/// The rows and columns of the tiles of an image: the grid whose aspect ratio is closest to that of
/// the image. Of equally close grids, the largest that does not more than double the area.
std::pair<int, int> tile_grid(const VisionTower& tower, int height, int width) {
  if (height <= 0 || width <= 0) return {1, 1};
  const double wanted = 1.0 * width / height;
  const double area = 1.0 * width * height / tower.image_size / tower.image_size;
  std::pair<int, int> best{1, 1};
  double closest = std::abs(1.0 - wanted);
  for (int rows = 1; rows <= tower.most_tiles; ++rows) {
    for (int columns = 1; rows * columns <= tower.most_tiles; ++columns) {
      const double distance = std::abs(1.0 * columns / rows - wanted);
      const bool larger = distance == closest && rows * columns > best.first * best.second &&
                          rows * columns < 2.0 * area;
      if (distance < closest || larger) {
        best = {rows, columns};
        closest = distance;
      }
    }
  }
  return best;
}

/// The tokens of an image that keeps its size, as rows and columns.
std::pair<int, int> kept_grid(const VisionTower& tower, int height, int width) {
  const double side = 1.0 * tower.patch * tower.merge;
  double rows = std::max(1.0, std::round(height / side));
  double columns = std::max(1.0, std::round(width / side));
  if (tower.most_tokens > 0 && rows * columns > tower.most_tokens) {
    const double scale = std::sqrt(tower.most_tokens / (rows * columns));
    rows = std::max(1.0, std::floor(rows * scale));
    columns = std::max(1.0, std::floor(std::min(columns * scale, tower.most_tokens / rows)));
  }
  return {static_cast<int>(rows), static_cast<int>(columns)};
}

Block layers_of(const VisionTower& tower, int rows, int times) {
  return {.kind = Block::Kind::kTransformer,
          .in = tower.hidden,
          .out = tower.hidden,
          .rows = rows,
          .times = times,
          .heads = tower.heads,
          .head_dim = tower.hidden / tower.heads,
          .ffn = tower.ffn,
          .gated = tower.gated};
}

Block tower_matrix(int in, int out, int rows) {
  return {.kind = Block::Kind::kLinear, .in = in, .out = out, .rows = rows};
}

}  // namespace

VisionInput vision_input(const VisionTower& tower, int height, int width) {
  VisionInput input;
  if (tower.image_size > 0) {
    const auto [rows, columns] = tile_grid(tower, height, width);
    const int grid = std::max(1, tower.image_size / tower.patch);
    const int merged = std::max(1, grid / tower.merge);
    input.tiles = rows * columns;
    if (tower.overview && input.tiles > 1) ++input.tiles;
    input.positions = grid * grid + tower.class_tokens;
    input.tokens = input.tiles * (tower.is_crossed ? input.positions : merged * merged);
  } else {
    const auto [rows, columns] = kept_grid(tower, height > 0 ? height : tower.assumed_size,
                                           width > 0 ? width : tower.assumed_size);
    input.tokens = rows * columns;
    input.positions = input.tokens * tower.merge * tower.merge + tower.class_tokens;
  }
  if (tower.window > 0) {
    input.windows = std::max(1, (input.positions + tower.window - 1) / tower.window);
  }
  return input;
}

std::vector<VisionPart> vision_parts(const VisionTower& tower, const VisionInput& input) {
  std::vector<VisionPart> parts;
  const int windowed = input.windows > 1 ? tower.layers - tower.full_layers : 0;
  const Block patches =
      tower_matrix(kColours * tower.patch * tower.patch, tower.hidden, input.positions);
  parts.push_back({{patches}, input.tiles});
  if (windowed > 0) {
    parts.push_back({{layers_of(tower, tower.window, windowed)}, input.tiles * input.windows});
  }
  if (windowed == 0) {
    parts.back().network.push_back(layers_of(tower, input.positions, tower.layers));
  } else if (tower.full_layers > 0) {
    parts.push_back({{layers_of(tower, input.positions, tower.full_layers)}, input.tiles});
  }
  const int tokens = std::max(1, input.tokens / input.tiles);
  const int width = static_cast<int>(merged_width(tower));
  Network projection;
  if (tower.projector > 0) {
    projection = {tower_matrix(width, (tower.gated_projector ? 2 : 1) * tower.projector, tokens)};
    int inner = tower.projector;
    if (tower.second_projector > 0) {
      projection.push_back(tower_matrix(inner, tower.second_projector, tokens));
      inner = tower.second_projector;
    }
    projection.push_back(tower_matrix(inner, tower.output, tokens));
  } else if (tower.output > 0) {
    projection = {tower_matrix(width, tower.output, tokens)};
  }
  if (tower.projector_ffn > 0) {
    projection.push_back(tower_matrix(tower.output, 2 * tower.projector_ffn, tokens));
    projection.push_back(tower_matrix(tower.projector_ffn, tower.output, tokens));
  }
  for (Block& matrix : projection) matrix.times = tower.projections;
  if (!projection.empty()) parts.push_back({std::move(projection), input.tiles});
  return parts;
}

double matrix_parameters(const VisionTower& tower) {
  const double hidden = tower.hidden;
  const double layer = 4.0 * hidden * hidden + (tower.gated ? 3.0 : 2.0) * hidden * tower.ffn;
  const double width = (tower.gated_projector ? 2 : 1) * merged_width(tower);
  const double second = tower.second_projector;
  const double projection = tower.projector == 0 ? width * tower.output
                            : second == 0
                                ? (width + tower.output) * tower.projector
                                : (width + second) * tower.projector + second * tower.output;
  const double feed_forward = 3.0 * tower.output * tower.projector_ffn;
  return 1.0 * kColours * tower.patch * tower.patch * hidden + tower.layers * layer +
         tower.projections * (projection + feed_forward);
}

}  // namespace nscope::catalog
