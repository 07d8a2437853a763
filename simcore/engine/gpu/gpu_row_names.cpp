#include "simcore/engine/gpu/gpu_row_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

namespace nscope::sim {
namespace {

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

/// The words of a name in lower case: letters and digits between other characters.
std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char c : lower(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out.back() += c;
    } else if (!out.back().empty()) {
      out.emplace_back();
    }
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

bool has(const std::vector<std::string>& all, std::string_view word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

/// The memory in a name, "40gb", "32g" or "80 gb"; empty if it has none.
std::string memory_of(const std::vector<std::string>& all) {
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t digits = all[i].find_first_not_of("0123456789");
    const std::string number = all[i].substr(0, digits);
    if (number.empty() || number.size() > 3) continue;
    const std::string unit = digits == std::string::npos
                                 ? (i + 1 < all.size() ? all[i + 1] : std::string())
                                 : all[i].substr(digits);
    if (unit == "gb" || unit == "g" || unit == "gib") return number + "gb";
  }
  return {};
}

struct Chip {
  std::string_view word;
  bool has_cards = false;     ///< also sold as PCIe or NVL cards with other rates
  bool has_memories = false;  ///< the catalogue has one device for each memory
  std::string_view memory{};  ///< of the device; other memory belongs to another device
};
constexpr std::array<Chip, 11> kChips{{{"gb200"},
                                       {"b300"},
                                       {"b200"},
                                       {"h200", true},
                                       {"h100", true, false, "80gb"},
                                       {"a100", true, true},
                                       {"v100", true, true},
                                       {"l40s"},
                                       {"a10g"},
                                       {"l4"},
                                       {"t4"}}};

}  // namespace

Result<std::string> gpu_named(const catalog::Catalog& catalog, std::string_view printed) {
  const auto unknown = [&]() -> tl::unexpected<Error> {
    return fail(ErrorCode::kNotFound, tr("the GPU '{}' is not in the catalogue", printed));
  };
  const std::vector<std::string> all = words(printed);
  const auto chip = std::find_if(kChips.begin(), kChips.end(),
                                 [&](const Chip& candidate) { return has(all, candidate.word); });
  if (chip == kChips.end()) return unknown();
  if (chip->has_cards && (has(all, "pcie") || has(all, "nvl"))) return unknown();
  const std::string memory = memory_of(all);
  if (!chip->memory.empty() && !memory.empty() && memory != chip->memory) return unknown();
  std::string id(chip->word);
  if (chip->has_memories) {
    if (memory.empty()) {
      return fail(
          ErrorCode::kNotFound,
          tr("the GPU '{}' does not state its memory, and the catalogue has several", printed));
    }
    id += "-" + memory;
  }
  if (!catalog.device(id)) return unknown();
  return id;
}

std::optional<GpuTypes> types_named(std::string_view printed, std::string_view wide) {
  const std::string text = lower(printed);
  const std::vector<std::string> all = words(printed);
  const auto any = [&](std::initializer_list<std::string_view> names) {
    return std::any_of(names.begin(), names.end(),
                       [&](std::string_view name) { return has(all, name); });
  };
  const std::string sixteen(wide);
  if (any({"fp4", "nvfp4"})) return GpuTypes{sixteen, "fp4"};
  if (any({"fp8", "e4m3"})) return GpuTypes{sixteen, "fp8"};
  if (any({"int4", "awq", "gptq", "w4a16"})) return GpuTypes{sixteen, "int4"};
  if (any({"int8", "w8a16"})) return GpuTypes{sixteen, "int8"};
  if (any({"bf16", "bfloat16"})) return GpuTypes{"bf16", "bf16"};
  if (any({"fp16", "float16", "f16", "half", "amp"})) return GpuTypes{"fp16", "fp16"};
  if (any({"fp32", "float32", "f32"})) return GpuTypes{"fp32", "fp32"};
  return std::nullopt;
}

std::optional<GpuStack> stack_named(std::string_view printed, GpuTask task) {
  struct Stack {
    std::string_view start;
    GpuStack stack;
  };
  constexpr std::array<Stack, 9> kStacks{{{"tensorrt-llm", GpuStack::kTensorRtLlm},
                                          {"trt-llm", GpuStack::kTensorRtLlm},
                                          {"vllm", GpuStack::kVllm},
                                          {"sglang", GpuStack::kSglang},
                                          {"gpt-fast", GpuStack::kGptFast},
                                          {"llm-foundry", GpuStack::kLlmFoundry},
                                          {"megatron-bridge", GpuStack::kMegatron},
                                          {"pytorch", GpuStack::kPyTorch},
                                          {"tensorflow", GpuStack::kTensorFlow}}};
  const std::string text = lower(printed);
  for (const Stack& stack : kStacks) {
    if (text.starts_with(stack.start) && task_of(stack.stack) == task) return stack.stack;
  }
  return std::nullopt;
}

std::string release_named(std::string_view printed) {
  const std::size_t from = printed.find_first_of("0123456789");
  if (from == std::string_view::npos) return {};
  std::string_view text = printed.substr(from);
  text = text.substr(0, text.find_first_not_of("0123456789."));
  while (!text.empty() && text.back() == '.') text.remove_suffix(1);
  return std::string(text);
}

}  // namespace nscope::sim
