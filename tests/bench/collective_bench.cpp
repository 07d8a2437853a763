// Costs of planning collectives and of running them step by step.
//   build/bench/bin/collective_bench
#include "simcore/engine/calibration/calibration.h"
#include "simcore/engine/collectives/step_simulation.h"

#include <benchmark/benchmark.h>

namespace nscope::sim {
namespace {

void run_steps(benchmark::State& state, const CollectiveRequest& request,
               std::string_view instance = "trn1.32xlarge") {
  const auto catalog = catalog::Catalog::load();
  const auto machine = machine_of(*catalog, **catalog->instance(instance));
  const Parameters parameters = built_in_calibration()->parameters;
  const auto plan = plan_collective(*machine, parameters, request);
  const TaskControl control;
  std::uint64_t transfers = 0;
  for (auto _ : state) {
    const auto timeline = simulate_steps(*machine, parameters, *plan, {}, 2, control);
    if (!timeline) state.SkipWithError("not run");
    transfers = timeline->transfers;
    benchmark::DoNotOptimize(timeline);
  }
  state.counters["transfers"] = static_cast<double>(transfers);
}

/// 32 nodes of 32 ranks in one ring: 2,046 steps of every rank.
void ring_of_1024(benchmark::State& state) {
  run_steps(state, {.group = {.ranks_per_node = 32, .nodes = 32},
                    .bytes = 1e9,
                    .algorithm = CollectiveAlgorithm::kRing});
}

/// The same ranks as the library would do it.
void hierarchy_of_1024(benchmark::State& state) {
  run_steps(state, {.group = {.ranks_per_node = 32, .nodes = 32}, .bytes = 1e9});
}

/// 992 transfers that share the links of a torus.
void mesh_of_32(benchmark::State& state) {
  run_steps(state, {.group = {.ranks_per_node = 32}, .bytes = 524288});
}

/// 65,280 transfers in each of two phases.
void mesh_of_256(benchmark::State& state) {
  run_steps(state, {.group = {.ranks_per_node = 256}, .bytes = 65536}, "trn2-ultraserver");
}

void plan_1024(benchmark::State& state) {
  const auto catalog = catalog::Catalog::load();
  const auto machine = machine_of(*catalog, **catalog->instance("trn1.32xlarge"));
  const Parameters parameters = built_in_calibration()->parameters;
  for (auto _ : state) {
    benchmark::DoNotOptimize(plan_collective(
        *machine, parameters, {.group = {.ranks_per_node = 32, .nodes = 32}, .bytes = 1e9}));
  }
}

BENCHMARK(ring_of_1024)->Unit(benchmark::kMillisecond);
BENCHMARK(hierarchy_of_1024)->Unit(benchmark::kMillisecond);
BENCHMARK(mesh_of_32)->Unit(benchmark::kMillisecond);
BENCHMARK(mesh_of_256)->Unit(benchmark::kMillisecond);
BENCHMARK(plan_1024)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace nscope::sim
