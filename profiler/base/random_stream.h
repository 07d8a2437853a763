#pragma once

#include <cmath>
#include <cstdint>

namespace nscope {

/// Pseudo-random numbers that are the same with every compiler and standard library, unlike
/// the distributions of the standard library: SplitMix64 (Steele, Lea, Flood 2014) and
/// inversion. Streams with the same seed and different purposes are independent. One thread.
class RandomStream {
 public:
  RandomStream(std::uint64_t seed, std::uint64_t purpose)
      : state_(seed ^ (purpose * 0xD1B54A32D192ED03u)) {
    next();
  }

  std::uint64_t next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  /// In [0, 1).
  double uniform() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
  /// In [0, count); 0 < count < 2^53. The bias is below count / 2^53.
  std::uint64_t below(std::uint64_t count) {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(count));
  }
  /// Exponential distribution with mean 1.
  double exponential() { return -std::log1p(-uniform()); }
  /// Normal distribution with mean 0 and standard deviation 1 (Box-Muller; one number of each
  /// pair is discarded).
  double normal() {
    constexpr double kTurn = 6.283185307179586;
    const double radius = std::sqrt(2 * exponential());
    return radius * std::cos(kTurn * uniform());
  }

 private:
  std::uint64_t state_;
};

}  // namespace nscope
