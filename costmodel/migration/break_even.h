#pragma once

#include "costmodel/migration/timeline.h"

#include <functional>
#include <optional>
#include <vector>

namespace nscope::cost {

/// Where the decision turns as one quantity moves and everything else stays.
struct BreakEven {
  enum class Quantity {
    kTargetThroughput,   ///< tokens/s of the target's group
    kTargetPrice,        ///< USD per instance-hour
    kBaselinePrice,      ///< USD per instance-hour
    kTargetUtilisation,  ///< share
    kLoad,               ///< tokens of month 1
    kEffort,             ///< factor of the planned engineer-weeks
    kGoLive,             ///< months from today
  };
  enum class State {
    kAlways,   ///< the move pays over the whole range
    kNever,    ///< it pays nowhere in it
    kAbove,    ///< it pays above `at`
    kBelow,    ///< it pays below `at`
    kSeveral,  ///< it turns more than once: `turns` has all
  };
  Quantity quantity = Quantity::kLoad;
  State state = State::kNever;
  double at = 0.0;
  double planned = 0.0;
  double from = 0.0;  ///< the range that was searched
  double to = 0.0;
  std::vector<double> turns{};
};
std::string_view title(BreakEven::Quantity quantity);
std::string_view unit(BreakEven::Quantity quantity);

/// Searches `value_at` for changes of sign between `from` and `to` (0 < from < to):
/// a logarithmic grid of 400 points, refined by bisection. Turns closer together
/// than the grid are missed.
BreakEven find_break_even(BreakEven::Quantity quantity, double planned, double from, double to,
                          const std::function<double(double)>& value_at);

/// The break-evens of NPV = 0, in the order of Quantity. Prices, throughputs and
/// the load are searched from a hundredth to a hundred times the plan, effort from
/// a hundredth to a hundred times, go-live over the horizon.
std::vector<BreakEven> break_evens(const RoiStudy& study, const Levers& base);

}  // namespace nscope::cost
