#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace nscope::sim {

/// The size of an image or a video in pixels.
struct ImageSize {
  int height = 0;
  int width = 0;
  int frames = 1;
};

/// Reads "512x768", height x width, or "480x832x81", height x width x frames of a video; each
/// between 1 and 16,384. nullopt for other text.
std::optional<ImageSize> parse_image_size(std::string_view text);
/// The same text; without frames if there is one.
std::string to_string(const ImageSize& size);

}  // namespace nscope::sim
