#pragma once

#include "profiler/base/units.h"

#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// One of two alternatives for the same work, with the inputs that can be varied. The price is
/// that of all its instances. Preconditions: the price is not negative; throughput, speed and
/// utilisation are positive.
struct ComparedSide {
  Usd per_hour;                  ///< before `discount`
  double tokens_per_second = 0;  ///< before `speed`
  double utilisation = 1;        ///< busy share of the paid time, at most 1
  double discount = 0;           ///< share of the price, less than 1
  double speed = 1;              ///< factor of the throughput
};

/// Base and alternative.
struct ComparedSides {
  ComparedSide base;
  ComparedSide other;
};

/// USD per million tokens of a side, at its utilisation.
double usd_per_million(const ComparedSide& side);

/// The input of the alternative that is varied.
enum class Lever { kSpeed, kUtilisation, kDiscount };

/// The value of the input at which both sides cost the same per token if all other inputs stay
/// unchanged. Empty if no valid value exists (a utilisation above 1 or a discount below 0).
std::optional<double> break_even_at(const ComparedSides& sides, Lever lever);

/// Throughput of the alternative relative to the base at the break-even.
double break_even_speed(const ComparedSides& sides);

/// Cost of both sides for one value of the varied input.
struct CostPoint {
  double at = 0;
  double base = 0;
  double other = 0;
};
/// USD per million tokens as a function of the input from `low` to `high` (positive for speed
/// and utilisation; less than 1 for a discount) in `steps` equal steps (at least 1).
std::vector<CostPoint> cost_curve(const ComparedSides& sides, Lever lever, double low, double high,
                                  int steps);

/// Cost per month in USD of both sides as a step function of the tokens per month. Whole groups
/// of instances are paid around the clock. `at` is the highest load of a step.
struct LoadCurve {
  enum class Cheaper { kNeither, kBase, kOther };
  std::vector<CostPoint> steps;   ///< increasing loads; the last is the highest load
  std::vector<double> crossings;  ///< loads above which the other side is cheaper
  /// The cheaper side before the first crossing; kNeither if both cost the same at all loads.
  Cheaper first = Cheaper::kNeither;
};
/// Each group serves at most tokens_per_second x utilisation. The curve ends at
/// `most_tokens_per_month` (positive) or after `most_steps` steps.
LoadCurve load_curve(const ComparedSides& sides, double most_tokens_per_month,
                     std::size_t most_steps = 2000);

}  // namespace nscope::cost
