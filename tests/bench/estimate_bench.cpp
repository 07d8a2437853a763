// Costs that the desktop application pays while the user types or waits.
//   build/bench/bin/estimate_bench
#include "costmodel/economics/cost_matrix.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/workload/workload.h"

#include <benchmark/benchmark.h>

namespace nscope {
namespace {

void load_catalog(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(catalog::Catalog::load());
}

void load_price_book(benchmark::State& state) {
  for (auto _ : state) benchmark::DoNotOptimize(cost::PriceBook::load());
}

/// One keystroke in the simulate form: an 80-layer decoder with 1,024 steps.
void estimate_llama_70b(benchmark::State& state) {
  const auto catalog = catalog::Catalog::load();
  const sim::Workload workload{.model = "llama-2-70b",
                               .instance = "inf2.48xlarge",
                               .tensor_parallel = 24,
                               .batch = 1,
                               .input_tokens = 128,
                               .output_tokens = 1024};
  for (auto _ : state) {
    TaskControl control;
    const auto result = sim::estimate(*catalog, workload, control);
    if (!result) state.SkipWithError("not estimated");
    benchmark::DoNotOptimize(result);
  }
}

BENCHMARK(load_catalog)->Unit(benchmark::kMillisecond);
BENCHMARK(load_price_book)->Unit(benchmark::kMillisecond);
BENCHMARK(estimate_llama_70b)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nscope
