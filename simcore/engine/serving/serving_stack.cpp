#include "simcore/engine/serving/serving_stack.h"

#include "profiler/base/json.h"
#include "simcore/engine/calibration/stated_constant.h"

#include <array>
#include <string>

namespace nscope::sim {
namespace {

constexpr std::string_view kStackSchema = "nscope.serving-stacks/1";
constexpr const char* kStackBuiltIn = "calibration/serving-stacks.json";

struct StackConstant {
  const char* name;
  std::string_view unit;
  double ServingStack::* member;
  bool optional;  ///< a rule that not all software has
};
constexpr std::array kStackConstants{
    StackConstant{"step_slot", "s", &ServingStack::step_slot, false},
    StackConstant{"step_active", "s", &ServingStack::step_active, false},
    StackConstant{"request", "s", &ServingStack::request, false},
    StackConstant{"sampling", "s", &ServingStack::sampling, false},
    StackConstant{"sampling_logit", "s", &ServingStack::sampling_logit, false},
    StackConstant{"waiting_served_ratio", "ratio", &ServingStack::waiting_served_ratio, true},
    StackConstant{"max_waiting_tokens", "steps", &ServingStack::max_waiting_tokens, true},
    StackConstant{"prompt_bucket", "tokens", &ServingStack::prompt_bucket, true},
    StackConstant{"segment", "tokens", &ServingStack::segment, true},
    StackConstant{"memory_share", "share", &ServingStack::memory_share, true},
    StackConstant{"cache_share", "share", &ServingStack::cache_share, true},
    StackConstant{"cache_minimum", "B", &ServingStack::cache_minimum, true},
};

ServingStack read_stack(StrictObject& in) {
  ServingStack stack;
  for (const StackConstant& constant : kStackConstants) {
    if (constant.optional && in.optional(constant.name) == nullptr) continue;
    stack.*constant.member = constant_member(in, constant.name, constant.unit).value;
  }
  return stack;
}

Result<ServingStacks> load_serving_stacks() {
  const auto json = parse_json_resource(kStackBuiltIn);
  if (!json) return fail(json.error());
  return serving_stacks_from_json(*json, kStackBuiltIn);
}

}  // namespace

Result<ServingStacks> serving_stacks_from_json(const Json& json, std::string_view name) {
  ServingStacks stacks;
  auto read = read_constant_document(
      json, name, kStackSchema, "stacks", [&](StrictObject& list, const Json& named) {
        for (const auto& [stack, unused] : named.items()) {
          StrictObject entry(list.object(stack.c_str()), list.path(stack));
          stacks.emplace(stack, read_stack(entry));
          list.adopt(entry);
        }
      });
  if (!read) return fail(read.error());
  return stacks;
}

const Result<ServingStacks>& built_in_serving_stacks() {
  static const Result<ServingStacks> loaded = load_serving_stacks();
  return loaded;
}

Result<ServingStack> serving_stack(std::string_view name) {
  if (name.empty()) return ServingStack();
  const Result<ServingStacks>& stacks = built_in_serving_stacks();
  if (!stacks) return fail(stacks.error());
  const auto found = stacks->find(name);
  if (found == stacks->end()) {
    return fail(ErrorCode::kInvalidArgument,
                tr("unknown serving stack '{}'; use one of {}, or none for the model only", name,
                   serving_stack_names()));
  }
  return found->second;
}

std::string serving_stack_names() {
  std::string known;
  const Result<ServingStacks>& stacks = built_in_serving_stacks();
  if (!stacks) return known;
  for (const auto& [stack, costs] : *stacks) known += (known.empty() ? "" : ", ") + stack;
  return known;
}

}  // namespace nscope::sim
