#pragma once

#include <string>
#include <string_view>

namespace nscope::sim {

/// Neuron SDK with which attention in fused kernels came for decoders.
inline constexpr std::string_view kFusedAttentionSince = "2.18";

/// "2.21" or "2.21.0": numbers with dots between.
bool is_version(std::string_view text);

/// What is wrong with a text for which is_version() is false.
std::string invalid_version(std::string_view text);

/// Whether a Neuron SDK, "2.21.0", is at least another, "2.18". An empty text is the
/// newest version; a text for which is_version() is false is older than all.
bool software_at_least(std::string_view software, std::string_view least);

}  // namespace nscope::sim
