#pragma once

#include "profiler/trace/trace.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// How much TensorE time a multiplication of operands of this type takes, in
/// multiplications of BF16: 1 for bf16, fp16 and tf32, 4 for fp32, 0.5 for uint8;
/// fp8 takes 1 on generations v1 and v2, 0.5 from v3 on; mxfp8 and mxfp4 take 0.25
/// on v4. nullopt for another type. Source: Neuron Explorer's profile schema 7.4.0,
/// definition of adjusted_hardware_flops.
std::optional<double> flop_weight(std::string_view type, std::string_view generation);

/// The type of the moving operand in the text of a TensorE instruction:
/// "... src=fp32@0x36ff8[1,0,0] ..." gives "fp32"; empty where it states none.
std::string_view operand_type(std::string_view operands);

/// Weights by the operands' texts of one trace, each text looked at once. One
/// thread; the trace must outlive it.
class FlopWeights {
 public:
  explicit FlopWeights(const Trace& trace);

  /// nullopt where `operands` is invalid or its type is not known.
  std::optional<double> of(StringId operands);

 private:
  const Trace& trace_;
  std::string generation_;
  std::vector<float> known_;  ///< by text; below 0: not looked at, 0: no type
};

}  // namespace nscope::analysis
