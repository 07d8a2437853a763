#pragma once

#include "profiler/analysis/definition/analysis.h"
#include "profiler/analysis/memory/onchip_map.h"

namespace nscope::analysis {

/// "onchip-map": which data is in which bytes of SBUF and PSUM, and when.
extern const Analysis kOnchipMapAnalysis;
/// "onchip-use": how full SBUF and PSUM are.
extern const Analysis kOnchipUseAnalysis;

/// What kind of name the owner is: "tensor", "source line".
Text owner_kind_text(OnchipContent::Owner kind);
/// "saved", "reloaded", "saved and reloaded", "read again"; "no" if none of them applies.
Text spill_text(const OnchipContent& content);
/// "SBUF" or "PSUM".
std::string_view memory_name(OnchipMemory memory);
/// Sentences on what the map does not contain, or why it is empty.
std::vector<Text> onchip_notes(const Trace& trace, const OnchipMap& map);

}  // namespace nscope::analysis
