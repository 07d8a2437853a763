#include "simcore/catalog/model_reader.h"
#include "simcore/catalog/vision_tower.h"

#include <algorithm>
#include <cmath>

namespace nscope::catalog {
namespace {

constexpr int kMostPatch = 1024;
constexpr int kMostSide = 16384;
constexpr int kMostTiles = 256;

VisionTower read_tower(StrictObject& in) {
  VisionTower tower;
  tower.layers = read_dimension(in, "layers", true);
  tower.hidden = read_dimension(in, "hidden", true);
  tower.heads = read_dimension(in, "heads", true);
  tower.ffn = read_dimension(in, "ffn", true);
  tower.gated = in.optional_boolean("ffn_gated", false);
  tower.patch = whole_member(in, "patch", tower.patch, 1, kMostPatch);
  tower.merge = whole_member(in, "merge", 1, 1, kMostPatch);
  tower.pools = in.optional_boolean("pools", false);
  tower.image_size = whole_member(in, "image_size", 0, 0, kMostSide);
  tower.most_tiles = whole_member(in, "most_tiles", 1, 1, kMostTiles);
  tower.overview = in.optional_boolean("overview", false);
  tower.class_tokens = whole_member(in, "class_tokens", 0, 0, kMostSide);
  tower.window = read_dimension(in, "window", false);
  tower.full_layers = read_dimension(in, "full_layers", false, 0);
  tower.most_tokens = read_dimension(in, "most_tokens", false);
  tower.assumed_size = whole_member(in, "assumed_size", 0, 0, kMostSide);
  tower.projector = read_dimension(in, "projector", false);
  tower.second_projector = read_dimension(in, "second_projector", false);
  tower.gated_projector = in.optional_boolean("gated_projector", false);
  tower.projector_ffn = read_dimension(in, "projector_ffn", false);
  tower.projections = whole_member(in, "projections", 1, 1, kMostTiles);
  tower.is_crossed = in.optional_boolean("is_crossed", false);
  const double parameters = in.number("parameters");
  if (!std::isfinite(parameters) || parameters <= 0.0)
    in.reject("parameters", tr("must be greater than 0"));
  tower.parameters = parameters;
  if (tower.image_size == 0 && tower.assumed_size == 0)
    in.reject("image_size", tr("is required; a tower that does not resize images needs "
                               "'assumed_size' instead"));
  if (!in.first_error()) return tower;
  if (const auto wrong = contradiction(tower)) in.reject(wrong->member, wrong->why);
  return tower;
}

}  // namespace

std::optional<VisionTower> read_vision(StrictObject& in, int decoder_hidden) {
  const Json* const json = in.optional("vision");
  if (json == nullptr) return std::nullopt;
  StrictObject inner(*json, in.path("vision"));
  VisionTower tower = read_tower(inner);
  tower.output = decoder_hidden;
  forward_error(inner, in);
  return tower;
}

}  // namespace nscope::catalog
