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
  double elements = 0;  ///< product of the sizes: per partition
  bool contiguous = true;
};

/// What the text of an instruction's operands, as the Neuron tools print it, says
/// about its timing. Words it does not know are skipped: the text is for people
/// and has no specification.
struct OperandText {
  std::optional<AccessPattern> source{};
  std::optional<AccessPattern> destination{};
};

OperandText parse_operands(std::string_view text);

}  // namespace nscope::sim
