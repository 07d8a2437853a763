#pragma once

#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

namespace nscope::importers {

/// The little-endian number of type T at `offset`. The caller has checked that
/// `offset + sizeof(T) <= bytes.size()`. (All supported hosts are little-endian.)
template <class T>
T load(std::span<const std::byte> bytes, std::size_t offset) {
  static_assert(std::is_trivially_copyable_v<T>);
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

}  // namespace nscope::importers
