#pragma once

namespace nscope {

// Character classes, independent of the locale.

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}

}  // namespace nscope
