#pragma once

#include "simcore/catalog/fact_reader.h"
#include "simcore/catalog/model.h"

#include <optional>

namespace nscope::catalog {

/// A whole number between `least` and kLargestDimension, or 0 if the optional key is absent.
int read_dimension(StrictObject& in, const char* key, bool required, int least = 1);

/// A whole number between `least` and `most`; `fallback` if the optional key is absent or wrong.
int whole_member(StrictObject& in, const char* key, int fallback, int least, int most);

/// Reads the members of the mixers of a decoder into `model`, whose other dimensions are already
/// read, and rejects kinds of layers without their dimensions.
void read_mixers(StrictObject& in, Model& model);

/// The width of a head that is not stated; 0 if the heads do not divide the hidden size, which
/// contradiction() reports.
int head_dim_of(const Model& model);

/// Width of the patches of one token before the projection, in elements.
double merged_width(const VisionTower& tower);

/// A statement about a model that contradicts another one, or that describes no possible model.
struct Contradiction {
  const char* member;  ///< as in nscope.models/1: "moe/top_k"; of a tower: "patch"
  Text why;
};
/// The first contradiction between the dimensions, which are all in their ranges; nullopt: none.
/// Both readers of models refuse it, so that no computation has to. Pure.
std::optional<Contradiction> contradiction(const Model& model);
std::optional<Contradiction> contradiction(const VisionTower& tower);

}  // namespace nscope::catalog
