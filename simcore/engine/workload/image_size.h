#pragma once

#include <optional>
#include <string_view>

namespace nscope::sim {

/// Pixels.
struct ImageSize {
  int height = 0;
  int width = 0;
};

/// "512x768": height x width, 1 to 16,384 each; nullopt for anything else.
std::optional<ImageSize> parse_image_size(std::string_view text);

}  // namespace nscope::sim
