#pragma once

#include <string_view>

namespace nscope::sim {

/// Whether a Neuron SDK, "2.21.0", is at least another, "2.18". An empty text is the
/// newest there is; a text that is no version is older than all.
bool software_at_least(std::string_view software, std::string_view least);

}  // namespace nscope::sim
