#include "app/capacity/fleet_search.h"

#include "app/capacity/fluid_estimate.h"
#include "profiler/base/format.h"
#include "profiler/base/parallel.h"

#include <algorithm>
#include <cmath>
#include <tuple>

#include <fmt/format.h>

namespace nscope::capacity {
namespace {

constexpr std::size_t kAtATime = 4;
/// With so many times the instances that just keep up every replica is nearly always idle.
constexpr int kMostIdle = 32;

std::string needs_text(int instances) {
  return fmt::format("needs {} instance{}", instances, instances == 1 ? "" : "s");
}

/// One way in which the search of one rate went on.
struct Looked {
  Outcome outcome;
  std::optional<Error> error{};
};

class RateSearch {
 public:
  RateSearch(const FleetJudge& judge, std::span<const Candidate> candidates, double rate,
             int max_instances, std::span<const Limit> limits)
      : judge_(judge),
        candidates_(candidates),
        rate_(rate),
        most_(max_instances),
        limits_(limits) {}

  Result<TypeResult> go(std::span<const std::size_t> of_type) {
    const std::vector<Promise> order = promises(of_type);
    TypeResult result;
    for (std::size_t first = 0; first < order.size(); first += kAtATime) {
      const std::size_t count = std::min(kAtATime, order.size() - first);
      std::vector<Looked> looked(count);
      const int beat = result.best ? result.instances - 1 : most_;
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
      if (!outcome.instances || outcome.candidate == result.best) continue;
      outcome.refusal = {Rule::kDearer, needs_text(*outcome.instances)};
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
      const double fluid = fluid_rate(one, limits_) * one.replicas_per_instance;
      Promise promise{.candidate = candidate, .least = judge_.least_instances(one, rate_)};
      constexpr double kHopeless = 1e9;
      promise.guess = static_cast<int>(
          fluid > 0 ? std::clamp(std::ceil(rate_ / fluid), 1.0, kHopeless) : kHopeless);
      promise.guess = std::max(promise.guess, promise.least);
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
      looked.outcome.refusal = {
          Rule::kCapacity, fmt::format("needs at least {} instances to keep up", promise.least)};
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
    const auto fewest =
        fewest_instances(judge_, one, rate_, promise.guess, most_, outcome.simulations);
    if (!fewest) return fail(fewest.error());
    if (*fewest) return confirm(one, **fewest, most_, outcome);
    const int tried = std::min<std::int64_t>(most_, std::int64_t{kMostIdle} * promise.least);
    return lose(one, Rule::kNeverHolds, tried, outcome);
  }

  /// Whether it holds with fewer instances than the best.
  Result<> challenge(const Promise& promise, int beat, Outcome& outcome) const {
    const Server& one = server(promise.candidate);
    ++outcome.simulations;
    const auto run = judge_.run(one, beat, rate_, kScreening);
    if (!run) return fail(run.error());
    if (!judge_.holds(*run)) {
      outcome.refusal = {Rule::kDearer,
                         fmt::format("with {} instance{} {}", beat, beat == 1 ? "" : "s",
                                     judge_.missed_text(*run))};
      return {};
    }
    const auto fewest = fewest_instances(judge_, one, rate_, std::min(promise.guess, beat), beat,
                                         outcome.simulations);
    if (!fewest) return fail(fewest.error());
    return confirm(one, fewest->value_or(beat), beat, outcome);
  }

  /// The long run decides.
  Result<> confirm(const Server& one, int instances, int most, Outcome& outcome) const {
    for (; instances <= most; ++instances) {
      ++outcome.simulations;
      const auto run = judge_.run(one, instances, rate_, kConfirming);
      if (!run) return fail(run.error());
      if (judge_.holds(*run)) {
        outcome.instances = instances;
        return {};
      }
      outcome.refusal = {Rule::kDearer,
                         fmt::format("with {} instance{} {} in the long run", instances,
                                     instances == 1 ? "" : "s", judge_.missed_text(*run))};
      // A long step where one instance is a small part.
      instances += instances / 64;
    }
    return {};
  }

  Result<> lose(const Server& one, Rule rule, int instances, Outcome& outcome) const {
    ++outcome.simulations;
    const auto run = judge_.run(one, instances, rate_, kScreening);
    if (!run) return fail(run.error());
    const std::string missed = judge_.missed_text(*run);
    outcome.refusal = {rule, fmt::format("with {} instances, {} {}", instances,
                                         missed.empty() ? "not steadily:" : "still", missed)};
    return {};
  }

  static void take(Outcome& outcome, TypeResult& result) {
    result.simulations += outcome.simulations;
    if (!outcome.instances) return;
    outcome.refusal.reset();
    if (result.best && *outcome.instances >= result.instances) return;
    result.best = outcome.candidate;
    result.instances = *outcome.instances;
  }

  const FleetJudge& judge_;
  std::span<const Candidate> candidates_;
  double rate_;
  int most_;
  std::span<const Limit> limits_;
};

}  // namespace

Result<std::optional<int>> fewest_instances(const FleetJudge& judge, const Server& server,
                                            double rate, int guess, int most, int& simulations) {
  const int least = judge.least_instances(server, rate);
  if (least > most) return std::optional<int>();
  const int widest =
      static_cast<int>(std::min<std::int64_t>(most, std::int64_t{kMostIdle} * least));
  const auto holds = [&](int instances) {
    ++simulations;
    return judge.holds(server, instances, rate, kScreening);
  };
  int fails = least - 1;
  int held = std::clamp(guess, least, widest);
  for (;;) {
    const auto ok = holds(held);
    if (!ok) return fail(ok.error());
    if (*ok) break;
    fails = held;
    if (held == widest) return std::optional<int>();
    held = std::min(widest, held + std::max(1, held / 4));
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

Result<TypeResult> search_type(const FleetJudge& judge, std::span<const Candidate> candidates,
                               std::span<const std::size_t> of_type, double rate, int max_instances,
                               std::span<const Limit> limits) {
  auto result = RateSearch(judge, candidates, rate, max_instances, limits).go(of_type);
  if (!result || !result->best) return result;
  for (double multiple = 2;; multiple *= 2) {
    const bool could = std::any_of(of_type.begin(), of_type.end(), [&](std::size_t candidate) {
      const Server& server = *candidates[candidate].server;
      return judge.least_instances(server, multiple * rate) < result->instances;
    });
    if (!could) return result;
    // The same search as for that load itself: only so is the answer for it never a lesser one.
    auto twice = RateSearch(judge, candidates, multiple * rate, max_instances, limits).go(of_type);
    if (!twice) return twice;
    result->simulations += twice->simulations;
    if (!twice->best || twice->instances >= result->instances) continue;
    // A quirk of the smaller load: what holds more load holds it, too.
    for (Outcome& outcome : result->outcomes) {
      if (outcome.candidate == *result->best) {
        outcome.refusal = {Rule::kDearer, needs_text(result->instances)};
      }
      if (outcome.candidate == *twice->best) {
        outcome.instances = twice->instances;
        outcome.refusal.reset();
      }
    }
    result->best = twice->best;
    result->instances = twice->instances;
  }
}

}  // namespace nscope::capacity
