#include "simcore/engine/instruction/core_simulation.h"

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/graph/mechanisms.h"
#include "simcore/engine/instruction/kernel_emitter.h"
#include "tests/support/tiled_kernels.h"
#include "tests/unit/sim/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

CoreRates rates_of(std::string_view device) {
  return core_rates(**device_named(catalogue(), device)).value();
}

Result<Kernel> kernel(std::string_view text) {
  const auto json = parse_json(text, "k.json");
  if (!json) return fail(json.error());
  return kernel_from_json(*json, "k.json");
}

/// A kernel with the given instructions and a few buffers.
Kernel with(std::string_view instructions) {
  const auto made = kernel(std::string(R"({"schema": "nscope.kernel/1", "name": "test", "buffers": [
      {"name": "a", "space": "sbuf", "bytes": 4096}, {"name": "b", "space": "sbuf", "bytes": 4096},
      {"name": "c", "space": "sbuf", "bytes": 4096}, {"name": "sum", "space": "psum", "bytes": 2048},
      {"name": "far", "space": "hbm", "bytes": 4194304}], "instructions": [)") +
                           std::string(instructions) + "]}");
  EXPECT_TRUE(made) << to_string(made.error());
  return made.value_or(Kernel{});
}

CoreRun run(const Kernel& kernel, const CoreRates& rates) {
  const auto program = core_program(kernel, rates);
  EXPECT_TRUE(program) << to_string(program.error());
  const TaskControl control;
  auto done = simulate_core(*program, rates, control);
  EXPECT_TRUE(done) << to_string(done.error());
  return std::move(done).value_or(CoreRun{});
}

Picoseconds cycles(double count, double hz) {
  return to_picoseconds(count / hz);
}

TEST(DeviceNamed, TakesChipsInstancesAndFamilies) {
  for (const std::string_view name : {"trainium2", "trn2", "trn2.48xlarge", "TRAINIUM2"}) {
    const auto device = device_named(catalogue(), name);
    ASSERT_TRUE(device) << name;
    EXPECT_EQ((*device)->id, "trainium2");
  }
  EXPECT_EQ((*device_named(catalogue(), "trn3"))->id, "trainium3");
  EXPECT_EQ((*device_named(catalogue(), "inf2"))->id, "inferentia2");
  EXPECT_FALSE(device_named(catalogue(), "trn"));
  EXPECT_FALSE(device_named(catalogue(), ""));
}

TEST(CoreRates, SaysWhyADeviceHasNone) {
  const auto old = core_rates(**catalogue().device("inferentia"));
  ASSERT_FALSE(old);
  EXPECT_THAT(old.error().message.english(), HasSubstr("NeuronCore-v1"));
  EXPECT_FALSE(core_rates(**catalogue().device("h100")));
}

TEST(CoreSimulation, AnInstructionWaitsForWhatItReads) {
  const CoreRates rates = rates_of("trn1");
  const CoreRun done = run(with(R"(
      {"engine": "Vector", "op": "reciprocal", "elements": 512, "reads": ["a"], "writes": ["b"]},
      {"engine": "Scalar", "op": "activation", "elements": 512, "reads": ["b"], "writes": ["c"]})"),
                           rates);
  const Picoseconds result =
      cycles(8 * 512, rates.vector_hz) +
      cycles(built_in_core_timing()->result_cycles(Engine::kVector), rates.vector_hz);
  EXPECT_EQ(done.steps[0].start, 0);
  EXPECT_EQ(done.steps[0].end, result);
  EXPECT_EQ(done.steps[1].start,
            result + to_picoseconds(built_in_core_timing()->semaphore_latency));
  EXPECT_EQ(done.waited[1], done.steps[1].start);
  EXPECT_EQ(done.total, done.steps[1].end);
}

TEST(CoreSimulation, EnginesRunSideBySideInOrder) {
  const CoreRates rates = rates_of("trn2");
  const CoreRun done = run(with(R"(
      {"engine": "Scalar", "op": "activation", "elements": 1200, "reads": ["a"]},
      {"engine": "Vector", "op": "reciprocal", "elements": 120, "reads": ["b"]},
      {"engine": "Scalar", "op": "activation", "elements": 12, "reads": ["c"]})"),
                           rates);
  EXPECT_EQ(done.steps[1].start, 0);
  EXPECT_EQ(done.steps[2].start, cycles(1200, rates.scalar_hz));
  EXPECT_EQ(done.busy[sequencer_of(Engine::kScalar)],
            cycles(1200, rates.scalar_hz) + cycles(64, rates.scalar_hz));
}

TEST(CoreSimulation, ADependentChainOfOneEnginePaysItsOverhead) {
  const CoreRates rates = rates_of("trn1");
  const std::string_view chain = R"(
      {"engine": "Scalar", "op": "activation", "elements": 1, "reads": ["a"], "writes": ["b"]},
      {"engine": "Scalar", "op": "activation", "elements": 1, "reads": ["b"], "writes": ["c"]})";
  const CoreRun done = run(with(chain), rates);
  EXPECT_EQ(done.steps[1].start,
            cycles(64, rates.scalar_hz) +
                cycles(built_in_core_timing()->result_cycles(Engine::kScalar), rates.scalar_hz));
  // Published measurement: 264 cycles (trainium_inferentia2_arch.rst, SDK 2.32).
  EXPECT_NEAR(static_cast<double>(done.steps[1].start) * 1e-12 * rates.scalar_hz, 264, 0.05 * 264);
}

TEST(CoreSimulation, NothingIsOverwrittenBeforeItWasRead) {
  const CoreRates rates = rates_of("trn1");
  const CoreRun done = run(with(R"(
      {"engine": "Scalar", "op": "activation", "elements": 1400, "reads": ["a"], "writes": ["c"]},
      {"engine": "GpSimd", "op": "iota", "elements": 64, "writes": ["a"]})"),
                           rates);
  EXPECT_GE(done.steps[1].start, done.steps[0].end);
}

TEST(CoreSimulation, SemaphoresCount) {
  const CoreRates rates = rates_of("trn2");
  const CoreRun done = run(with(R"(
      {"engine": "Vector", "op": "tensor_copy", "elements": 512, "increments": {"s": 1}},
      {"engine": "Vector", "op": "tensor_copy", "elements": 512, "increments": {"s": 2}},
      {"engine": "Scalar", "op": "activation", "elements": 64, "waits": {"s": 3}})"),
                           rates);
  EXPECT_EQ(done.steps[2].start,
            done.steps[1].end + to_picoseconds(built_in_core_timing()->semaphore_latency));
}

TEST(CoreSimulation, NamesWhoWaitsForWhomInADeadlock) {
  const Kernel stuck = with(R"(
      {"engine": "Vector", "op": "tensor_copy", "elements": 64, "waits": {"ready": 2},
       "writes": ["a"]},
      {"engine": "Scalar", "op": "activation", "elements": 64, "reads": ["a"],
       "increments": {"ready": 2}})");
  const CoreRates rates = rates_of("trn2");
  const auto program = core_program(stuck, rates);
  ASSERT_TRUE(program);
  const auto done = simulate_core(*program, rates, {});
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(done.error().message.english(),
            "the kernel deadlocks: instruction 0 on Vector waits until semaphore ready is at least "
            "2, but it stays at 0; instruction 1 on Scalar waits for instruction 0 on Vector");
}

TEST(CoreSimulation, StopsWhenCancelled) {
  const CoreRates rates = rates_of("trn2");
  const auto kernel = tiled_elementwise(128 * 40000, 64, 1, "tensor_copy", ElementType::kBf16);
  const auto program = core_program(*kernel, rates);
  TaskControl control;
  control.request_cancel();
  const auto done = simulate_core(*program, rates, control);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kCancelled);
}

// 128 rows of 4 KiB: eight on each of 16 engines, whose rate is limited by the memory.
TEST(CoreSimulation, ATransferTakesItsStartAndItsBytes) {
  const CoreRates rates = rates_of("trn2");
  const CoreRun done = run(with(R"(
      {"engine": "Sync", "op": "dma", "rows": 128, "row_bytes": 4096, "reads": ["far"],
       "writes": ["a"]},
      {"engine": "Scalar", "op": "activation", "elements": 64, "reads": ["a"]})"),
                           rates);
  ASSERT_EQ(done.transfers.size(), 1u);
  const Picoseconds begun = to_picoseconds(rates.dma_issue + rates.dma_start);
  EXPECT_EQ(done.transfers[0].span.start, begun);
  const double bytes = 128.0 * 4096;
  const double rate = std::min(16 * rates.dma_engine_bandwidth, rates.hbm_bandwidth);
  const double took = static_cast<double>(done.transfers[0].span.end - begun) * 1e-12;
  EXPECT_NEAR(took, bytes / rate, 0.02 * bytes / rate);
  EXPECT_EQ(done.steps[1].start, done.transfers[0].span.end);
}

TEST(CoreSimulation, ShortRowsCostAsMuchAsTheFloor) {
  const CoreRates rates = rates_of("trn1");
  const auto time_of = [&](int row_bytes) {
    const CoreRun done = run(with(R"({"engine": "Sync", "op": "dma", "rows": 128, "row_bytes": )" +
                                  std::to_string(row_bytes) + R"(, "reads": ["far"]})"),
                             rates);
    return static_cast<double>(done.transfers[0].span.end - done.transfers[0].span.start);
  };
  // The published curve: 21 % of the plateau at 512 B, 42 % at 1 KiB, 81 % at 2 KiB.
  const double plateau = time_of(32768) / 32768;
  EXPECT_NEAR(512 * plateau / time_of(512), 0.21, 0.02);
  EXPECT_NEAR(1024 * plateau / time_of(1024), 0.42, 0.02);
  EXPECT_NEAR(2048 * plateau / time_of(2048), 0.81, 0.04);
}

TEST(CoreSimulation, RingsOfOneEngineTakeTurns) {
  const CoreRates rates = rates_of("trn2");
  const std::string_view both = R"(
      {"engine": "Sync", "op": "dma", "rows": 8, "row_bytes": 32768, "reads": ["far"]},
      {"engine": "Scalar", "op": "dma", "rows": 8, "row_bytes": 32768, "reads": ["far"]})";
  const CoreRun done = run(with(both), rates);
  // Each one alone takes half the time.
  const Picoseconds first = done.transfers[0].span.end;
  const Picoseconds second = done.transfers[1].span.end;
  EXPECT_LT(std::abs(second - first), to_picoseconds(8192 / rates.dma_engine_bandwidth));
  EXPECT_NEAR(static_cast<double>(done.dma_busy) * 1e-12,
              2 * 8 * 32768 / rates.dma_engine_bandwidth, 1e-9);
}

// On v2, VectorE and GpSimd share a port to SBUF; on v3 they do not.
TEST(CoreSimulation, VectorAndGpSimdShareAPortOnV2) {
  const std::string_view both = R"(
      {"engine": "Vector", "op": "reciprocal", "elements": 512, "reads": ["a"], "writes": ["b"]},
      {"engine": "GpSimd", "op": "iota", "elements": 512, "writes": ["c"]})";
  const CoreRates v2 = rates_of("trn1");
  const CoreRun shared = run(with(both), v2);
  EXPECT_EQ(shared.steps[1].start, cycles(8 * 512, v2.vector_hz));
  EXPECT_EQ(run(with(both), rates_of("trn2")).steps[1].start, 0);
}

TEST(CoreSimulation, PerformanceModesKeepGpSimdAwayOnV3) {
  const std::string_view both = R"(
      {"engine": "Vector", "op": "tensor_copy", "elements": 2048, "reads": ["a"], "writes": ["b"]},
      {"engine": "GpSimd", "op": "iota", "elements": 512, "writes": ["c"]})";
  const CoreRates v3 = rates_of("trn2");
  EXPECT_EQ(run(with(both), v3).steps[1].start, cycles(2048 / 4, v3.vector_hz));
}

Kernel products(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i == 0 ? "" : ",") +
            std::string(R"({"engine": "Tensor", "op": "nc_matmul", "stationary": 128,
                            "moving": 512, "reads": ["a", "b"], "writes": ["sum"]})");
  }
  return with(text);
}

TEST(CoreSimulation, TensorEngineBeginsAtHalfItsClock) {
  const CoreRates v3 = rates_of("trn2");
  const Picoseconds one = cycles(512, v3.tensor_hz);
  EXPECT_EQ(run(products(4), v3).busy[0], 8 * one);
  // After one full window, it runs at the full clock.
  const CoreRun longer = run(products(200), v3);
  EXPECT_NEAR(static_cast<double>(longer.tensor_slow), 0.5e12 * v3.gating_window,
              static_cast<double>(one));
  EXPECT_EQ(longer.busy[0] - longer.tensor_slow, 200 * one);
  const CoreRates v2 = rates_of("trn1");
  EXPECT_EQ(run(products(4), v2).busy[0], 4 * cycles(512, v2.tensor_hz));
}

TEST(CoreSimulation, TensorEngineCoolsDown) {
  const CoreRates v3 = rates_of("trn2");
  Kernel kernel = products(100);
  KernelInstruction pause{.engine = Engine::kVector, .op = "reciprocal", .elements = 4096};
  pause.reads = {3};
  pause.writes = {0};
  kernel.instructions.push_back(pause);
  const Kernel more = products(4);
  kernel.instructions.insert(kernel.instructions.end(), more.instructions.begin(),
                             more.instructions.end());
  const CoreRun done = run(kernel, v3);
  const Picoseconds one = cycles(512, v3.tensor_hz);
  EXPECT_EQ(done.steps.back().end - done.steps.back().start,
            2 * one + cycles(built_in_core_timing()->result_cycles(Engine::kTensor), v3.tensor_hz));
}

TEST(CoreProgram, RejectsBuffersThatDoNotFit) {
  auto large = kernel(R"({"schema": "nscope.kernel/1", "name": "large", "buffers": [
      {"name": "a", "space": "sbuf", "bytes": 229377}], "instructions": []})");
  const auto refused = core_program(*large, rates_of("trn2"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kInfeasible);
  EXPECT_EQ(to_string(refused.error()),
            "large: its buffers need 229,377 bytes of each partition of SBUF, but a core of AWS "
            "Trainium2 has 229,376");
  EXPECT_TRUE(core_program(*large, rates_of("trn3")));
}

TEST(CoreProgram, RejectsAnInstructionWithoutACost) {
  const auto refused = core_program(
      with(R"({"engine": "Scalar", "op": "reciprocal", "elements": 4})"), rates_of("trn2"));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
  EXPECT_EQ(to_string(refused.error()),
            "test: instructions/0: no instruction cost is published for reciprocal on the Scalar "
            "engine of NeuronCore-v3");
}

TEST(CoreProgram, RejectsTransfersThatAreTooLarge) {
  const auto refused = core_program(
      with(R"({"engine": "Sync", "op": "dma", "rows": 1000000000, "row_bytes": 1000000000})"),
      rates_of("trn2"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(to_string(refused.error()), HasSubstr("instructions/0: the transfers"));
}

TEST(CoreProgram, RejectsInstructionsThatAreTooLong) {
  const auto refused =
      core_program(with(R"({"engine": "Vector", "op": "reciprocal", "elements": 1000000000})"),
                   rates_of("trn2"));
  ASSERT_FALSE(refused);
  EXPECT_THAT(to_string(refused.error()), HasSubstr("test: instructions/0: reciprocal takes"));
}

struct Refusal {
  std::string_view text;
  std::string_view message;
};

TEST(KernelReader, ErrorsNameTheKey) {
  const std::array<Refusal, 8> refusals{{
      {R"({"schema": "nscope.kernel/2"})", "k.json: /schema: must be nscope.kernel/1"},
      {R"({"schema": "nscope.kernel/1", "buffers": [{"name": "a", "space": "l2", "bytes": 1}]})",
       "k.json: /buffers/0/space: must be one of sbuf, psum, hbm"},
      {R"({"schema": "nscope.kernel/1", "buffers": [{"name": "a", "space": "sbuf", "bytes": 1.5}]})",
       "k.json: /buffers/0/bytes: must be a whole number between 0 and"},
      {R"({"schema": "nscope.kernel/1", "buffers": [], "instructions": [
          {"engine": "Tensor", "op": "dma", "rows": 1, "row_bytes": 1}]})",
       "k.json: /instructions/0/engine: the Tensor engine cannot start a DMA"},
      {R"({"schema": "nscope.kernel/1", "buffers": [], "instructions": [
          {"engine": "Vector", "op": "max8", "reads": ["x"]}]})",
       "k.json: /instructions/0/reads: unknown buffer \"x\""},
      {R"({"schema": "nscope.kernel/1", "buffers": [], "instructions": [
          {"engine": "Vector", "op": "max8", "waits": {"s": 0}}]})",
       "k.json: /instructions/0/waits: numbers must be whole and between 1 and"},
      {R"({"schema": "nscope.kernel/1", "buffers": [], "instructions": [
          {"engine": "Vector", "op": "max8", "element": 4}]})",
       "element"},
      {R"({"schema": "nscope.kernel/1", "buffers": [], "instructions": [], "loops": 2})", "loops"},
  }};
  for (const Refusal& refusal : refusals) {
    const auto refused = kernel(refusal.text);
    ASSERT_FALSE(refused) << refusal.text;
    EXPECT_EQ(refused.error().code, ErrorCode::kBadInput);
    EXPECT_THAT(to_string(refused.error()), HasSubstr(std::string(refusal.message)));
  }
}

// One Trn2 core: the bound by the formulas is 1024 matmuls x 512 cycles / 2.4 GHz = 218.5 us; the
// best published kernel takes 244.2 us (nki-autotune @ d57bcc3b).
TEST(TiledMatmul, LiesBetweenTheBoundAndTheMeasurement) {
  const CoreRates rates = rates_of("trn2");
  const auto kernel = tiled_matmul({.rows = 2048, .inner = 2048, .columns = 2048}, rates);
  ASSERT_TRUE(kernel);
  const CoreRun done = run(*kernel, rates);
  const double us = static_cast<double>(done.total) * 1e-6;
  RecordProperty("us", std::to_string(us));
  EXPECT_GT(us, 218.5);
  EXPECT_LT(us, 244.2);
}

TEST(TiledMatmul, RefusesWhatItCannotHold) {
  const CoreRates rates = rates_of("trn2");
  const auto large = tiled_matmul({.rows = 65536, .inner = 8192, .columns = 128}, rates);
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().code, ErrorCode::kInfeasible);
  EXPECT_FALSE(tiled_matmul({.rows = 0, .inner = 1, .columns = 1}, rates));
  EXPECT_FALSE(tiled_matmul({.rows = 1, .inner = 1e8, .columns = 1e8}, rates));
}

/// The machine of one physical core without fitted values.
Machine one_core(std::string_view instance) {
  Machine machine = machine_of(catalogue(), **catalogue().instance(instance)).value();
  const double share = machine.physical_per_logical;
  machine.sbuf /= share;
  machine.hbm_bandwidth /= share;
  machine.dma_engines /= share;
  machine.dma_bandwidth = std::min(machine.dma_engines, machine.hbm_bandwidth);
  machine.physical_per_logical = 1;
  return machine;
}

Parameters published_only() {
  Parameters parameters = initial_parameters();
  parameters.engine_stretch = 1;
  parameters.memory_share = 1;
  parameters.tile_buffers = 8;  // the kernel's PSUM banks
  return parameters;
}

struct Shape {
  double rows, inner, columns;
};

// Both levels count the same tiles, the operator level in closed form.
TEST(TiledMatmul, AgreesWithTheOperatorLevel) {
  constexpr std::array kShapes{Shape{2048, 2048, 2048}, Shape{512, 4096, 4096},
                               Shape{128, 4096, 4096},  Shape{1024, 1024, 4096},
                               Shape{1, 8192, 4096},    Shape{64, 4096, 8192}};
  for (const auto& [instance, device] :
       {std::pair{"trn1.32xlarge", "trn1"}, std::pair{"trn2.48xlarge", "trn2"}}) {
    const Machine machine = one_core(instance);
    const CoreRates rates = rates_of(device);
    const Parameters parameters = published_only();
    const Rates closed{.machine = machine, .parameters = parameters};
    for (const Shape& shape : kShapes) {
      const Operator op{
          .name = "gemm",
          .work =
              gemm(closed, {.rows = shape.rows, .inner = shape.inner, .columns = shape.columns})};
      const double expected = operator_seconds(op, overlap_of({machine, parameters}));
      const auto kernel = tiled_matmul({.rows = shape.rows,
                                        .inner = shape.inner,
                                        .columns = shape.columns,
                                        .tokens_in_sbuf = true,
                                        .store = false},
                                       rates);
      ASSERT_TRUE(kernel);
      const double simulated = static_cast<double>(run(*kernel, rates).total) * 1e-12;
      EXPECT_NEAR(simulated / expected, 1, 0.05)
          << device << " " << shape.rows << " x " << shape.inner << " x " << shape.columns << ": "
          << simulated * 1e6 << " us, operator level " << expected * 1e6 << " us";
    }
  }
}

struct Pass {
  std::string_view instance, device, op;
  ElementType type;
};

// The operator level has one VectorE rate for 16-bit elements and half of it for fp32. The two
// levels differ for instructions with another rate: bf16 on v3 takes N / 4 cycles for tensor_copy
// and N for tensor_tensor instead of N / 2.
TEST(TiledElementwise, AgreesWithTheOperatorLevelWhereTheRatesAre) {
  constexpr std::array kPasses{Pass{"trn1.32xlarge", "trn1", "tensor_scalar", ElementType::kBf16},
                               Pass{"trn1.32xlarge", "trn1", "tensor_tensor", ElementType::kBf16},
                               Pass{"trn1.32xlarge", "trn1", "tensor_tensor", ElementType::kFp32},
                               Pass{"trn2.48xlarge", "trn2", "tensor_scalar", ElementType::kFp32}};
  for (const Pass& pass : kPasses) {
    const Machine machine = one_core(pass.instance);
    const CoreRates rates = rates_of(pass.device);
    const Parameters parameters = published_only();
    const Rates closed{.machine = machine,
                       .parameters = parameters,
                       .element_bytes = pass.type == ElementType::kFp32 ? 4.0 : 2.0};
    for (const double width : {512.0, 4096.0, 8192.0}) {
      const double expected = elementwise(closed, 2048, width, 3)[Unit::kVector];
      const auto kernel = tiled_elementwise(2048, width, 3, pass.op, pass.type);
      const double simulated = static_cast<double>(run(*kernel, rates).total) * 1e-12;
      EXPECT_NEAR(simulated / expected, 1, 0.05) << pass.device << " " << pass.op << " " << width;
    }
  }
}

TEST(KernelEmitter, WritesATraceLikeAnyOther) {
  const CoreRates rates = rates_of("trn2");
  const auto kernel = tiled_matmul({.rows = 128, .inner = 256, .columns = 512}, rates);
  TraceBuilder builder;
  const auto metrics = run_kernel(*kernel, *rates.device, &builder, {});
  ASSERT_TRUE(metrics) << to_string(metrics.error());
  const auto trace = builder.finish();
  EXPECT_EQ(trace->property_text("provenance"), "simulated");
  EXPECT_EQ(trace->property_text("device"), "trainium2");
  std::size_t instructions = 0;
  std::size_t packets = 0;
  for (const Track& track : trace->tracks()) {
    if (track.kind == TrackKind::kEngine) instructions += track.slices.size();
    if (track.kind == TrackKind::kDmaQueue) packets += track.slices.size();
  }
  EXPECT_EQ(instructions, kernel->instructions.size());
  EXPECT_EQ(packets, 16 * 5u);  // two loads of each operand and one store
  EXPECT_DOUBLE_EQ(trace->to_seconds(trace->time_base().window_end), metrics->front().value);
}

TEST(CoreSimulation, RepeatsExactly) {
  const CoreRates rates = rates_of("trn3");
  const auto kernel = tiled_matmul({.rows = 512, .inner = 1024, .columns = 1024}, rates);
  const CoreRun first = run(*kernel, rates);
  const CoreRun second = run(*kernel, rates);
  EXPECT_EQ(first.total, second.total);
  for (std::size_t i = 0; i < first.steps.size(); ++i) {
    ASSERT_EQ(first.steps[i].start, second.steps[i].start);
  }
}

}  // namespace
}  // namespace nscope::sim
