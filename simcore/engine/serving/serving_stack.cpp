#include "simcore/engine/serving/serving_stack.h"

#include <array>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using S = ServingStack;
constexpr ParameterKind kF = ParameterKind::kFitted;
constexpr ParameterKind kA = ParameterKind::kAssumed;
constexpr ParameterKind kP = ParameterKind::kPublished;
constexpr std::string_view kRows = "serving and decoder-stack rows of calibration/neuron.csv";
constexpr std::string_view kRouter =
    "default of text-generation-launcher, text-generation-inference 2 and 3 (launcher/src/main.rs)";
constexpr std::string_view kOneModel =
    "the two runs of one model that are named cpu-sampling; no other model tells";

// Slot and sampling costs are of what both share: the generation loop of optimum-neuron.
constexpr std::array<StackParameterInfo, 12> kTable{{
    {"tgi", "step_slot", "s", kF, &S::step_slot, 0.19e-3,
     "host work per compiled slot and decode step: inputs and outputs are padded to the batch",
     kRows},
    {"tgi", "step_active", "s", kF, &S::step_active, 1.5e-3,
     "host work per sequence that decodes and step: its token is chosen, checked and turned into "
     "text one sequence after the other",
     kRows},
    {"tgi", "request", "s", kA, &S::request, 15e-3, "socket, tokenisation and queue of one request",
     "some milliseconds of each; not told apart"},
    {"tgi", "sampling", "s", kF, &S::sampling, 21e-3,
     "a step whose logits go to the host, beyond sampling itself", kOneModel},
    {"tgi", "sampling_logit", "s", kF, &S::sampling_logit, 12e-9,
     "sampling from one logit of one sequence on the host", kOneModel},
    {"tgi", "waiting_served_ratio", "ratio", kP, &S::waiting_served_ratio, 0.3,
     "waiting over decoding requests from which on decoding pauses for their prefill", kRouter},
    {"tgi", "max_waiting_tokens", "steps", kP, &S::max_waiting_tokens, 20,
     "decode steps from a prefill on after which it pauses for fewer", kRouter},
    {"vllm", "step_slot", "s", kF, &S::step_slot, 0.19e-3,
     "host work per compiled slot and decode step: inputs and outputs are padded to the batch",
     kRows},
    {"vllm", "step_active", "s", kF, &S::step_active, 0.162e-3,
     "host work per sequence that decodes and step: scheduling, detokenisation, streaming", kRows},
    {"vllm", "request", "s", kA, &S::request, 15e-3,
     "socket, tokenisation and queue of one request", "some milliseconds of each; not told apart"},
    {"vllm", "sampling", "s", kF, &S::sampling, 21e-3,
     "a step whose logits go to the host, beyond sampling itself", kOneModel},
    {"vllm", "sampling_logit", "s", kF, &S::sampling_logit, 12e-9,
     "sampling from one logit of one sequence on the host", kOneModel},
}};

}  // namespace

std::span<const StackParameterInfo> stack_parameter_table() {
  return kTable;
}

Result<ServingStack> serving_stack(std::string_view name) {
  ServingStack stack;
  bool known = name.empty();
  for (const StackParameterInfo& info : kTable) {
    if (info.stack != name) continue;
    stack.*info.member = info.value;
    known = true;
  }
  if (!known) {
    return fail(ErrorCode::kInvalidArgument,
                fmt::format("the serving stack \"{}\" is not known; known are tgi and vllm, and "
                            "none for the model alone",
                            name));
  }
  return stack;
}

}  // namespace nscope::sim
