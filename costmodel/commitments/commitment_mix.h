#pragma once

#include "costmodel/commitments/commitment_problem.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::cost {

/// The instances from `from` to `from + units` of the demand, served by one offer.
struct MixLayer {
  std::size_t offer = 0;
  double from = 0;
  double units = 0;       ///< instances
  double break_even = 0;  ///< share of hours in use at which it costs the same as on-demand
};

/// The cheapest mix and the method that found it.
struct CommitmentMix {
  enum class Method {
    kLayers,   ///< one type and no Capacity Blocks: newsvendor layers, exact
    kProgram,  ///< integer program
  };
  Method method = Method::kLayers;
  std::vector<double> amounts;     ///< of each offer
  std::vector<MixLayer> layers{};  ///< kLayers only, from the base load up
  MixCost cost;
  /// kProgram: the optimum if usage could be assigned freely. `cost` applies commitments in the
  /// order of AWS and can be higher if several plans cover several types.
  std::optional<Usd> bound{};
};

/// Newsvendor layers for one type without Capacity Blocks. Offers are used from the cheapest
/// up, at equal cost the shorter term first. Of each, units are bought while the next unit saves
/// more than it costs. If the rest is on-demand, this is the case while the share of hours with
/// demand for the unit exceeds the break-even share u*, so that the upper end is the (1 - u*)
/// quantile of demand (Hodges & Mason 1957; "newsvendor"). Spot above the layers lowers the saving
/// of a unit. The result is exact, because the saving of a unit never increases with the units
/// below it. Errors: those of demand_states(); kInvalidArgument for several types or Capacity
/// Blocks.
Result<CommitmentMix> layered_mix(const CommitmentProblem& problem);

/// The same problem as an integer program (GLPK): whole instances, Savings Plans in dollars
/// across types, Capacity Blocks with their intervals, Spot up to its limit. Exact if usage
/// is assigned freely. Among mixes of equal cost, it has no commitment that saves nothing and
/// prefers shorter ones. Errors: those of demand_states(); kInvalidArgument if the states exceed
/// kMostProgramRows; kCancelled; kInternal if the solver fails.
Result<CommitmentMix> program_mix(const CommitmentProblem& problem, TaskControl& control);
inline constexpr std::size_t kMostProgramRows = 6000;  ///< states x types

/// layered_mix() if it is applicable, else program_mix().
Result<CommitmentMix> best_mix(const CommitmentProblem& problem, TaskControl& control);

/// The cost of a mix if the demand differs from the demand it was chosen for.
struct MixRegret {
  double demand_factor = 1;
  Usd cost;  ///< of this mix
  Usd best;  ///< of the cheapest mix for the changed demand
  Usd regret() const { return cost - best; }
};
/// The regret if all demand curves are multiplied by `demand_factor`. Errors: those of best_mix().
Result<MixRegret> mix_regret(const CommitmentProblem& problem, const std::vector<double>& amounts,
                             double demand_factor, TaskControl& control);

/// The regret for the problem with the changed demand. A load that changes by a share does not change
/// the whole instances that serve it by the same share, so that callers with a load derive the
/// instances again. Errors: those of best_mix().
Result<MixRegret> regret_of(const CommitmentProblem& changed, const std::vector<double>& amounts,
                            double demand_factor, TaskControl& control);

/// One step of a coverage sweep: a number of instances of one offer and no other offers.
struct CoverageStep {
  double units = 0;
  double covered = 0;  ///< share of the instance-hours
  double used = 0;     ///< share of the paid hours
  Usd total;
};
/// From no units to the peak demand of the offer's type in at most `steps` steps (at least 1).
/// The offer must cover one type. Errors: those of demand_states(); kInvalidArgument.
Result<std::vector<CoverageStep>> coverage_sweep(const CommitmentProblem& problem,
                                                 std::size_t offer, int steps);

}  // namespace nscope::cost
