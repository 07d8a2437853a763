#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace nscope::sim {

/// The costs and the rules of the serving software. Each software has one value for all models and
/// instances. All costs are on the host, for which the device waits.
struct ServingStack {
  double step_slot = 0;       ///< s per compiled slot and decode step: padded inputs and outputs
  double step_active = 0;     ///< s per decoding sequence and step
  double request = 0;         ///< s per request, from the socket to the queue and back
  double sampling = 0;        ///< s per step if logits are sampled on the host
  double sampling_logit = 0;  ///< s per logit that is sampled on the host
  // When waiting requests interrupt decoding ones if requests are prefilled in groups.
  double waiting_served_ratio = 0;  ///< ratio of waiting to decoding requests that interrupts
  double max_waiting_tokens = 0;    ///< decode steps since the last prefill that also interrupt
  // Rules of the vLLM plugins; 0: does not apply.
  double prompt_bucket = 0;  ///< tokens of the shortest prefill graph
  double segment = 0;        ///< tokens of a prompt that one execution prefills at most; a step of
                             ///< such software never combines prefill and decoding
  double memory_share = 0;   ///< share of the memory of a logical core that is its budget
  double cache_share = 0;    ///< share of the budget that the KV cache has at most
  double cache_minimum = 0;  ///< B of a logical core that the KV cache has at least
};

/// Stacks by name: "tgi", "vllm", "vllm-neuron", "vllm-nxd".
using ServingStacks = std::map<std::string, ServingStack, std::less<>>;

/// Reads a document with the schema nscope.serving-stacks/1 strictly. `name` is the file name for
/// messages. Errors: kBadInput with the key.
Result<ServingStacks> serving_stacks_from_json(const Json& json, std::string_view name);

/// The stacks of resources/calibration/serving-stacks.json, which also states their sources; read
/// once. Thread-safe.
const Result<ServingStacks>& built_in_serving_stacks();

/// The costs and rules of "tgi" (text-generation-inference of optimum-neuron), "vllm" (vLLM of
/// optimum-neuron), "vllm-nxd" (the vLLM plugin with NxD Inference) or "vllm-neuron" (the vLLM plugin
/// without it); all are 0 for "". Errors: kInvalidArgument.
Result<ServingStack> serving_stack(std::string_view name);
/// "tgi, vllm, ...".
std::string serving_stack_names();

}  // namespace nscope::sim
