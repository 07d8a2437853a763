#pragma once

#include "profiler/base/result.h"
#include "simcore/catalog/model.h"
#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/workload/workload.h"

#include <optional>

namespace nscope::sim {

/// The images of each prompt of a vision-language model. The vision tower processes them before the
/// prefill, on the cores of the decoder, in a graph of its own. Plain data; the model must outlive
/// it.
struct PromptImages {
  const catalog::VisionTower* tower = nullptr;
  catalog::VisionInput input{};  ///< of one image
  int count = 0;                 ///< in each prompt

  /// Tokens by which they extend a prompt; 0 if the decoder reads them by cross-attention.
  int tokens() const { return tower->is_crossed ? 0 : count * input.tokens; }
};

/// The images of the workload; nullopt if it has none. Errors: kInvalidArgument if the model reads
/// no images, or an image size is stated without images.
Result<std::optional<PromptImages>> prompt_images(const catalog::Model& model,
                                                  const Workload& workload);

/// The workload with the tokens of its images in its prompts and, if the requests of a server
/// determine the length, in its sequences.
Workload with_image_tokens(Workload workload, const PromptImages& images);

/// The graph of the tower for all images of `prompts` prompts on one core. Its weights have 16 bits
/// or those of the activations, and at most as many cores as the tower has heads share them.
StepGraph image_graph(const Machine& machine, const Parameters& parameters,
                      const DecoderLayout& layout, const PromptImages& images, int prompts);

/// Seconds of the host and the device before the prefill of `prompts` prompts.
double image_seconds(const Machine& machine, const Parameters& parameters,
                     const DecoderLayout& layout, const PromptImages& images, int prompts);

}  // namespace nscope::sim
