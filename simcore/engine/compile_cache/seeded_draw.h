#pragma once

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <numbers>

namespace nscope::sim {

// Purposes of random draws. Draws with different purposes are independent.
inline constexpr std::uint64_t kLengthPurpose = 1;
inline constexpr std::uint64_t kFailurePurpose = 2;

/// A random draw that is a function of a seed and its purpose, so that a run does not depend on
/// the order of draws. Uses SplitMix64.
class SeededDraw {
 public:
  SeededDraw(std::uint64_t seed, std::initializer_list<std::uint64_t> what) : state_(mix(seed)) {
    for (const std::uint64_t each : what) state_ = mix(state_ ^ each);
  }

  /// Uniform in [0, 1).
  double uniform() const { return to_unit(state_); }
  /// A second uniform draw with the same purpose, independent of the first.
  double second() const { return to_unit(mix(state_)); }
  /// Normal with mean 0 and standard deviation 1 (Box-Muller).
  double normal() const {
    return std::sqrt(-2.0 * std::log(1.0 - uniform())) *
           std::cos(2.0 * std::numbers::pi * second());
  }

 private:
  static std::uint64_t mix(std::uint64_t x) {
    x += 0x9E3779B97F4A7C15u;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9u;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBu;
    return x ^ (x >> 31);
  }
  static double to_unit(std::uint64_t x) { return static_cast<double>(x >> 11) * 0x1p-53; }

  std::uint64_t state_;
};

}  // namespace nscope::sim
