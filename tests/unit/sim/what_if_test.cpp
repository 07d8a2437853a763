#include "profiler/dependency/dependency_timing.h"
#include "simcore/engine/instruction/core_simulation.h"
#include "simcore/engine/instruction/kernel_emitter.h"
#include "tests/support/tiled_kernels.h"
#include "tests/unit/analysis/run_table.h"
#include "tests/unit/sim/simulated.h"

#include <functional>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

struct KernelRun {
  Picoseconds total = 0;
  std::shared_ptr<const Trace> trace;
};

KernelRun simulated_kernel(const Kernel& kernel, const CoreRates& rates) {
  const TaskControl control;
  const auto program = core_program(kernel, rates);
  EXPECT_TRUE(program) << to_string(program.error());
  const auto run = simulate_core(*program, rates, control);
  EXPECT_TRUE(run) << to_string(run.error());
  TraceBuilder builder;
  EXPECT_TRUE(emit_kernel(kernel, *program, *run, rates, builder, control));
  return {run->total, builder.finish()};
}

/// The dependencies of the run with one engine (or DMA) twice as fast.
Picoseconds predicted(const Trace& trace, Engine engine) {
  const TaskControl control;
  const auto graph = dependency_graph(trace, control);
  EXPECT_TRUE(graph) << to_string(graph.error());
  DependencyScaling scaling;
  scaling.duration.assign(graph->nodes.size(), 1.0);
  for (std::size_t i = 0; i < graph->nodes.size(); ++i) {
    const DependencyNode& node = graph->nodes[i];
    const bool wanted = engine == Engine::kDma
                            ? node.packet
                            : !node.packet && trace.tracks()[node.track].engine == engine;
    if (node.slice.valid() && wanted) scaling.duration[i] = 0.5;
  }
  const auto timing = run_dependencies(*graph, scaling, control);
  EXPECT_TRUE(timing) << to_string(timing.error());
  return timing ? timing->total : 0;
}

// The gain of a faster engine by the what-if analysis equals the gain by a simulation of the same
// kernel with that engine.
TEST(WhatIf, AgreesWithSimulatingTheSameChange) {
  CoreRates rates = core_rates(**device_named(catalogue(), "trn2")).value();
  rates.gating_window = 0;  // a faster engine also warms up earlier
  struct Case {
    Engine engine;
    std::function<void(CoreRates&)> faster;
  };
  const std::vector<Case> cases{
      {Engine::kTensor, [](CoreRates& r) { r.tensor_hz *= 2; }},
      {Engine::kVector, [](CoreRates& r) { r.vector_hz *= 2; }},
      {Engine::kDma,
       [](CoreRates& r) {
         r.dma_engine_bandwidth *= 2;
         r.hbm_bandwidth *= 2;
       }},
  };
  for (const TiledMatmul& shape : {TiledMatmul{.rows = 512, .inner = 1024, .columns = 1024},
                                   TiledMatmul{.rows = 128, .inner = 2048, .columns = 2048},
                                   TiledMatmul{.rows = 1024, .inner = 512, .columns = 512}}) {
    const auto kernel = tiled_matmul(shape, rates);
    ASSERT_TRUE(kernel) << to_string(kernel.error());
    const KernelRun base = simulated_kernel(*kernel, rates);
    for (const Case& one : cases) {
      CoreRates faster = rates;
      one.faster(faster);
      const auto again = static_cast<double>(simulated_kernel(*kernel, faster).total);
      EXPECT_NEAR(static_cast<double>(predicted(*base.trace, one.engine)) / again, 1, 0.03)
          << to_string(one.engine) << ", " << shape.rows << " x " << shape.inner << " x "
          << shape.columns << ", before " << base.total << ", simulated " << again;
    }
  }
}

/// Two passes of VectorE over `tiles` tiles of a tensor in HBM. The second pass loads the tiles
/// again (`reloads`) or uses those in SBUF. Each tile has 128 rows of `row_bytes`.
Kernel two_passes(std::size_t tiles, double row_bytes, bool reloads) {
  Kernel kernel;
  kernel.name = reloads ? "reloading" : "keeping";
  const auto buffer = [&](std::string name, BufferSpace space, double bytes) {
    kernel.buffers.push_back({std::move(name), space, bytes});
    return static_cast<std::uint32_t>(kernel.buffers.size() - 1);
  };
  const std::uint32_t input =
      buffer("input", BufferSpace::kHbm, static_cast<double>(tiles) * 128 * row_bytes);
  const auto load = [&](std::uint32_t to) {
    kernel.instructions.push_back({.engine = Engine::kSync,
                                   .op = "dma",
                                   .rows = 128,
                                   .row_bytes = row_bytes,
                                   .reads = {input},
                                   .writes = {to}});
  };
  const auto use = [&](std::uint32_t tile, std::uint32_t result) {
    kernel.instructions.push_back({.engine = Engine::kVector,
                                   .op = "tensor_scalar",
                                   .elements = row_bytes / 2,
                                   .reads = {tile},
                                   .writes = {result}});
  };
  const std::uint32_t result = buffer("result", BufferSpace::kSbuf, row_bytes);
  std::vector<std::uint32_t> kept;
  for (std::size_t i = 0; i < tiles; ++i) {
    kept.push_back(buffer("tile" + std::to_string(i), BufferSpace::kSbuf, row_bytes));
    load(kept.back());
    use(kept.back(), result);
  }
  for (std::size_t i = 0; i < tiles; ++i) {
    if (reloads) load(kept[i]);
    use(kept[i], result);
  }
  return kernel;
}

// The time without repeated reads of HBM that the what-if analysis predicts from a kernel that
// reloads its input equals the simulated time of the kernel that keeps it in SBUF.
TEST(WhatIf, WithoutReloadsAgreesWithAKernelThatDoesNotReload) {
  const CoreRates rates = core_rates(**device_named(catalogue(), "trn2")).value();
  for (const auto& [tiles, row_bytes] :
       {std::pair<std::size_t, double>{32, 4096}, {64, 2048}, {16, 8192}, {24, 512}}) {
    const KernelRun reloading = simulated_kernel(two_passes(tiles, row_bytes, true), rates);
    const KernelRun keeping = simulated_kernel(two_passes(tiles, row_bytes, false), rates);
    const analysis::NamedTable table = analysis::run_table("what-if", *reloading.trace);
    const double predicted =
        table.number(table.row({{"change", "no repeated reads of HBM"}}), "time_ns");
    const double simulated = static_cast<double>(keeping.total) / 1000;
    EXPECT_NEAR(predicted / simulated, 1, 0.05)
        << tiles << " tiles of " << row_bytes << " B a row, before "
        << static_cast<double>(reloading.total) / 1000 << " ns, simulated " << simulated << " ns";
    EXPECT_GT(static_cast<double>(reloading.total), 1.2 * static_cast<double>(keeping.total));
    const analysis::NamedTable kept = analysis::run_table("what-if", *keeping.trace);
    for (std::size_t row = 0; row < kept.rows(); ++row) {
      EXPECT_NE(kept.text(row, "change"), "no repeated reads of HBM");
    }
  }
}

// The parts of an operator pass tiles to each other; with a batch of one token they wait for
// weights.
TEST(WhatIf, FollowsSimulatedOperators) {
  const auto shown = simulated(Workload{.model = "llama-3-8b",
                                        .instance = "trn1.2xlarge",
                                        .tensor_parallel = 2,
                                        .batch = 1,
                                        .input_tokens = 120,
                                        .output_tokens = 3,
                                        .sequence_length = 512});
  const TaskControl control;
  const auto graph = dependency_graph(*shown.trace, control);
  ASSERT_TRUE(graph) << to_string(graph.error());
  const auto again = run_dependencies(*graph, {}, control);
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_NEAR(static_cast<double>(again->total) / static_cast<double>(graph->total), 1, 0.001);
  Picoseconds unexplained = 0;
  Picoseconds streamed = 0;
  for (const DependencyNode& node : graph->nodes) unexplained += node.start_wait;
  for (const DependencyEdge& edge : graph->edges) {
    if (edge.kind == DependencyKind::kStream) streamed += edge.lag;
  }
  EXPECT_GT(streamed, 10 * unexplained);
  const Picoseconds faster = predicted(*shown.trace, Engine::kDma);
  EXPECT_LT(faster, again->total * 8 / 10);
  EXPECT_GT(faster, again->total / 2);
}

}  // namespace
}  // namespace nscope::sim
