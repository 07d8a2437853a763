#pragma once

#include "profiler/base/json.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nscope {

/// A key that an object has twice. Positions are bytes of the text.
struct RepeatedKey {
  std::string pointer;  ///< JSON pointer of the key (RFC 6901), the same for both
  std::size_t first = 0;
  std::size_t second = 0;
};

/// The first object to end that has a key twice, also if one of them is written with escapes
/// ("\u0061" is "a"). Null if there is none. The text must be valid JSON; any other text gives
/// some result without reading beyond it. Time: n log n in the keys of an object. Any thread.
std::optional<RepeatedKey> repeated_key(std::string_view text);

}  // namespace nscope
