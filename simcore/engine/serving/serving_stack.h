#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/calibration/parameters.h"

#include <span>
#include <string_view>

namespace nscope::sim {

/// What the software around the model costs. One value for each software, whatever the
/// model and the instance; all on the host, which the device waits for.
struct ServingStack {
  double step_slot = 0;       ///< s per compiled slot and decode step: padded inputs and outputs
  double step_active = 0;     ///< s per sequence that decodes and step
  double request = 0;         ///< s from the socket to the queue and back, per request
  double sampling = 0;        ///< s per step where logits are sampled on the host
  double sampling_logit = 0;  ///< s per logit that the host samples from
  // When requests that wait interrupt those that decode, where they are prefilled in groups.
  double waiting_served_ratio = 0;  ///< as many of them, of those that decode, do so at once
  double max_waiting_tokens = 0;    ///< fewer after as many decode steps since the last prefill
};

/// What documents a member of ServingStack.
struct StackParameterInfo {
  std::string_view stack;  ///< "tgi", "vllm"
  std::string_view name;
  std::string_view unit;
  ParameterKind kind;
  double ServingStack::* member;
  double value;
  std::string_view meaning;
  std::string_view source;
};
std::span<const StackParameterInfo> stack_parameter_table();

/// "tgi" (text-generation-inference of optimum-neuron), "vllm" (vLLM of
/// optimum-neuron), or "" for none: every cost 0. Errors: kInvalidArgument.
Result<ServingStack> serving_stack(std::string_view name);

}  // namespace nscope::sim
