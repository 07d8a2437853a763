#include "simcore/engine/inference/prompt_images.h"

#include "simcore/engine/graph/network_graph.h"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <utility>

namespace nscope::sim {
namespace {

constexpr int kMostImages = 1000;
constexpr int kMostImageTokens = 1 << 20;
/// Sequences of the tower in one pass, far above real batches, so that they fit in an int.
constexpr double kMostSequences = 1 << 28;

/// A sum that cannot exceed an int; plan_static_batch() rejects such lengths.
int sum_of(int tokens, int more) {
  return static_cast<int>(
      std::min<std::int64_t>(std::numeric_limits<int>::max(), std::int64_t{tokens} + more));
}

}  // namespace

Result<std::optional<PromptImages>> prompt_images(const catalog::Model& model,
                                                  const Workload& workload) {
  const auto refuse = [&](Text why) {
    return fail(ErrorCode::kInvalidArgument, tr("{}: {}", model.id, std::move(why)));
  };
  if (workload.images == 0) {
    if (workload.image_height == 0) return std::optional<PromptImages>();
    return refuse(model.vision ? tr("an image size requires 'images', their number in each prompt")
                               : tr("image does not apply to models that generate tokens and "
                                    "read no images"));
  }
  if (!model.vision)
    return refuse(
        tr("the catalogue has no vision tower of the model, so "
           "'images' does not apply"));
  if (workload.images > kMostImages || workload.frames > 1) {
    return refuse(tr("a prompt has at most {} images, and videos are not supported", kMostImages));
  }
  PromptImages images{.tower = &*model.vision, .count = workload.images};
  images.input = catalog::vision_input(*model.vision, workload.image_height, workload.image_width);
  const double tokens = 1.0 * images.count * images.input.tokens;
  if (tokens > kMostImageTokens) {
    return refuse(tr("the images have {} tokens; the maximum is {}", as::count(tokens),
                     as::count(kMostImageTokens)));
  }
  const double sequences =
      1.0 * images.count * workload.batch * images.input.tiles * std::max(1, images.input.windows);
  if (sequences > kMostSequences) {
    return refuse(
        tr("the images of a batch of {} prompts are {} sequences of the vision tower; "
           "the maximum is {}; use a smaller batch or fewer images",
           as::count(workload.batch), as::fixed(sequences, 0), as::fixed(kMostSequences, 0)));
  }
  return std::optional(images);
}

Workload with_image_tokens(Workload workload, const PromptImages& images) {
  workload.input_tokens = sum_of(workload.input_tokens, images.tokens());
  if (workload.requests != nullptr && workload.sequence_length > 0) {
    workload.sequence_length = sum_of(workload.sequence_length, images.tokens());
  }
  return workload;
}

StepGraph image_graph(const Machine& machine, const Parameters& parameters,
                      const DecoderLayout& layout, const PromptImages& images, int prompts) {
  const catalog::VisionTower& tower = *images.tower;
  const Rates rates{machine, parameters, layout.element_bytes, layout.element_bytes > 2};
  StepGraph graph{.before = {}, .layers = {}, .after = {}, .overlap = overlap_of(rates)};
  for (const catalog::VisionPart& part : catalog::vision_parts(tower, images.input)) {
    const NetworkInput input{.batch = part.sequences * images.count * prompts,
                             .weight_bytes = layout.element_bytes,
                             .fused_attention = true,
                             .tensor_parallel = std::min(layout.tensor_parallel, tower.heads)};
    StepGraph pass = network_graph(rates, part.network, input);
    const auto add = [&](std::vector<Operator> operators, int count) {
      if (!operators.empty()) graph.layers.push_back({std::move(operators), count, "vision"});
    };
    add(std::move(pass.before), 1);
    for (StepGraph::Layers& layers : pass.layers) add(std::move(layers.operators), layers.count);
    add(std::move(pass.after), 1);
  }
  return graph;
}

double image_seconds(const Machine& machine, const Parameters& parameters,
                     const DecoderLayout& layout, const PromptImages& images, int prompts) {
  return parameters.call_launch +
         total(image_graph(machine, parameters, layout, images, prompts)).seconds;
}

}  // namespace nscope::sim
