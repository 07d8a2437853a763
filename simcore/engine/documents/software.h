#pragma once

#include "profiler/base/text.h"

#include <string>
#include <string_view>

namespace nscope::sim {

/// The first Neuron SDK with fused attention kernels for decoders.
inline constexpr std::string_view kFusedAttentionSince = "2.18";

/// Whether the text is numbers separated by dots: "2.21" or "2.21.0".
bool is_version(std::string_view text);
/// The error message for a text for which is_version() is false.
Text invalid_version(std::string_view text);
/// Whether the Neuron SDK `software` ("2.21.0") is `least` ("2.18") or newer. An empty text is
/// the newest version; a text for which is_version() is false is older than all others.
bool software_at_least(std::string_view software, std::string_view least);

}  // namespace nscope::sim
