#pragma once

#include "costmodel/commitments/demand_curve.h"
#include "profiler/base/result.h"
#include "profiler/base/units.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Kinds of commitments. The amount of a Savings Plan is in discounted dollars per hour.
enum class CommitmentKind { kReserved, kInstanceSavingsPlan, kComputeSavingsPlan, kCapacityBlock };
constexpr bool is_savings_plan(CommitmentKind kind) {
  return kind == CommitmentKind::kInstanceSavingsPlan ||
         kind == CommitmentKind::kComputeSavingsPlan;
}

/// The demand for one instance type. Prices are per instance-hour.
struct DemandedType {
  DemandCurve demand;  ///< instances; `what` is the type
  Usd on_demand;
  std::optional<Usd> spot{};  ///< cost of an hour of useful work on Spot, including reclaims
  double most_spot = 0;       ///< maximum number of Spot instances at a time
};

/// Capacity that is paid whether it is used or not. Amounts are instances (Reserved Instances
/// and Capacity Blocks; whole numbers) or USD per hour (Savings Plans; steps of 0.001).
struct Commitment {
  Text label;
  CommitmentKind kind = CommitmentKind::kReserved;
  /// Price of an hour of each type under the commitment, with upfront fees spread over the
  /// term; empty for types that it does not cover. Reserved Instances and Capacity Blocks
  /// cover one type.
  std::vector<std::optional<Usd>> rates;
  double years = 1;              ///< term; not for Capacity Blocks
  std::optional<double> most{};  ///< maximum amount that is available
  double start_hour = 0;         ///< of a Capacity Block, from the start of the horizon
  double hours = 0;              ///< of a Capacity Block
};

/// An existing commitment, which is paid until it ends in any case.
struct HeldCommitment {
  Commitment commitment;
  double amount = 0;
  double until_hour = 0;
};

/// The problem of finding the commitments that serve the demand at the lowest cost over the
/// horizon.
struct CommitmentProblem {
  std::vector<DemandedType> types;
  std::vector<Commitment> offers;
  std::vector<HeldCommitment> held{};
  /// Whole hours for which the demand is known. A term that ends after the horizon is paid in
  /// full; a term that ends before it is renewed.
  double horizon_hours = 8760;
};

/// Hours of the horizon with the same demand and the same available commitments.
struct DemandState {
  double hours = 0;
  std::vector<double> demand;    ///< of each type
  std::vector<bool> block_runs;  ///< of each offer; false unless it is a running Capacity Block
  std::vector<bool> held_runs;   ///< of each existing commitment
};

/// The horizon as states with their number of hours. Demand curves repeat. The start and end of
/// Capacity Blocks and the end of existing commitments divide the horizon. Errors:
/// kInvalidArgument naming the value that is missing or out of range: no type, lengths without
/// a common period, a price that is not positive, a horizon that is not a whole number of hours
/// up to five years, rates that do not match the kind.
Result<std::vector<DemandState>> demand_states(const CommitmentProblem& problem);

/// Cost over the whole horizon of one unit of an offer (an instance, or 1 USD per hour).
double unit_cost(const CommitmentProblem& problem, const Commitment& offer);

/// The share of hours in use at which a unit costs the same as on-demand: its cost divided by
/// the on-demand cost of all hours that it can cover. Empty if it covers more than one type.
std::optional<double> break_even_share(const CommitmentProblem& problem, const Commitment& offer);

/// The capacity that serves one hour of a state.
struct MixService {
  std::vector<double> offers;  ///< used amount of each offer
  std::vector<double> held;    ///< used amount of each existing commitment
  std::vector<double> spot;    ///< instances of each type
  std::vector<double> on_demand;
};
/// Applies a mix in the order of AWS; see mix_cost().
MixService serve(const CommitmentProblem& problem, const DemandState& state,
                 std::span<const double> amounts);

/// The cost of a mix over the horizon.
struct MixCost {
  Usd total;        ///< without sunk costs
  Usd commitments;  ///< new commitments
  Usd on_demand;
  Usd spot;
  Usd sunk;                    ///< existing commitments until they end; the same for all mixes
  Usd all_on_demand;           ///< the same demand without new commitments and without Spot
  double covered = 0;          ///< share of the instance-hours that commitments serve
  std::vector<double> used{};  ///< used share of each offer's paid hours; 0 if none is bought
  std::vector<double> held_used{};

  /// As a share of `all_on_demand`; 0 if that is 0, because existing commitments serve everything.
  double saving() const { return all_on_demand > Usd() ? 1 - total / all_on_demand : 0; }
};

/// Applies the mix hour by hour in the order of AWS: Capacity Blocks and Reserved Instances,
/// then EC2 Instance Savings Plans, then Compute Savings Plans, each to the usage with the
/// highest saving ("Applying Savings Plans to your usage", Savings Plans User Guide). Unused
/// commitments of an hour are lost. The rest of the demand uses Spot up to its limit and then
/// on-demand. `amounts` has one entry per offer.
MixCost mix_cost(const CommitmentProblem& problem, std::span<const DemandState> states,
                 std::span<const double> amounts);

/// A kInvalidArgument error about commitments.
tl::unexpected<Error> refuse_commitments(Text message);

}  // namespace nscope::cost
