#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"

#include <algorithm>

namespace nscope::sim {

/// Rejects dimensions far above those of real models, which a file of the user can contain, to
/// limit the size of the graphs. Errors: kInvalidArgument.
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
              tr("{}: the number of layers must be at most {}, and dimensions at most {}", model.id,
                 as::count(kMostLayers), as::count(kWidest)));
}

}  // namespace nscope::sim
