#pragma once

#include <optional>
#include <string_view>

namespace nscope::sim {

inline constexpr double kFp32 = 4;  ///< bytes of an element
inline constexpr double kBf16 = 2;  ///< bytes of an element

/// Weights with a scale for each block of a matrix; "channels": for each channel.
inline constexpr std::string_view kBlockScales = "blocks";

/// Bytes of an element of "fp32", "bf16", "fp16", "int8" or "fp8"; nullopt for other types.
inline std::optional<double> element_bytes(std::string_view type) {
  if (type == "fp32") return 4;
  if (type == "bf16" || type == "fp16") return 2;
  if (type == "int8" || type == "fp8") return 1;
  return std::nullopt;
}

}  // namespace nscope::sim
