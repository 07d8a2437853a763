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

/// What can be committed to. Savings Plans are committed in discounted dollars per hour.
enum class CommitmentKind { kReserved, kInstanceSavingsPlan, kComputeSavingsPlan, kCapacityBlock };
std::string_view to_string(CommitmentKind kind);
constexpr bool is_savings_plan(CommitmentKind kind) {
  return kind == CommitmentKind::kInstanceSavingsPlan ||
         kind == CommitmentKind::kComputeSavingsPlan;
}

/// One instance type in demand. Prices are of one instance-hour.
struct DemandedType {
  DemandCurve demand;  ///< instances; `what` is the type
  Usd on_demand;
  std::optional<Usd> spot{};  ///< what an hour of useful work costs there, reclaims included
  double most_spot = 0;       ///< instances that spot has at a time
};

/// Something that is paid whether it is used or not. Amounts are instances (reserved,
/// blocks; whole numbers) or USD per hour (Savings Plans; steps of 0.001).
struct Commitment {
  std::string label;
  CommitmentKind kind = CommitmentKind::kReserved;
  /// What an hour of each type costs under it, upfront fees spread over the term; empty
  /// where it does not cover the type. Reserved and blocks cover one type.
  std::vector<std::optional<Usd>> rates;
  double years = 1;              ///< term; not of blocks
  std::optional<double> most{};  ///< that can be had
  double start_hour = 0;         ///< of a block, from the start of the horizon
  double hours = 0;              ///< of a block
};

/// A commitment of the past: paid until it ends, whatever is decided now.
struct HeldCommitment {
  Commitment commitment;
  double amount = 0;
  double until_hour = 0;
};

/// Which commitments serve the demand for the least money over the horizon?
struct CommitmentProblem {
  std::vector<DemandedType> types;
  std::vector<Commitment> offers;
  std::vector<HeldCommitment> held{};
  /// Whole hours for which the demand is foreseen. A term beyond it is paid in full
  /// nonetheless; a shorter one is renewed.
  double horizon_hours = 8760;
};

/// Hours of the horizon that are alike.
struct DemandState {
  double hours = 0;
  std::vector<double> demand;    ///< of each type
  std::vector<bool> block_runs;  ///< of each offer; false for what is no block
  std::vector<bool> held_runs;
};

/// The horizon as states, each with its hours. The curves repeat; blocks and held
/// commitments cut the horizon. Errors: kInvalidArgument naming what is missing or
/// out of range: no type, lengths without a common period, prices that are not positive, a
/// horizon that is no whole number up to five years, rates that do not fit the kind.
Result<std::vector<DemandState>> demand_states(const CommitmentProblem& problem);

/// Paid over the whole horizon for one unit of an offer (an instance, or 1 USD per hour).
double unit_cost(const CommitmentProblem& problem, const Commitment& offer);

/// The share of the hours that a unit must be used to pay against on-demand: unit cost over
/// the on-demand cost of all hours that it can cover. Empty where it covers more than one
/// type at different discounts.
std::optional<double> break_even_share(const CommitmentProblem& problem, const Commitment& offer);

/// What serves one hour of a state under a mix.
struct MixService {
  std::vector<double> offers;  ///< used of each offer, in its amounts
  std::vector<double> held;    ///< the same of each held commitment
  std::vector<double> spot;    ///< instances of each type
  std::vector<double> on_demand;
};
/// Applies a mix in the order of AWS, see mix_cost().
MixService serve(const CommitmentProblem& problem, const DemandState& state,
                 std::span<const double> amounts);

/// What a mix costs over the horizon.
struct MixCost {
  Usd total;        ///< without what is sunk
  Usd commitments;  ///< the new ones
  Usd on_demand;
  Usd spot;
  Usd sunk;                    ///< held ones until they end: part of no alternative
  Usd all_on_demand;           ///< the same demand without any new commitment and without spot
  double covered = 0;          ///< share of the instance-hours that commitments serve
  std::vector<double> used{};  ///< share of each offer's paid hours in use; 0 where none is bought
  std::vector<double> held_used{};

  double saving() const { return 1 - total / all_on_demand; }
};

/// Applies the mix hour by hour in the order of AWS: blocks and reserved instances, then EC2
/// Instance Savings Plans, then Compute Savings Plans, each to the usage that it saves most on
/// ("Applying Savings Plans to your usage", Savings Plans User Guide); what is unused is lost each
/// hour; then spot as far as it goes, then on-demand. `amounts` has one entry per offer.
MixCost mix_cost(const CommitmentProblem& problem, std::span<const DemandState> states,
                 std::span<const double> amounts);

/// The error of questions about commitments that have no answer.
tl::unexpected<Error> refuse_commitments(std::string message);

}  // namespace nscope::cost
