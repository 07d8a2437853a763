#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// TensorE time of a multiplication of operands of this type, relative to BF16: 1 for bf16,
/// fp16 and tf32, 4 for fp32, 0.5 for uint8; fp8 takes 1 on generations v1 and v2, and 0.5
/// from v3 on; mxfp8 and mxfp4 take 0.25 on v4. nullopt for other types. Source: Neuron
/// Explorer's profile schema 7.4.0, definition of adjusted_hardware_flops.
std::optional<double> flop_weight(std::string_view type, std::string_view generation);

/// The type of the moving operand in the text of a TensorE instruction:
/// "... src=fp32@0x36ff8[1,0,0] ..." gives "fp32". Empty if the text does not state a type.
std::string_view operand_type(std::string_view operands);

/// The weights for the operand texts of one trace. Each text is parsed once. One
/// thread; the trace must outlive it.
class FlopWeights {
 public:
  explicit FlopWeights(const Trace& trace);

  /// nullopt if `operands` is invalid or its type is unknown.
  std::optional<double> of(StringId operands);

 private:
  const Trace& trace_;
  std::string generation_;
  std::vector<float> known_;  ///< by text; negative: not computed yet, 0: unknown type
};

}  // namespace nscope::analysis
