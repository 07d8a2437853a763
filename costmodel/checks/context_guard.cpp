#include "costmodel/checks/guards.h"
#include "profiler/base/format.h"

#include <cstdint>

#include <fmt/format.h>

namespace nscope::cost {

std::vector<Finding> context_guard(const catalog::Catalog& catalog, const WorkEstimate& work) {
  const auto found = catalog.model(work.shape.model);
  const std::int64_t tokens = std::int64_t{work.shape.input_tokens} + work.shape.output_tokens;
  if (!found || tokens == 0) return {};
  const catalog::Model& model = **found;
  if (model.architecture != catalog::Architecture::kDecoder) return {};
  const std::string needed = fmt::format("prompt and answer are {} tokens", format_count(tokens));
  if (model.max_positions == 0) {
    return {{Guard::kContext, Severity::kInfo, work.label,
             fmt::format("{}; how many positions {} has is not known", needed, model.id)}};
  }
  if (tokens <= model.max_positions) return {};
  return {{Guard::kContext, Severity::kWarning, work.label,
           fmt::format("{}, and {} has {} positions by its published configuration: software that "
                       "stretches them (RoPE scaling) changes the answers",
                       needed, model.id, format_count(model.max_positions))}};
}

}  // namespace nscope::cost
