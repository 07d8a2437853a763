// Recalculation of cost scenarios: what a slider in Plan mode and a sweep pay.
//   build/bench/bin/cost_bench
#include "costmodel/commitments/commitment_mix.h"
#include "costmodel/economics/cost_matrix.h"
#include "profiler/base/json.h"
#include "profiler/base/resources.h"

#include <benchmark/benchmark.h>

namespace nscope::cost {
namespace {

Scenario scenario() {
  const auto json = parse_json(R"({
    "schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "demand": {"unit": "tokens_per_second", "source": "x",
               "profile": {"mean": 6000, "daily_swing": 0.6, "weekend": 0.5}},
    "utilisation": {"from": "demand"}, "commitments": {},
    "work": [{"label": "inf2", "instance": "inf2.48xlarge",
              "throughput": {"tokens_per_second": 550, "source": "x"}},
             {"label": "p4d", "instance": "p4d.24xlarge",
              "throughput": {"tokens_per_second": 800, "source": "x"}}]})",
                               "bench");
  return scenario_from_json(*json, "bench").value();
}

/// A thousand scenarios that differ in throughput, each with its matrix, guards,
/// utilisation, commitment mix, sweep and regret.
void thousand_scenarios(benchmark::State& state) {
  const auto catalog = catalog::Catalog::load().value();
  const auto book = PriceBook::load().value();
  const Scenario base = scenario();
  const Day day = parse_day("2026-11-20").value();
  for (auto _ : state) {
    for (int i = 0; i < 1000; ++i) {
      Scenario changed = base;
      changed.work[0].estimate.throughput.tokens_per_second = 500 + 0.1 * i;
      const auto matrix = cost_matrix(catalog, book, changed, day);
      if (!matrix) state.SkipWithError("no matrix");
      benchmark::DoNotOptimize(matrix);
    }
  }
}

/// The integer program over a week with a plan across two types.
void program_of_a_week(benchmark::State& state) {
  CommitmentProblem problem;
  for (const double mean : {20.0, 7.0}) {
    DemandCurve curve = weekly_profile({.mean = mean, .daily_swing = 0.6, .weekend = 0.5});
    problem.types.push_back({.demand = curve, .on_demand = Usd::from_dollars(20)});
  }
  problem.offers = {{.label = "RI", .rates = {Usd::from_dollars(12), std::nullopt}},
                    {.label = "plan",
                     .kind = CommitmentKind::kComputeSavingsPlan,
                     .rates = {Usd::from_dollars(14), Usd::from_dollars(13)}}};
  TaskControl control;
  for (auto _ : state) benchmark::DoNotOptimize(program_mix(problem, control));
}

BENCHMARK(thousand_scenarios)->Unit(benchmark::kMillisecond);
BENCHMARK(program_of_a_week)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nscope::cost
