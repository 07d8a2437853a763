#pragma once

#include "costmodel/commitments/commitment_problem.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nscope::cost {

/// The instances [from, from + units) of the demand, counted from the base, under one offer.
struct MixLayer {
  std::size_t offer = 0;
  double from = 0;
  double units = 0;       ///< instances
  double break_even = 0;  ///< share of its hours that an instance must be used
};

/// The best mix and how it was found.
struct CommitmentMix {
  enum class Method {
    kLayers,   ///< one type, no blocks: newsvendor layers, exact
    kProgram,  ///< integer program
  };
  Method method = Method::kLayers;
  std::vector<double> amounts;     ///< of each offer
  std::vector<MixLayer> layers{};  ///< kLayers only, from the base
  MixCost cost;
  /// kProgram: the optimum if usage could be assigned freely; the cost above applies the
  /// order of AWS and can lie above it where several plans cover several types.
  std::optional<Usd> bound{};
};

/// Newsvendor layers for one type without blocks: offers from the cheapest on, each bought unit
/// by unit as long as the unit saves more than it costs: with on-demand above it, while the
/// share of hours with a demand for it exceeds the break-even share u*, so that the top is the
/// (1 - u*) quantile of demand (Hodges & Mason 1957; "newsvendor"). Spot above lowers what a
/// unit saves. Exact, for what a unit saves only falls with the units below it. Errors:
/// those of demand_states(); kInvalidArgument for several types or blocks.
Result<CommitmentMix> layered_mix(const CommitmentProblem& problem);

/// The same question as an integer program (GLPK): whole instances, Savings Plans in dollars
/// across types, blocks with their windows, spot up to its limit. Exact for usage assigned
/// freely. Errors: those of demand_states(); kInvalidArgument where the states
/// exceed kMostProgramRows; kCancelled; kInternal where the solver fails.
Result<CommitmentMix> program_mix(const CommitmentProblem& problem, TaskControl& control);
inline constexpr std::size_t kMostProgramRows = 6000;  ///< states x types

/// layered_mix() where it applies, else program_mix().
Result<CommitmentMix> best_mix(const CommitmentProblem& problem, TaskControl& control);

/// The mix against another demand than it was made for.
struct MixRegret {
  double demand_factor = 1;
  Usd cost;  ///< of this mix
  Usd best;  ///< of the mix one would have made
  Usd regret() const { return cost - best; }
};
/// Errors: those of best_mix().
Result<MixRegret> mix_regret(const CommitmentProblem& problem, const std::vector<double>& amounts,
                             double demand_factor, TaskControl& control);

/// One step of a coverage sweep: so many instances of one offer, nothing else.
struct CoverageStep {
  double units = 0;
  double covered = 0;  ///< share of the instance-hours
  double used = 0;     ///< share of the paid hours
  Usd total;
};
/// From no unit to the peak of the offer's type in at most `steps` steps (at least 1). Only for
/// offers of one type. Errors: those of demand_states(); kInvalidArgument.
Result<std::vector<CoverageStep>> coverage_sweep(const CommitmentProblem& problem,
                                                 std::size_t offer, int steps);

}  // namespace nscope::cost
