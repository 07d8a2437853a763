#pragma once

#include "simcore/engine/graph/decoder_graph.h"
#include "simcore/engine/inference/draft.h"
#include "simcore/engine/inference/prompt_images.h"
#include "simcore/engine/workload/workload.h"

#include <optional>
#include <vector>

namespace nscope::sim {

/// A static batch: one prefill of all prompts together, followed by one decode step per further
/// token of every sequence. The prefill of an encoder-decoder is its encoder, and every token takes
/// a decode step. Graphs are compiled for buckets; consecutive steps in the same bucket are one
/// segment. With speculative decoding, a step is one round, which generates several tokens of every
/// sequence. The machine and the model must outlive it.
struct StaticBatch {
  struct Segment {
    int bucket = 0;          ///< cache positions of the compiled graph
    int first_position = 0;  ///< positions in use at its first step
    int steps = 0;
  };
  const Machine* machine = nullptr;
  const catalog::Model* model = nullptr;
  DecoderLayout layout{};
  int input_tokens = 0;
  int output_tokens = 0;
  int prefill_bucket = 0;
  std::vector<Segment> decode{};         ///< empty for one output token of a decoder
  double generate_launch = 0;            ///< SoftwareStack::generate_launch if it applies
  std::optional<Draft> draft{};          ///< of speculative decoding
  std::optional<PromptImages> images{};  ///< that the vision tower processes before the prefill

  /// Whether the prefill is an encoder, so that the first token also takes a decode step.
  bool encodes() const { return layout.encoder_tokens > 0; }
  double prefill_launch(const Parameters& parameters) const;  ///< s of host before the prefill
  double step_launch(const Parameters& parameters) const;     ///< s of host before a decode step
  int layer_launches() const;  ///< graphs of layers that the host launches on their own in one step
  double tokens_per_step() const { return draft ? draft->setup.tokens_per_step() : 1; }
  StepGraph prompt_graph(const Parameters& parameters) const;
  StepGraph step_graph(const Segment& segment, const Parameters& parameters) const;
};

/// `draft` is that of the speculation of the workload. Errors: kInvalidArgument for invalid data
/// types and lengths, and for a KV cache type that the stack does not have.
Result<StaticBatch> plan_static_batch(const Machine& machine, const catalog::Model& model,
                                      const Workload& workload, const Parameters& parameters,
                                      std::optional<Draft> draft = std::nullopt);

/// The closed form of a static batch. Seconds include host gaps.
struct StaticBatchTimes {
  struct Steps {
    int count = 0;
    double seconds = 0;   ///< of one step
    StepTotals totals{};  ///< of one step
  };
  double prefill_seconds = 0;
  double first_token_seconds = 0;  ///< from the request to its first token
  StepTotals prefill;
  std::vector<Steps> decode;  ///< per segment

  int steps() const;
  double decode_seconds() const;             ///< sum over all steps
  double step_quantile(double share) const;  ///< percentile of the step time; 0 without steps
  double total_seconds() const { return prefill_seconds + decode_seconds(); }
};
StaticBatchTimes time_static_batch(const StaticBatch& batch, const Parameters& parameters);

}  // namespace nscope::sim
