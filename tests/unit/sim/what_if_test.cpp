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

/// A kernel under construction. Each buffer of the chip holds `bytes` of each partition.
class KernelWriter {
 public:
  explicit KernelWriter(std::string name) { kernel_.name = std::move(name); }

  std::uint32_t buffer(std::string name, BufferSpace space, double bytes) {
    kernel_.buffers.push_back({std::move(name), space, bytes});
    return static_cast<std::uint32_t>(kernel_.buffers.size() - 1);
  }
  std::vector<std::uint32_t> buffers(std::size_t count, const std::string& name, BufferSpace space,
                                     double bytes) {
    std::vector<std::uint32_t> list;
    for (std::size_t i = 0; i < count; ++i) {
      list.push_back(buffer(name + std::to_string(i), space, bytes));
    }
    return list;
  }
  /// Moves 128 rows.
  void move(Engine queue, std::uint32_t from, std::uint32_t to, double row_bytes) {
    kernel_.instructions.push_back({.engine = queue,
                                    .op = "dma",
                                    .rows = 128,
                                    .row_bytes = row_bytes,
                                    .reads = {from},
                                    .writes = {to}});
  }
  void compute(Engine engine, std::string op, double elements, ElementType type, std::uint32_t from,
               std::uint32_t to) {
    kernel_.instructions.push_back({.engine = engine,
                                    .op = std::move(op),
                                    .elements = elements,
                                    .type = type,
                                    .reads = {from},
                                    .writes = {to}});
  }
  /// 128 stationary columns against 512 moving ones.
  void multiply(std::uint32_t weights, std::uint32_t tokens, std::uint32_t to) {
    kernel_.instructions.push_back({.engine = Engine::kTensor,
                                    .op = "nc_matmul",
                                    .stationary = 128,
                                    .moving = 512,
                                    .reads = {weights, tokens},
                                    .writes = {to}});
  }
  Kernel finish() { return std::move(kernel_); }

 private:
  Kernel kernel_;
};

/// A kernel that reads its tiles in `passes` passes. It loads them again in each pass (`reloads`)
/// or keeps them in SBUF.
struct ReloadingKernel {
  std::string name;
  std::function<Kernel(bool reloads)> write;
  double once = 0;      ///< bytes of HBM traffic if each tile is loaded once
  double repeated = 0;  ///< bytes that are loaded again
};

/// VectorE uses `share` of the elements of each tile twice: again after it has used `distance`
/// further tiles.
ReloadingKernel vector_passes(std::size_t tiles, double row_bytes, double share,
                              std::size_t distance) {
  const double bytes = static_cast<double>(tiles) * 128 * row_bytes;
  return {"passes of VectorE",
          [=](bool reloads) {
            KernelWriter to("passes");
            const std::uint32_t input = to.buffer("input", BufferSpace::kHbm, bytes);
            const auto kept = to.buffers(tiles, "tile", BufferSpace::kSbuf, row_bytes);
            const std::uint32_t result = to.buffer("result", BufferSpace::kSbuf, row_bytes);
            const auto use = [&](std::uint32_t tile, bool loads) {
              if (loads) to.move(Engine::kSync, input, tile, row_bytes);
              to.compute(Engine::kVector, "tensor_scalar", share * row_bytes / 2,
                         ElementType::kBf16, tile, result);
            };
            for (std::size_t i = 0; i < tiles + distance; ++i) {
              if (i < tiles) use(kept[i], true);
              if (i >= distance) use(kept[i - distance], reloads);
            }
            return to.finish();
          },
          bytes, bytes};
}

/// `blocks` blocks of 128 tokens times weights of `tiles` x 128 rows and `columns` columns.
ReloadingKernel matmul_blocks(std::size_t blocks, std::size_t tiles, std::size_t columns) {
  const double weights = static_cast<double>(tiles * 128 * columns * 2);
  const double tokens = static_cast<double>(blocks * tiles * 128 * 128 * 2);
  const double output = static_cast<double>(blocks * 128 * columns * 2);
  return {"blocks of tokens times weights",
          [=](bool reloads) {
            KernelWriter to("blocks");
            const double row = static_cast<double>(columns) * 2;
            const std::uint32_t w = to.buffer("weights", BufferSpace::kHbm, weights);
            const std::uint32_t x = to.buffer("tokens", BufferSpace::kHbm, tokens);
            const std::uint32_t y = to.buffer("output", BufferSpace::kHbm, output);
            const auto kept = to.buffers(tiles, "weights", BufferSpace::kSbuf, row);
            const auto loaded = to.buffers(2 * tiles, "tokens", BufferSpace::kSbuf, 256);
            const auto banks = to.buffers(4, "bank", BufferSpace::kPsum, 2048);
            const auto results = to.buffers(4, "result", BufferSpace::kSbuf, row);
            for (std::size_t block = 0; block < blocks; ++block) {
              for (std::size_t k = 0; k < tiles; ++k) {
                const std::uint32_t token = loaded[(block * tiles + k) % loaded.size()];
                to.move(Engine::kSync, x, token, 256);
                if (block == 0 || reloads) to.move(Engine::kSync, w, kept[k], row);
                for (std::size_t n = 0; n < columns / 512; ++n) {
                  to.multiply(kept[k], token, banks[n % 4]);
                }
              }
              for (std::size_t n = 0; n < columns / 512; ++n) {
                to.compute(Engine::kVector, "tensor_copy", 512, ElementType::kFp32, banks[n % 4],
                           results[block % 4]);
              }
              to.move(Engine::kGpSimd, results[block % 4], y, row);
            }
            return to.finish();
          },
          weights + tokens + output, static_cast<double>(blocks - 1) * weights};
}

/// `heads` query heads that share `tiles` tiles of keys and values.
ReloadingKernel shared_keys(std::size_t heads, std::size_t tiles) {
  const double bytes = static_cast<double>(tiles * 128 * 1024);  // of the keys; as many of values
  return {"query heads that share keys and values",
          [=](bool reloads) {
            KernelWriter to("heads");
            const std::uint32_t keys = to.buffer("keys", BufferSpace::kHbm, bytes);
            const std::uint32_t values = to.buffer("values", BufferSpace::kHbm, bytes);
            const auto k = to.buffers(tiles, "k", BufferSpace::kSbuf, 1024);
            const auto v = to.buffers(tiles, "v", BufferSpace::kSbuf, 1024);
            const std::uint32_t query = to.buffer("query", BufferSpace::kSbuf, 256);
            const auto scores = to.buffers(2, "scores", BufferSpace::kPsum, 2048);
            const auto weights = to.buffers(2, "exponentials", BufferSpace::kSbuf, 1024);
            const auto sums = to.buffers(2, "sums", BufferSpace::kPsum, 2048);
            const std::uint32_t result = to.buffer("result", BufferSpace::kSbuf, 1024);
            for (std::size_t head = 0; head < heads; ++head) {
              for (std::size_t t = 0; t < tiles; ++t) {
                if (head == 0 || reloads) {
                  to.move(Engine::kSync, keys, k[t], 1024);
                  to.move(Engine::kSync, values, v[t], 1024);
                }
                to.multiply(k[t], query, scores[t % 2]);
                to.compute(Engine::kScalar, "activation", 512, ElementType::kBf16, scores[t % 2],
                           weights[t % 2]);
                to.multiply(v[t], weights[t % 2], sums[head % 2]);
              }
              to.compute(Engine::kVector, "tensor_copy", 512, ElementType::kFp32, sums[head % 2],
                         result);
            }
            return to.finish();
          },
          2 * bytes, static_cast<double>(heads - 1) * 2 * bytes};
}

/// A bound of the whole run.
double bound(const Trace& trace, std::string_view name) {
  const analysis::NamedTable table = analysis::run_table("bounds", trace, {{"rows", "0"}});
  return table.number(table.row({{"operator", "(whole run)"}, {"bound", name}}), "bound_ns");
}

constexpr std::string_view kWithoutReloads = "no repeated reads of HBM";

// The time without repeated reads of HBM that the what-if analysis predicts from a kernel that
// reloads its input equals the simulated time of the kernel that keeps it in SBUF. The bounds equal
// a hand calculation. For some kernels HBM or DMA takes most of the time, for others TensorE.
TEST(WhatIf, WithoutReloadsAgreesWithAKernelThatDoesNotReload) {
  for (const std::string_view device : {"trn1", "trn2", "trn3"}) {
    const CoreRates rates = core_rates(**device_named(catalogue(), device)).value();
    for (const ReloadingKernel& kernel :
         {vector_passes(32, 4096, 1, 32), vector_passes(44, 4096, 0.05, 44),
          matmul_blocks(4, 8, 512), matmul_blocks(6, 8, 2048), shared_keys(4, 8)}) {
      SCOPED_TRACE(testing::Message() << device << ", " << kernel.name << ", " << kernel.once
                                      << " B once, " << kernel.repeated << " B repeated");
      const KernelRun reloading = simulated_kernel(kernel.write(true), rates);
      const KernelRun keeping = simulated_kernel(kernel.write(false), rates);
      const analysis::NamedTable table = analysis::run_table("what-if", *reloading.trace);
      const double predicted = table.number(table.row({{"change", kWithoutReloads}}), "time_ns");
      const double simulated = static_cast<double>(keeping.total) / 1000;
      EXPECT_NEAR(predicted / simulated, 1, 0.05)
          << "before " << reloading.total / 1000 << " ns, simulated " << simulated << " ns";
      const analysis::NamedTable kept = analysis::run_table("what-if", *keeping.trace);
      for (std::size_t row = 0; row < kept.rows(); ++row) {
        EXPECT_NE(kept.text(row, "change"), kWithoutReloads);
      }
      const double per_byte = 1e9 / rates.hbm_bandwidth;
      EXPECT_NEAR(bound(*reloading.trace, "memory"), (kernel.once + kernel.repeated) * per_byte, 1);
      EXPECT_NEAR(bound(*reloading.trace, "no_reloads"), kernel.once * per_byte, 1);
      EXPECT_NEAR(bound(*keeping.trace, "memory"), kernel.once * per_byte, 1);
      EXPECT_LE(bound(*keeping.trace, "memory"), simulated);
    }
  }
}

// Where HBM is the bottleneck, the bounds themselves predict the time.
TEST(WhatIf, BoundsPredictAKernelThatWaitsForHbm) {
  const CoreRates rates = core_rates(**device_named(catalogue(), "trn2")).value();
  const ReloadingKernel kernel = vector_passes(46, 4096, 0.05, 4);
  const KernelRun reloading = simulated_kernel(kernel.write(true), rates);
  const KernelRun keeping = simulated_kernel(kernel.write(false), rates);
  const double before = static_cast<double>(reloading.total) / 1000;
  const double after = static_cast<double>(keeping.total) / 1000;
  EXPECT_NEAR(bound(*reloading.trace, "memory") / before, 1, 0.05);
  EXPECT_NEAR(bound(*reloading.trace, "no_reloads") / after, 1, 0.05) << after;
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
