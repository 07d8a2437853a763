#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>

namespace nscope {

/// A strongly typed index into a table. A default-constructed id is invalid ("none").
/// Ids of different tables do not convert into each other.
template <class Tag>
struct Id {
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  std::uint32_t value = kNone;

  constexpr Id() = default;
  constexpr explicit Id(std::size_t index) : value(static_cast<std::uint32_t>(index)) {}

  constexpr bool valid() const { return value != kNone; }
  constexpr std::size_t index() const { return value; }

  friend constexpr auto operator<=>(Id, Id) = default;
};

}  // namespace nscope

template <class Tag>
struct std::hash<nscope::Id<Tag>> {
  std::size_t operator()(nscope::Id<Tag> id) const noexcept { return id.value; }
};
