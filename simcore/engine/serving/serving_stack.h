#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <functional>
#include <map>
#include <string>
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

/// By name: "tgi", "vllm".
using ServingStacks = std::map<std::string, ServingStack, std::less<>>;

/// Reads a document of schema nscope.serving-stacks/1, strictly. `name` is the file's name
/// for messages. Errors: kBadInput naming the member.
Result<ServingStacks> serving_stacks_from_json(const Json& json, std::string_view name);

/// Those of resources/calibration/serving-stacks.json, where each value has its source; read
/// once. Thread-safe.
const Result<ServingStacks>& built_in_serving_stacks();

/// "tgi" (text-generation-inference of optimum-neuron), "vllm" (vLLM of
/// optimum-neuron), or "" for none: every cost 0. Errors: kInvalidArgument.
Result<ServingStack> serving_stack(std::string_view name);

}  // namespace nscope::sim
