#pragma once

#include "profiler/base/json.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace nscope::sim {

/// The weights that a training step changes.
enum class TuningMethod {
  kFull,  ///< all of them
  kLora,  ///< low-rank adapters beside frozen weights (arXiv:2106.09685)
  kQlora  ///< adapters beside frozen weights of a narrow type (arXiv:2305.14314)
};
std::string_view to_string(TuningMethod method);  ///< "full", "lora", "qlora"

/// What a training step learns from.
enum class TuningObjective {
  kNextToken,  ///< the next token of each sequence
  kDpo,        ///< pairs of a preferred and a rejected sequence (arXiv:2305.18290)
  kGrpo        ///< groups of generated sequences with rewards (arXiv:2402.03300)
};
std::string_view to_string(TuningObjective objective);  ///< "next-token", "dpo", "grpo"

/// The stored type of the frozen weights of QLoRA.
enum class FrozenType { kNf4, kInt8 };
std::string_view to_string(FrozenType type);  ///< "nf4", "int8"

/// A matrix of a layer that can have an adapter, with its name in PEFT.
enum class AdapterTarget : std::uint8_t { kQuery, kKey, kValue, kOutput, kGate, kUp, kDown };
inline constexpr std::array kAdapterTargets{
    AdapterTarget::kQuery, AdapterTarget::kKey, AdapterTarget::kValue, AdapterTarget::kOutput,
    AdapterTarget::kGate,  AdapterTarget::kUp,  AdapterTarget::kDown};
std::string_view to_string(AdapterTarget target);  ///< "q_proj", ..., "down_proj"

/// A set of targets. Plain data.
struct AdapterTargets {
  std::uint8_t bits = 0;

  constexpr bool has(AdapterTarget target) const {
    return (bits >> static_cast<unsigned>(target) & 1U) != 0;
  }
  constexpr void add(AdapterTarget target) {
    bits = static_cast<std::uint8_t>(bits | 1U << static_cast<unsigned>(target));
  }
  friend constexpr bool operator==(AdapterTargets, AdapterTargets) = default;
};
inline constexpr AdapterTargets kAttentionTargets{0b000'1111};
inline constexpr AdapterTargets kAllLinearTargets{0b111'1111};

/// The adapters of a layer: the key "lora" of "training". The scale alpha does not change the work.
/// Plain data.
struct AdapterSetup {
  int rank = 0;  ///< inner dimension of an adapter; 0: no adapters
  AdapterTargets targets = kAllLinearTargets;
  /// Whether each routed expert has adapters of its own. If not, only attention, dense layers and
  /// shared experts have them.
  bool experts = false;
};

/// Full fine-tuning or adapters, and the objective. Plain data.
struct FineTuning {
  TuningMethod method = TuningMethod::kFull;
  AdapterSetup adapters{};
  FrozenType frozen = FrozenType::kNf4;  ///< of QLoRA
  TuningObjective objective = TuningObjective::kNextToken;
  /// Whether a frozen copy of the model computes the probabilities of the same sequences: of DPO
  /// and GRPO.
  bool reference = true;

  bool frozen_weights() const { return method != TuningMethod::kFull; }
  bool has_reference() const { return objective != TuningObjective::kNextToken && reference; }
  /// Sequences of a sample: two of a pair.
  int sequences_of_sample() const { return objective == TuningObjective::kDpo ? 2 : 1; }
};

/// Reads the keys "method", "lora", "objective" and "reference" of `in`, the key "training" of a
/// workload. Problems are reported through `in`.
FineTuning read_fine_tuning(StrictObject& in);
/// Adds the values that differ from their defaults.
void put_fine_tuning(const FineTuning& tuning, Json& json);

}  // namespace nscope::sim
