#include "simcore/engine/workload/image_size.h"

#include <charconv>

namespace nscope::sim {

std::optional<ImageSize> parse_image_size(std::string_view text) {
  constexpr int kLargest = 1 << 14;
  ImageSize size;
  const char* const end = text.data() + text.size();
  const auto [cross, first] = std::from_chars(text.data(), end, size.height);
  if (first != std::errc() || cross == end || *cross != 'x') return std::nullopt;
  const auto [rest, second] = std::from_chars(cross + 1, end, size.width);
  if (second != std::errc()) return std::nullopt;
  const char* last = rest;
  if (rest != end && *rest == 'x') {
    const auto [after, third] = std::from_chars(rest + 1, end, size.frames);
    if (third != std::errc()) return std::nullopt;
    last = after;
  }
  const auto possible = [&](int length) { return length >= 1 && length <= kLargest; };
  const bool good = possible(size.height) && possible(size.width) && possible(size.frames);
  return last == end && good ? std::optional(size) : std::nullopt;
}

std::string to_string(const ImageSize& size) {
  std::string text = std::to_string(size.height) + 'x' + std::to_string(size.width);
  if (size.frames > 1) text += 'x' + std::to_string(size.frames);
  return text;
}

}  // namespace nscope::sim
