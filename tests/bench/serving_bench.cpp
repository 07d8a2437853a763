// How fast servers are simulated.
//   build/bench/bin/serving_bench
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <benchmark/benchmark.h>

namespace nscope {
namespace {

/// Llama 3.1 8B on eight cores of an inf2.48xlarge, 32 slots of 4,096 tokens.
struct Server {
  catalog::Catalog catalog = catalog::Catalog::load().value();
  sim::Machine machine =
      sim::machine_of(catalog, *catalog.instance("inf2.48xlarge").value()).value();
  sim::ServedModel model{.machine = &machine,
                         .model = catalog.model("llama-3.1-8b").value(),
                         .layout = {.tensor_parallel = 8, .batch = 32, .sequence_length = 4096}};
};

sim::ServingSetup busy(sim::Scheduler scheduler) {
  sim::ServingSetup setup;
  setup.scheduler = scheduler;
  setup.stack = "vllm";
  setup.replicas = 3;
  setup.requests = 20'000;
  setup.arrivals.rate = 5;
  setup.input = {
      .kind = sim::TokenLengths::Kind::kLogNormal, .mean = 1000, .deviation = 500, .high = 3000};
  setup.output = {
      .kind = sim::TokenLengths::Kind::kLogNormal, .mean = 250, .deviation = 150, .high = 1000};
  return setup;
}

void simulate(benchmark::State& state, const sim::ServingSetup& setup) {
  const Server server;
  const auto plan = sim::plan_serving(server.model, setup, sim::built_in_calibration()->parameters);
  const auto requests = sim::draw_requests(setup, 1);
  if (!plan || !requests) return state.SkipWithError("not planned");
  for (auto _ : state) {
    TaskControl control;
    const auto run = sim::simulate_serving(*plan, *requests, 1, control);
    if (!run || run->count(sim::RequestRecord::State::kCompleted) != setup.requests) {
      state.SkipWithError("not every request was answered");
    }
    benchmark::DoNotOptimize(run);
  }
  state.SetItemsProcessed(state.iterations() * setup.requests);
}

void continuous_batching(benchmark::State& state) {
  simulate(state, busy(sim::Scheduler::kContinuous));
}
void static_batching(benchmark::State& state) {
  simulate(state, busy(sim::Scheduler::kStatic));
}
void chunked_prefill(benchmark::State& state) {
  simulate(state, busy(sim::Scheduler::kChunked));
}
/// Half the pages that full slots would take, and a common prefix.
void paged_with_prefixes(benchmark::State& state) {
  sim::ServingSetup setup = busy(sim::Scheduler::kContinuous);
  setup.paged = sim::PagedCache{.block_tokens = 16, .blocks = 4096};
  setup.prefix = sim::PrefixCache{.block_tokens = 16, .shared_tokens = 512, .share = 0.5};
  simulate(state, setup);
}

/// What a change of the setup costs before the first event.
void plan_a_server(benchmark::State& state) {
  const Server server;
  const sim::ServingSetup setup = busy(sim::Scheduler::kContinuous);
  for (auto _ : state) {
    benchmark::DoNotOptimize(
        sim::plan_serving(server.model, setup, sim::built_in_calibration()->parameters));
  }
}

BENCHMARK(continuous_batching)->Unit(benchmark::kMillisecond);
BENCHMARK(static_batching)->Unit(benchmark::kMillisecond);
BENCHMARK(chunked_prefill)->Unit(benchmark::kMillisecond);
BENCHMARK(paged_with_prefixes)->Unit(benchmark::kMillisecond);
BENCHMARK(plan_a_server)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nscope
