#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"

#include <algorithm>

#include <fmt/format.h>

namespace nscope::sim {

/// Refuses dimensions beyond any model, which a user's own file can state: it keeps small
/// what such a file can make us build. Errors: kInvalidArgument.
inline Result<> check_limits(const catalog::Model& model) {
  constexpr int kMostLayers = 10'000;
  constexpr int kWidest = 1 << 24;
  if (std::max(model.layers, model.encoder_layers) <= kMostLayers &&
      model.moe_layers() <= model.layers &&
      std::max({model.hidden, model.ffn, model.vocabulary, model.heads, model.head_dim}) <=
          kWidest) {
    return {};
  }
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("{}: more than {} layers or a dimension above {} is out of range",
                          model.id, kMostLayers, kWidest));
}

}  // namespace nscope::sim
