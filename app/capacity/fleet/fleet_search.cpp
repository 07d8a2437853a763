#include "app/capacity/fleet/fleet_search.h"

#include "profiler/base/parallel.h"

#include <algorithm>
#include <tuple>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr std::size_t kAtATime = 4;

/// One way in which the search of one ladder went on.
struct Looked {
  Outcome outcome;
  std::optional<Error> error{};
};

class LadderSearch {
 public:
  LadderSearch(const FleetJudge& judge, std::span<const Candidate> candidates, const Ladder& ladder,
               std::span<const Limit> limits)
      : judge_(judge), candidates_(candidates), ladder_(ladder), limits_(limits) {}

  Result<TypeResult> go(std::span<const std::size_t> of_type) {
    const std::vector<Promise> order = promises(of_type);
    TypeResult result;
    for (std::size_t first = 0; first < order.size(); first += kAtATime) {
      const std::size_t count = std::min(kAtATime, order.size() - first);
      std::vector<Looked> looked(count);
      const int beat = result.best ? result.level - 1 : ladder_.last();
      for_each_in_parallel(count, [&](std::size_t i) {
        looked[i] = look(order[first + i], beat, result.best.has_value());
      });
      for (Looked& each : looked) {
        if (each.error) return fail(*each.error);
        take(each.outcome, result);
        result.outcomes.push_back(std::move(each.outcome));
      }
    }
    // Of those at a time that improved together the later ones lost to the best of them.
    for (Outcome& outcome : result.outcomes) {
      if (!outcome.level || outcome.candidate == result.best) continue;
      outcome.refusal = {Rule::kDearer, ladder_.answer_text(*outcome.level)};
    }
    return result;
  }

 private:
  struct Promise {
    std::size_t candidate = 0;
    int least = 1;
    int guess = 1;
  };

  const Server& server(std::size_t candidate) const { return *candidates_[candidate].server; }

  std::vector<Promise> promises(std::span<const std::size_t> of_type) const {
    std::vector<Promise> order;
    for (const std::size_t candidate : of_type) {
      const Server& one = server(candidate);
      Promise promise{.candidate = candidate, .least = ladder_.lowest(judge_, one)};
      promise.guess = std::max(ladder_.promised(one, limits_), promise.least);
      order.push_back(promise);
    }
    std::stable_sort(order.begin(), order.end(), [](const Promise& a, const Promise& b) {
      return std::tie(a.guess, a.least) < std::tie(b.guess, b.least);
    });
    return order;
  }

  Looked look(const Promise& promise, int beat, bool has_best) const {
    Looked looked{.outcome = {.candidate = promise.candidate}};
    if (promise.least > beat) {
      looked.outcome.refusal = {Rule::kCapacity, ladder_.bound_text(promise.least)};
      return looked;
    }
    auto done =
        has_best ? challenge(promise, beat, looked.outcome) : explore(promise, looked.outcome);
    if (!done) looked.error = done.error();
    return looked;
  }

  /// No fleet is known yet.
  Result<> explore(const Promise& promise, Outcome& outcome) const {
    const Server& one = server(promise.candidate);
    const auto lowest =
        lowest_level(judge_, one, ladder_, promise.guess, ladder_.last(), outcome.simulations);
    if (!lowest) return fail(lowest.error());
    if (*lowest) return confirm(one, **lowest, ladder_.last(), outcome);
    return lose(one, Rule::kNeverHolds, ladder_.widest(promise.least), outcome);
  }

  /// Whether it holds on a lower level than the best.
  Result<> challenge(const Promise& promise, int beat, Outcome& outcome) const {
    const Server& one = server(promise.candidate);
    const auto run = run_at(one, beat, kScreening, outcome);
    if (!run) return fail(run.error());
    if (!judge_.holds(*run)) {
      outcome.refusal = {Rule::kDearer,
                         fmt::format("{} {}", ladder_.at_text(beat), judge_.missed_text(*run))};
      return {};
    }
    const auto lowest = lowest_level(judge_, one, ladder_, std::min(promise.guess, beat), beat,
                                     outcome.simulations);
    if (!lowest) return fail(lowest.error());
    return confirm(one, lowest->value_or(beat), beat, outcome);
  }

  /// The long run decides.
  Result<> confirm(const Server& one, int level, int most, Outcome& outcome) const {
    for (; level <= most; level = ladder_.next(level)) {
      const auto run = run_at(one, level, kConfirming, outcome);
      if (!run) return fail(run.error());
      if (judge_.holds(*run)) {
        outcome.level = level;
        return {};
      }
      outcome.refusal = {Rule::kDearer, fmt::format("{} {} in the long run", ladder_.at_text(level),
                                                    judge_.missed_text(*run))};
    }
    return {};
  }

  Result<> lose(const Server& one, Rule rule, int level, Outcome& outcome) const {
    const auto run = run_at(one, level, kScreening, outcome);
    if (!run) return fail(run.error());
    const std::string missed = judge_.missed_text(*run);
    outcome.refusal = {rule, fmt::format("{}, {} {}", ladder_.at_text(level),
                                         missed.empty() ? "not steadily:" : "still", missed)};
    return {};
  }

  Result<FleetRun> run_at(const Server& one, int level, RunLength length, Outcome& outcome) const {
    ++outcome.simulations;
    const Rung rung = ladder_.at(level);
    return judge_.run(one, rung.instances, rung.rate, length);
  }

  static void take(Outcome& outcome, TypeResult& result) {
    result.simulations += outcome.simulations;
    if (!outcome.level) return;
    outcome.refusal.reset();
    if (result.best && *outcome.level >= result.level) return;
    result.best = outcome.candidate;
    result.level = *outcome.level;
  }

  const FleetJudge& judge_;
  std::span<const Candidate> candidates_;
  const Ladder& ladder_;
  std::span<const Limit> limits_;
};

}  // namespace

Result<std::optional<int>> lowest_level(const FleetJudge& judge, const Server& server,
                                        const Ladder& ladder, int guess, int most,
                                        int& simulations) {
  const int least = ladder.lowest(judge, server);
  if (least > most) return std::optional<int>();
  const int widest = std::min(most, ladder.widest(least));
  const auto holds = [&](int level) {
    ++simulations;
    const Rung rung = ladder.at(level);
    return judge.holds(server, rung.instances, rung.rate, kScreening);
  };
  int fails = least - 1;
  int held = std::clamp(guess, least, widest);
  for (;;) {
    const auto ok = holds(held);
    if (!ok) return fail(ok.error());
    if (*ok) break;
    fails = held;
    if (held == widest) return std::optional<int>();
    held = std::min(widest, ladder.wider(held));
  }
  while (held - fails > 1) {
    // Near what holds: guesses are good.
    const int middle = fails + std::max(1, (held - fails) / 2);
    const auto ok = holds(middle);
    if (!ok) return fail(ok.error());
    (*ok ? held : fails) = middle;
  }
  return std::optional<int>(held);
}

Result<std::optional<int>> fewest_instances(const FleetJudge& judge, const Server& server,
                                            double rate, int guess, int most, int& simulations) {
  return lowest_level(judge, server, Ladder::of_instances(rate, most), guess, most, simulations);
}

Result<TypeResult> search_ladder(const FleetJudge& judge, std::span<const Candidate> candidates,
                                 std::span<const std::size_t> of_type, const Ladder& ladder,
                                 std::span<const Limit> limits) {
  return LadderSearch(judge, candidates, ladder, limits).go(of_type);
}

Result<TypeResult> search_type(const FleetJudge& judge, std::span<const Candidate> candidates,
                               std::span<const std::size_t> of_type, double rate, int max_instances,
                               std::span<const Limit> limits) {
  const Ladder ladder = Ladder::of_instances(rate, max_instances);
  auto result = search_ladder(judge, candidates, of_type, ladder, limits);
  if (!result || !result->best) return result;
  for (double multiple = 2;; multiple *= 2) {
    const bool could = std::any_of(of_type.begin(), of_type.end(), [&](std::size_t candidate) {
      const Server& server = *candidates[candidate].server;
      return judge.least_instances(server, multiple * rate) < result->level;
    });
    if (!could) return result;
    // The same search as for that load itself: only so is the answer for it never a lesser one.
    auto twice = search_ladder(judge, candidates, of_type,
                               Ladder::of_instances(multiple * rate, max_instances), limits);
    if (!twice) return twice;
    result->simulations += twice->simulations;
    if (!twice->best || twice->level >= result->level) continue;
    // A quirk of the smaller load: what holds more load holds it, too.
    for (Outcome& outcome : result->outcomes) {
      if (outcome.candidate == *result->best) {
        outcome.refusal = {Rule::kDearer, ladder.answer_text(result->level)};
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
