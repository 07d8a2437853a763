#pragma once

#include <optional>
#include <string_view>

namespace nscope::sim {

/// The size of an image in pixels.
struct ImageSize {
  int height = 0;
  int width = 0;
};

/// Reads "512x768": height x width, each between 1 and 16,384; nullopt for other text.
std::optional<ImageSize> parse_image_size(std::string_view text);

}  // namespace nscope::sim
