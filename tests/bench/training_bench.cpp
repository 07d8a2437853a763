// A training step of 9,216 ranks.
//   build/bench/bin/training_bench
#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/simulation/prediction.h"
#include "simcore/engine/simulation/simulate.h"
#include "simcore/engine/workload/workload.h"

#include <benchmark/benchmark.h>

namespace nscope {
namespace {

/// Llama 3.1 405B on 144 trn2.48xlarge: tensor 32 x pipeline 9 x data 32.
sim::Workload large_job() {
  sim::Workload workload{
      .model = "llama-3.1-405b", .instance = "trn2.48xlarge", .tensor_parallel = 32};
  workload.input_tokens = 8192;
  workload.kind = sim::TrainingSetup{.nodes = 144, .pipeline_parallel = 9, .global_batch = 2048};
  return workload;
}

/// One keystroke.
void estimate_step(benchmark::State& state) {
  const auto catalog = catalog::Catalog::load();
  const sim::Workload workload = large_job();
  for (auto _ : state) {
    TaskControl control;
    const auto result = sim::estimate(*catalog, workload, control);
    if (!result) state.SkipWithError("not estimated");
    benchmark::DoNotOptimize(result);
  }
}

/// With its timeline, ready to be shown.
void simulate_step(benchmark::State& state) {
  const auto catalog = catalog::Catalog::load();
  const sim::Workload workload = large_job();
  std::size_t slices = 0;
  for (auto _ : state) {
    TraceBuilder builder;
    TaskControl control;
    const auto result = sim::simulate(*catalog, workload, builder, control);
    if (!result) state.SkipWithError("not simulated");
    const auto trace = builder.finish();
    slices = 0;
    for (const Track& track : trace->tracks()) slices += track.slices.size();
  }
  state.counters["slices"] = static_cast<double>(slices);
}

BENCHMARK(estimate_step)->Unit(benchmark::kMicrosecond);
BENCHMARK(simulate_step)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nscope
