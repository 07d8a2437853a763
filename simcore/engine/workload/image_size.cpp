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
  const bool whole = second == std::errc() && rest == end;
  const bool possible =
      size.height >= 1 && size.width >= 1 && size.height <= kLargest && size.width <= kLargest;
  return whole && possible ? std::optional(size) : std::nullopt;
}

}  // namespace nscope::sim
