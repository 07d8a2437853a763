#pragma once

#include "app/capacity/fleet/search_levels.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// The result of one configuration in a search.
struct Outcome {
  std::size_t candidate = 0;         ///< index into the candidates
  std::optional<int> level{};        ///< the lowest level that meets the limits; empty if rejected
  std::optional<Refusal> refusal{};  ///< why it was rejected
  int simulations = 0;
};

/// The lowest level of any server of one type.
struct TypeResult {
  std::optional<std::size_t> best{};  ///< index into the candidates
  int level = 0;                      ///< in search_type(): serving instances
  std::vector<Outcome> outcomes;      ///< of the evaluated candidates, in the order of evaluation
  /// False: the search was cancelled after it had found `best`; another candidate can be better.
  bool complete = true;
  int simulations = 0;
};

/// Called with the number of candidates that were evaluated until then.
using SearchProgress = std::function<void(std::size_t)>;

/// Searches among the servers of one instance type for the one that meets the limits on the lowest
/// level.
///
/// Candidates are evaluated in the order of their estimates by fluid_rate(), four at a time. The
/// first ones are bisected. Later ones get a single run one level below the best so far and are
/// bisected only if they meet the limits there. Candidates whose lower bound (least_instances())
/// is above that level are rejected without a run. The result is confirmed by a run that is ten
/// times as long; if this run misses the limits, higher levels are tried.
///
/// Deterministic for a seed, independent of the number of cores. Errors: kCancelled if nothing was
/// found before (see TypeResult::complete) and those of the simulation.
Result<TypeResult> search_levels(const FleetEvaluator& evaluator,
                                 std::span<const Candidate> candidates,
                                 std::span<const std::size_t> of_type, const SearchLevels& levels,
                                 std::span<const Limit> limits,
                                 const SearchProgress& progress = {});

/// Searches for the smallest number of instances of one type for a rate with search_levels().
///
/// A fleet that serves twice the load also serves the load. The result is therefore the minimum of
/// the results for 1, 2, 4, ... times the rate, so that more load never needs fewer instances. The
/// doubling ends when the lower bound (least_instances()) exceeds the minimum.
Result<TypeResult> search_type(const FleetEvaluator& evaluator,
                               std::span<const Candidate> candidates,
                               std::span<const std::size_t> of_type, double rate, int max_instances,
                               std::span<const Limit> limits, const SearchProgress& progress = {});

/// The lowest level up to `most` on which one server meets the limits in short runs; empty if there
/// is none. The search starts at `guess`.
Result<std::optional<int>> lowest_level(const FleetEvaluator& evaluator, const Server& server,
                                        const SearchLevels& levels, int guess, int most,
                                        int& simulations);

/// The smallest number of instances up to `most` with which one server meets the limits: as
/// lowest_level().
Result<std::optional<int>> fewest_instances(const FleetEvaluator& evaluator, const Server& server,
                                            double rate, int guess, int most, int& simulations);

}  // namespace nscope::capacity
