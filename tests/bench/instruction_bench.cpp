// The instruction level of the simulator, in events per second.
//   build/bench/bin/instruction_bench
#include "profiler/trace/build/neuron_tracks.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/vocabulary.h"
#include "simcore/engine/instruction/core_simulation.h"
#include "simcore/engine/instruction/replay.h"
#include "tests/support/tiled_kernels.h"

#include <benchmark/benchmark.h>

namespace nscope {
namespace {

const catalog::Catalog& catalogue() {
  static const catalog::Catalog loaded = catalog::Catalog::load().value();
  return loaded;
}

/// A matrix product with all its dependencies, transfers and evacuations.
void simulate_matmul(benchmark::State& state) {
  const auto size = static_cast<double>(state.range(0));
  const auto rates = sim::core_rates(**sim::device_named(catalogue(), "trn2"));
  const auto kernel = sim::tiled_matmul({.rows = 2048, .inner = 2048, .columns = size}, *rates);
  const auto program = sim::core_program(*kernel, *rates);
  const TaskControl control;
  std::size_t events = 0;
  for (auto _ : state) {
    const auto run = sim::simulate_core(*program, *rates, control);
    if (!run) return state.SkipWithError("not simulated");
    events += run->events;
  }
  state.SetItemsProcessed(static_cast<std::int64_t>(events));
  state.counters["instructions"] =
      benchmark::Counter(static_cast<double>(kernel->instructions.size() * state.iterations()),
                         benchmark::Counter::kIsRate);
}

void compile_matmul(benchmark::State& state) {
  const auto rates = sim::core_rates(**sim::device_named(catalogue(), "trn2"));
  const auto kernel = sim::tiled_matmul({.rows = 2048, .inner = 2048, .columns = 65536}, *rates);
  for (auto _ : state) benchmark::DoNotOptimize(sim::core_program(*kernel, *rates));
  state.SetItemsProcessed(
      static_cast<std::int64_t>(kernel->instructions.size() * state.iterations()));
}

/// A made-up capture: two engines that wait for each other in turn.
std::shared_ptr<const Trace> capture(int instructions) {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.property(std::string(property::kDevice), std::string("trn2"));
  SliceId last;
  for (int i = 0; i < instructions; ++i) {
    const bool even = i % 2 == 0;
    const SliceId slice = out.slice(tracks.engine(0, even ? Engine::kVector : Engine::kScalar),
                                    out.intern(even ? "COPY" : "ACTIVATE"),
                                    TraceTime(600 * std::int64_t{i}), TraceTime(560));
    out.arg(slice, out.intern(key::kOperands),
            "src=fp32@0x2000000[1,1,1,1][512,1,1,1] dst=fp32@0x4000[1,1,1,1][512,1,1,1]");
    if (last.valid()) out.flow(last, slice, out.intern(flow_kind::kSemaphore));
    last = slice;
  }
  out.time_base({.ticks_per_ns = 1,
                 .window_begin = TraceTime(0),
                 .window_end = TraceTime(600 * std::int64_t{instructions})});
  out.finish();
  return builder.finish();
}

void replay_capture(benchmark::State& state) {
  const auto trace = capture(static_cast<int>(state.range(0)));
  TaskControl control;
  for (auto _ : state) {
    const auto result = sim::replay(catalogue(), *trace, **sim::device_named(catalogue(), "trn3"),
                                    nullptr, nullptr, control);
    if (!result) return state.SkipWithError("not replayed");
  }
  state.SetItemsProcessed(state.range(0) * static_cast<std::int64_t>(state.iterations()));
}

BENCHMARK(simulate_matmul)->Arg(2048)->Arg(65536)->Unit(benchmark::kMillisecond);
BENCHMARK(compile_matmul)->Unit(benchmark::kMillisecond);
BENCHMARK(replay_capture)->Arg(1 << 20)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace nscope
