// The lower bounds of the Fleet view: what each change of a request costs while somebody types.
//   build/bench/bin/fleet_bound_bench
#include "app/capacity/fleet/fleet_bound.h"

#include <benchmark/benchmark.h>

namespace nscope::capacity {
namespace {

/// Every NeuronCore type of the catalogue, all schedulers and slots.
PlanRequest request(bool varied) {
  Json json = Json::parse(R"({
    "schema": "nscope.plan/1", "model": "llama-3-8b", "as_of": "2026-11-20",
    "traffic": {"requests_per_second": 40, "input_tokens": 600, "output_tokens": 180},
    "sla": {"ttft_p99_s": 1.5, "tpot_p95_s": 0.06}, "regions": ["us-east-1"]})");
  if (varied) {
    json["traffic"]["input_tokens"] = {
        {"kind", "lognormal"}, {"mean", 600}, {"deviation", 400}, {"high", 2048}};
    json["traffic"]["output_tokens"] = {
        {"kind", "lognormal"}, {"mean", 180}, {"deviation", 120}, {"high", 512}};
  }
  return plan_request_from_json(json, "bench").value();
}

void bound(benchmark::State& state, bool varied, bool keep) {
  const auto catalog = catalog::Catalog::load().value();
  const auto book = cost::PriceBook::load().value();
  const PlanRequest asked = request(varied);
  LeastServerCache kept;
  for (auto _ : state) {
    LeastServerCache fresh;
    TaskControl control;
    const auto bounds = bound_fleets(catalog, book, asked, {}, 1, keep ? kept : fresh, control);
    if (!bounds) state.SkipWithError("no bounds");
    benchmark::DoNotOptimize(bounds);
  }
}

void another_model_or_length(benchmark::State& state) {
  bound(state, false, false);
}
void lengths_that_vary(benchmark::State& state) {
  bound(state, true, false);
}
void another_rate_limit_or_price(benchmark::State& state) {
  bound(state, true, true);
}

BENCHMARK(another_model_or_length)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(lengths_that_vary)->Unit(benchmark::kMillisecond)->UseRealTime();
BENCHMARK(another_rate_limit_or_price)->Unit(benchmark::kMillisecond)->UseRealTime();

}  // namespace
}  // namespace nscope::capacity
