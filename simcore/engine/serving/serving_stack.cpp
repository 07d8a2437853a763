#include "simcore/engine/serving/serving_stack.h"

#include <array>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

using S = ServingStack;
constexpr ParameterKind kF = ParameterKind::kFitted;

constexpr std::array<StackParameterInfo, 2> kTable{{
    {"tgi", "step_slot", "s", kF, &S::step_slot, 0.145e-3,
     "host work per compiled slot and decode step: inputs and outputs are padded to the batch",
     "serving rows of calibration/neuron.csv"},
    {"vllm", "step_slot", "s", kF, &S::step_slot, 0.145e-3,
     "host work per compiled slot and decode step: inputs and outputs are padded to the batch",
     "serving rows of calibration/neuron.csv"},
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
