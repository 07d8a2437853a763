#pragma once

#include "simcore/engine/machine/instruction_cost.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// An on-chip access pattern: "fp32@0x2000000[1,0,0][512,1,1]".
struct AccessPattern {
  ElementType type = ElementType::kFp32;
  OnChip place = OnChip::kSbuf;
  double elements = 0;  ///< per partition: product of the sizes
  bool contiguous = true;
};

/// The timing information in the operand text of an instruction as printed by the Neuron tools.
/// Unknown words are skipped because the text is for people and has no specification.
struct OperandText {
  std::optional<AccessPattern> source{};
  std::optional<AccessPattern> destination{};
};

OperandText parse_operands(std::string_view text);

}  // namespace nscope::sim
