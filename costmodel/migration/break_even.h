#pragma once

#include "costmodel/migration/timeline.h"

#include <functional>
#include <optional>
#include <vector>

namespace nscope::cost {

/// The values of one quantity at which the net present value is zero if all other inputs stay
/// unchanged.
struct BreakEven {
  enum class Quantity {
    kTargetThroughput,   ///< tokens/s of the target's instances
    kTargetPrice,        ///< USD per instance-hour
    kBaselinePrice,      ///< USD per instance-hour
    kTargetUtilisation,  ///< share
    kLoad,               ///< tokens in month 1
    kEffort,             ///< factor of the planned engineer-weeks
    kGoLive,             ///< months from today
  };
  enum class State {
    kAlways,   ///< moving pays off in the whole range
    kNever,    ///< moving never pays off in the range
    kAbove,    ///< moving pays off above `at`
    kBelow,    ///< moving pays off below `at`
    kSeveral,  ///< there are several break-evens, all in `turns`
  };
  Quantity quantity = Quantity::kLoad;
  State state = State::kNever;
  double at = 0.0;
  double planned = 0.0;
  double from = 0.0;  ///< searched range
  double to = 0.0;
  std::vector<double> turns{};  ///< all break-evens
};
Phrase title(BreakEven::Quantity quantity);
/// The unit in JSON.
std::string_view unit(BreakEven::Quantity quantity);

/// Searches `value_at` for changes of sign between `from` and `to` (0 < from < to) on a
/// logarithmic grid of 400 points, refined by bisection. Changes that are closer together than
/// the grid are not found.
BreakEven find_break_even(BreakEven::Quantity quantity, double planned, double from, double to,
                          const std::function<double(double)>& value_at);

/// The break-evens of NPV = 0, in the order of Quantity. Prices, throughputs, the load and the
/// effort are searched from 1/100 to 100 times the plan, go-live over the horizon.
std::vector<BreakEven> break_evens(const RoiStudy& study, const Levers& base);

}  // namespace nscope::cost
