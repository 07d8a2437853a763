#pragma once

#include "app/capacity/fleet/ladder.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace nscope::capacity {

/// What became of a configuration in a search.
struct Outcome {
  std::size_t candidate = 0;         ///< index into the candidates
  std::optional<int> level{};        ///< of the ladder that holds the limits; empty: lost
  std::optional<Refusal> refusal{};  ///< why it lost
  int simulations = 0;
};

/// The lowest level of any server of one type.
struct TypeResult {
  std::optional<std::size_t> best{};  ///< index into the candidates
  int level = 0;                      ///< of search_type(): instances that serve
  std::vector<Outcome> outcomes;      ///< of the candidates that were looked at, by index
  int simulations = 0;
};

/// The search among the servers of one instance type for the one that holds the limits on the
/// lowest level of the ladder.
///
/// Candidates are looked at in the order of what fluid_rate() promises, four at a time. The first
/// are bisected; of each later one a single run one level below the best so far tells whether it
/// can win, and only then it is bisected, too. What just keeping up would take
/// (least_instances()) rules out the rest without a run. A winner is confirmed by a run ten times
/// as long; where that misses the limits it takes a level more.
///
/// Deterministic for a seed, whatever the number of cores. Errors: kCancelled, and those of the
/// simulation.
Result<TypeResult> search_ladder(const FleetJudge& judge, std::span<const Candidate> candidates,
                                 std::span<const std::size_t> of_type, const Ladder& ladder,
                                 std::span<const Limit> limits);

/// The fewest instances of one type for a rate: search_ladder().
///
/// Doubling the load never lowers the answer: a fleet that holds twice the load also holds the
/// load, so the answer is the least of those for 1, 2, 4, ... times the rate. As least_instances()
/// bounds them from below, the next doubling can be left out as soon as it exceeds the best.
Result<TypeResult> search_type(const FleetJudge& judge, std::span<const Candidate> candidates,
                               std::span<const std::size_t> of_type, double rate, int max_instances,
                               std::span<const Limit> limits);

/// The lowest level up to `most` on which one server holds the limits in short runs; empty where
/// none does. `guess` is where it begins.
Result<std::optional<int>> lowest_level(const FleetJudge& judge, const Server& server,
                                        const Ladder& ladder, int guess, int most,
                                        int& simulations);

/// The same of a ladder of instances.
Result<std::optional<int>> fewest_instances(const FleetJudge& judge, const Server& server,
                                            double rate, int guess, int most, int& simulations);

}  // namespace nscope::capacity
