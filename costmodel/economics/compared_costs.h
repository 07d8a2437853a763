#pragma once

#include "profiler/base/units.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// One side of a comparison of two ways to do the same work, with what can be turned. Money is
/// for all its instances. Preconditions: prices not negative, throughput, speed
/// and utilisation positive.
struct ComparedSide {
  Usd per_hour;                  ///< before `discount`
  double tokens_per_second = 0;  ///< before `speed`
  double utilisation = 1;        ///< share of the paid time that is busy, at most 1
  double discount = 0;           ///< share taken off the price, below 1
  double speed = 1;              ///< factor on the throughput
};

/// Base and alternative.
struct ComparedSides {
  ComparedSide base;
  ComparedSide other;
};

/// USD per million tokens of a side, at its utilisation.
double usd_per_million(const ComparedSide& side);

/// What is turned, on the side of the alternative.
enum class Lever { kSpeed, kUtilisation, kDiscount };

/// The value of the lever at which both sides cost the same per token, all else as it is. Empty
/// where no possible value does: a utilisation above 1, a discount below 0.
std::optional<double> break_even_at(const ComparedSides& sides, Lever lever);

/// Speed of the alternative relative to the base, both as turned, at the break-even.
double break_even_speed(const ComparedSides& sides);

/// Cost of both sides at one value of what is turned.
struct CostPoint {
  double at = 0;
  double base = 0;
  double other = 0;
};
/// USD per million tokens over the lever from `low` to `high` (positive for speed and
/// utilisation; below 1 for a discount) in `steps` equal steps (at least 1).
std::vector<CostPoint> cost_curve(const ComparedSides& sides, Lever lever, double low, double high,
                                  int steps);

/// A month's load served by instances that are paid around the clock, in whole groups: USD per
/// month of both sides as steps over tokens per month. `at` is the highest load of a step.
struct LoadCurve {
  enum class Cheaper { kNeither, kBase, kOther };
  std::vector<CostPoint> steps;   ///< growing loads; the last is the highest load asked for
  std::vector<double> crossings;  ///< loads above which another side is the cheaper one
  /// The cheaper side before the first crossing; neither: both cost the same at all loads.
  Cheaper first = Cheaper::kNeither;
};
/// Each group serves tokens_per_second x utilisation at the most. Loads up to
/// `most_tokens_per_month` (positive), or to that of the `most_steps`-th step.
LoadCurve load_curve(const ComparedSides& sides, double most_tokens_per_month,
                     std::size_t most_steps = 2000);

}  // namespace nscope::cost
