#include "app/capacity/fleet/fleet_search.h"

#include "profiler/base/parallel.h"

#include <algorithm>
#include <tuple>

namespace nscope::capacity {
namespace {

constexpr std::size_t kAtATime = 4;

/// The result of one candidate, or the error that ended its simulation.
struct Looked {
  Outcome outcome;
  std::optional<Error> error{};
};

class LevelSearch {
 public:
  LevelSearch(const FleetEvaluator& evaluator, std::span<const Candidate> candidates,
              const SearchLevels& levels, std::span<const Limit> limits)
      : evaluator_(evaluator), candidates_(candidates), levels_(levels), limits_(limits) {}

  Result<TypeResult> go(std::span<const std::size_t> of_type, const SearchProgress& progress) {
    const std::vector<Estimate> order = estimates(of_type);
    TypeResult result;
    for (std::size_t first = 0; first < order.size(); first += kAtATime) {
      const std::size_t count = std::min(kAtATime, order.size() - first);
      std::vector<Looked> looked(count);
      const int beat = result.best ? result.level - 1 : levels_.last();
      for_each_in_parallel(count, [&](std::size_t i) {
        looked[i] = look(order[first + i], beat, result.best.has_value());
      });
      for (Looked& each : looked) {
        const bool stopped = each.error && each.error->code == ErrorCode::kCancelled;
        if (each.error && !stopped) return fail(*each.error);
        if (stopped) {
          result.complete = false;
          continue;
        }
        take(each.outcome, result);
        result.outcomes.push_back(std::move(each.outcome));
      }
      if (progress) progress(first + count);
      if (result.complete) continue;
      if (!result.best) return cancelled();
      break;
    }
    // Several candidates that were evaluated at the same time may have improved the result; only
    // the best of them is kept.
    for (Outcome& outcome : result.outcomes) {
      if (!outcome.level || outcome.candidate == result.best) continue;
      const Text level = levels_.result_text(*outcome.level);
      outcome.refusal = {Rule::kMoreExpensive, *outcome.level == result.level
                                                   ? tr("{}, like the best configuration", level)
                                                   : level};
    }
    return result;
  }

 private:
  /// A candidate with its estimated level.
  struct Estimate {
    std::size_t candidate = 0;
    int least = 1;  ///< lower bound
    int guess = 1;
  };

  const Server& server(std::size_t candidate) const { return *candidates_[candidate].server; }

  std::vector<Estimate> estimates(std::span<const std::size_t> of_type) const {
    std::vector<Estimate> order;
    for (const std::size_t candidate : of_type) {
      const Server& one = server(candidate);
      Estimate estimate{.candidate = candidate, .least = levels_.lowest(evaluator_, one)};
      estimate.guess = std::max(levels_.estimated(one, limits_), estimate.least);
      order.push_back(estimate);
    }
    std::stable_sort(order.begin(), order.end(), [](const Estimate& a, const Estimate& b) {
      return std::tie(a.guess, a.least) < std::tie(b.guess, b.least);
    });
    return order;
  }

  Looked look(const Estimate& estimate, int beat, bool has_best) const {
    Looked looked{.outcome = {.candidate = estimate.candidate}};
    if (estimate.least > beat) {
      looked.outcome.refusal = {Rule::kCapacity, levels_.bound_text(estimate.least)};
      return looked;
    }
    auto done =
        has_best ? challenge(estimate, beat, looked.outcome) : explore(estimate, looked.outcome);
    if (!done) looked.error = done.error();
    return looked;
  }

  /// Finds the lowest level of a candidate while no other result is known.
  Result<> explore(const Estimate& estimate, Outcome& outcome) const {
    const Server& one = server(estimate.candidate);
    const auto lowest =
        lowest_level(evaluator_, one, levels_, estimate.guess, levels_.last(), outcome.simulations);
    if (!lowest) return fail(lowest.error());
    if (*lowest) return confirm(one, **lowest, levels_.last(), outcome);
    return reject(one, levels_.widest(estimate.least), outcome);
  }

  /// Evaluates a candidate one level below the best so far, and lower levels if it meets the
  /// limits.
  Result<> challenge(const Estimate& estimate, int beat, Outcome& outcome) const {
    const Server& one = server(estimate.candidate);
    const auto checked = check_at(one, beat, kScreening, outcome);
    if (!checked) return fail(checked.error());
    if (!checked->meets) {
      outcome.refusal = {Rule::kMoreExpensive, levels_.at_text(beat, missed_text(checked->missed))};
      return {};
    }
    const auto lowest = lowest_level(evaluator_, one, levels_, std::min(estimate.guess, beat), beat,
                                     outcome.simulations);
    if (!lowest) return fail(lowest.error());
    return confirm(one, lowest->value_or(beat), beat, outcome);
  }

  /// Raises the level until the long run meets the limits.
  Result<> confirm(const Server& one, int level, int most, Outcome& outcome) const {
    for (; level <= most; level = levels_.next(level)) {
      const auto checked = check_at(one, level, kConfirming, outcome);
      if (!checked) return fail(checked.error());
      if (checked->meets) {
        outcome.level = level;
        return {};
      }
      outcome.refusal = {
          Rule::kMoreExpensive,
          levels_.at_text(level, tr("in the confirmation run, {}", missed_text(checked->missed)))};
    }
    return {};
  }

  /// Rejects a candidate that misses the limits even on the highest level.
  Result<> reject(const Server& one, int level, Outcome& outcome) const {
    ++outcome.simulations;
    const FleetLoad fleet = levels_.at(level);
    const auto run = evaluator_.run(one, fleet.instances, fleet.rate, kScreening);
    if (!run) return fail(run.error());
    outcome.refusal = {Rule::kNeverMeetsLimits,
                       levels_.at_text(level, missed_text(evaluator_.missed_text(*run)))};
    return {};
  }

  static Text missed_text(const Text& missed) {
    return missed.empty() ? tr("the limits are not met reliably") : missed;
  }

  Result<LimitCheck> check_at(const Server& one, int level, RunLength length,
                              Outcome& outcome) const {
    ++outcome.simulations;
    const FleetLoad fleet = levels_.at(level);
    return evaluator_.check(one, fleet.instances, fleet.rate, length);
  }

  static void take(Outcome& outcome, TypeResult& result) {
    result.simulations += outcome.simulations;
    if (!outcome.level) return;
    outcome.refusal.reset();
    if (result.best && *outcome.level >= result.level) return;
    result.best = outcome.candidate;
    result.level = *outcome.level;
  }

  const FleetEvaluator& evaluator_;
  std::span<const Candidate> candidates_;
  const SearchLevels& levels_;
  std::span<const Limit> limits_;
};

}  // namespace

Result<std::optional<int>> lowest_level(const FleetEvaluator& evaluator, const Server& server,
                                        const SearchLevels& levels, int guess, int most,
                                        int& simulations) {
  const int least = levels.lowest(evaluator, server);
  if (least > most) return std::optional<int>();
  const int widest = std::min(most, levels.widest(least));
  const auto meets = [&](int level) {
    ++simulations;
    const FleetLoad fleet = levels.at(level);
    return evaluator.meets_limits(server, fleet.instances, fleet.rate, kScreening);
  };
  int missed = least - 1;
  int met = std::clamp(guess, least, widest);
  for (;;) {
    const auto ok = meets(met);
    if (!ok) return fail(ok.error());
    if (*ok) break;
    missed = met;
    if (met == widest) return std::optional<int>();
    met = std::min(widest, levels.wider(met));
  }
  while (met - missed > 1) {
    // Bisection between the highest level that missed and the lowest that met the limits.
    const int middle = missed + std::max(1, (met - missed) / 2);
    const auto ok = meets(middle);
    if (!ok) return fail(ok.error());
    (*ok ? met : missed) = middle;
  }
  return std::optional<int>(met);
}

Result<std::optional<int>> fewest_instances(const FleetEvaluator& evaluator, const Server& server,
                                            double rate, int guess, int most, int& simulations) {
  return lowest_level(evaluator, server, SearchLevels::of_instances(rate, most), guess, most,
                      simulations);
}

Result<TypeResult> search_levels(const FleetEvaluator& evaluator,
                                 std::span<const Candidate> candidates,
                                 std::span<const std::size_t> of_type, const SearchLevels& levels,
                                 std::span<const Limit> limits, const SearchProgress& progress) {
  return LevelSearch(evaluator, candidates, levels, limits).go(of_type, progress);
}

Result<TypeResult> search_type(const FleetEvaluator& evaluator,
                               std::span<const Candidate> candidates,
                               std::span<const std::size_t> of_type, double rate, int max_instances,
                               std::span<const Limit> limits, const SearchProgress& progress) {
  const SearchLevels levels = SearchLevels::of_instances(rate, max_instances);
  auto result = search_levels(evaluator, candidates, of_type, levels, limits, progress);
  if (!result || !result->best || !result->complete) return result;
  for (double multiple = 2;; multiple *= 2) {
    const bool could = std::any_of(of_type.begin(), of_type.end(), [&](std::size_t candidate) {
      const Server& server = *candidates[candidate].server;
      return evaluator.least_instances(server, multiple * rate) < result->level;
    });
    if (!could) return result;
    // This must be the same search as for that load alone, so that its result is never smaller.
    auto twice = search_levels(evaluator, candidates, of_type,
                               SearchLevels::of_instances(multiple * rate, max_instances), limits);
    const bool stopped = !twice && twice.error().code == ErrorCode::kCancelled;
    if (stopped || (twice && !twice->complete)) {
      result->complete = false;
      return result;
    }
    if (!twice) return twice;
    result->simulations += twice->simulations;
    if (!twice->best || twice->level >= result->level) continue;
    // The fleet for the larger load is smaller, because of the noise of the simulation. It also
    // serves the smaller load.
    for (Outcome& outcome : result->outcomes) {
      if (outcome.candidate == *result->best) {
        outcome.refusal = {Rule::kMoreExpensive, levels.result_text(result->level)};
      }
      if (outcome.candidate == *twice->best) {
        outcome.level = twice->level;
        outcome.refusal.reset();
      }
    }
    result->best = twice->best;
    result->level = twice->level;
  }
}

}  // namespace nscope::capacity
