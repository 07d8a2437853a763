#pragma once

#include <bit>
#include <compare>
#include <cstdint>

namespace nscope {

/// A length rounded up to 10 significant bits, stored in 16 bits.
class RoundedUp {
 public:
  RoundedUp() = default;
  /// `ticks` must not be negative.
  explicit RoundedUp(std::int64_t ticks) {
    auto value = static_cast<std::uint64_t>(ticks);
    unsigned shift = 0;
    if (value >= kUnits) {
      shift = static_cast<unsigned>(std::bit_width(value / kUnits));
      value = (value + (std::uint64_t{1} << shift) - 1) >> shift;
      if (value == kUnits) {
        value /= 2;
        ++shift;
      }
    }
    code_ = static_cast<std::uint16_t>(shift * kUnits | value);
  }
  std::int64_t ticks() const { return std::int64_t{code_ % kUnits} << (code_ / kUnits); }
  /// The same order as that of the lengths.
  friend auto operator<=>(RoundedUp, RoundedUp) = default;

 private:
  static constexpr unsigned kUnits = 1024;
  std::uint16_t code_ = 0;
};

}  // namespace nscope
