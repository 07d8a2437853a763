#include "profiler/analysis/metrics/flop_weight.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <array>

namespace nscope::analysis {
namespace {

struct TypeWeight {
  std::string_view type;
  double weight;
};
constexpr auto kWeights = std::to_array<TypeWeight>({{"bf16", 1.0},
                                                     {"bfloat16", 1.0},
                                                     {"fp16", 1.0},
                                                     {"float16", 1.0},
                                                     {"tf32", 1.0},
                                                     {"fp32", 4.0},
                                                     {"float32", 4.0},
                                                     {"uint8", 0.5}});

constexpr float kNotComputed = -1.0F;

bool is_type_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

}  // namespace

std::optional<double> flop_weight(std::string_view type, std::string_view generation) {
  for (const TypeWeight& known : kWeights) {
    if (known.type == type) return known.weight;
  }
  if (type.starts_with("mxfp")) {
    return generation == "v4" ? std::optional(0.25) : std::nullopt;
  }
  if (type.starts_with("fp8") || type.starts_with("float8")) {
    if (generation == "v1" || generation == "v2") return 1.0;
    if (generation == "v3" || generation == "v4") return 0.5;
  }
  return std::nullopt;
}

std::string_view operand_type(std::string_view operands) {
  constexpr std::string_view kSource = "src=";
  const std::size_t at = operands.find(kSource);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = operands.substr(at + kSource.size());
  const auto* const end = std::find_if_not(rest.begin(), rest.end(), is_type_letter);
  if (end == rest.end() || *end != '@') return {};
  return rest.substr(0, static_cast<std::size_t>(end - rest.begin()));
}

FlopWeights::FlopWeights(const Trace& trace)
    : trace_(trace),
      generation_(trace.property_text(property::kGeneration)),
      known_(trace.strings().size(), kNotComputed) {}

std::optional<double> FlopWeights::of(StringId operands) {
  if (operands.index() >= known_.size()) return std::nullopt;
  float& weight = known_[operands.index()];
  if (weight == kNotComputed) {
    const auto found = flop_weight(operand_type(trace_.text(operands)), generation_);
    weight = static_cast<float>(found.value_or(0.0));
  }
  return weight > 0.0F ? std::optional<double>(weight) : std::nullopt;
}

}  // namespace nscope::analysis
