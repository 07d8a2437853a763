#include "costmodel/checks/guards.h"
#include "simcore/catalog/layer_shard.h"

#include <cstdint>

namespace nscope::cost {

std::vector<Finding> context_guard(const catalog::Catalog& catalog, const WorkEstimate& work) {
  const auto found = catalog.model(work.shape.model);
  const std::int64_t tokens = std::int64_t{work.shape.input_tokens} + work.shape.output_tokens;
  if (!found || tokens == 0) return {};
  const catalog::Model& model = **found;
  if (model.architecture != catalog::Architecture::kDecoder) return {};
  if (catalog::has_unlimited_sequences(model)) return {};
  if (model.max_positions == 0) {
    return {{Guard::kContext, Severity::kInfo, work.label,
             tr("prompt and output have {} tokens; the number of positions of {} is unknown",
                as::count(tokens), model.id)}};
  }
  if (tokens <= model.max_positions) return {};
  return {{Guard::kContext, Severity::kWarning, work.label,
           tr("prompt and output have {} tokens, but {} has {} positions in its published "
              "configuration; extending the positions, for example by RoPE scaling, changes the "
              "output",
              as::count(tokens), model.id, as::count(model.max_positions))}};
}

}  // namespace nscope::cost
