// Rules about one core: engines, DMA, memory.
#include "tests/unit/analysis/insight_run.h"

namespace nscope::analysis {
namespace {

constexpr std::string_view kBf16 =
    "src=bfloat16@0x10[1,0,0][512,1,1] dst=0x20[1,0,0][512,1,1] 128*128";
constexpr std::string_view kFp32 = "src=fp32@0x10[1,0,0][512,1,1] dst=0x20[1,0,0][512,1,1] 128*128";
constexpr std::string_view kHead64 =
    "src=bfloat16@0x10[1,0,0][512,1,1] dst=0x20[1,0,0][512,1,1] 64*128";

void throttle(TestRun& run, int type, std::int64_t begin, std::int64_t end, std::int64_t k) {
  const SliceId slice = run.out().slice(run.tracks().throttle(0), run.out().intern("clock limited"),
                                        run.at(begin), run.at(end - begin));
  run.arg(slice, key::kThrottleType, type);
  run.arg(slice, key::kThrottleK, k);
  run.arg(slice, key::kThrottleN, 8);
}

TEST(Insights, LowModelFlops) {
  TestRun slow;
  product(slow.device(1), 0, 0, 500, 240);
  const Insight insight = insight_of(evaluate(*slow.finish()), "low-model-flops");
  EXPECT_NEAR(number_of(insight, "mfu_estimated_percent"), 0.1, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.9, 1e-9);
  EXPECT_NE(insight.finding.english().find("10.00"), std::string::npos)
      << insight.finding.english();

  TestRun fast;
  product(fast.device(1), 0, 0, 900, 1440);
  EXPECT_EQ(outcome(evaluate(*fast.finish()), "low-model-flops"), Outcome::kNothing);
}

TEST(Insights, LowModelFlopsOfARunBoundByHbm) {
  TestRun run;
  product(run.device(1), 0, 0, 900, 24);
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 900);
  run.arg(load, key::kHbmReadBytes, 300'000);  // of 358,000 that HBM can transfer in this time
  const Insight insight = insight_of(evaluate(*run.finish()), "low-model-flops");
  EXPECT_NEAR(*insight.gain.share, 1 - 300.0 / 358, 1e-9);
  EXPECT_TRUE(insight.action.english().starts_with("HBM is the bottleneck"))
      << insight.action.english();
  EXPECT_EQ(insight.evidence.analysis, "roofline");
}

TEST(Insights, LowActiveFlops) {
  TestRun slow;
  product(slow.device(1), 0, 100, 600, 240);
  const auto trace = slow.finish();
  const Insight insight = insight_of(evaluate(*trace), "low-active-flops");
  EXPECT_NEAR(number_of(insight, "active_flops_share"), 0.2, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.8 * 500 / 1000, 1e-9);
  expect_event(*trace, insight, "MATMUL", 100, 600);

  TestRun fast;
  product(fast.device(1), 0, 100, 220, 240);
  EXPECT_EQ(outcome(evaluate(*fast.finish()), "low-active-flops"), Outcome::kNothing);
}

TEST(Insights, Transposes) {
  TestRun many;
  product(many.device(1), 0, 0, 100, 240);
  product(many, 0, 200, 300, 60, {}, "TRANSPOSE");
  const auto trace = many.finish();
  const Insight insight = insight_of(evaluate(*trace), "transposes");
  EXPECT_EQ(number_of(insight, "transposes"), 1);
  EXPECT_EQ(number_of(insight, "transpose_flops"), 2.0 * 128 * 128 * 60);
  expect_event(*trace, insight, "MATMUL", 200, 300);

  TestRun few;
  product(few.device(1), 0, 0, 100, 540);
  product(few, 0, 200, 300, 60, {}, "TRANSPOSE");
  EXPECT_EQ(outcome(evaluate(*few.finish()), "transposes"), Outcome::kNothing);
  TestRun unknown;
  unknown.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  EXPECT_EQ(outcome(evaluate(*unknown.finish()), "transposes"), Outcome::kNotEvaluated);
}

TEST(Insights, WarmUpAndThrottlingAreDistinguished) {
  for (const int type : {1, 3}) {
    const std::string_view rule = type == 1 ? "warm-up" : "throttling";
    TestRun cold;
    product(cold.device(1), 0, 200, 400, 240);
    throttle(cold, type, 100, 300, 4);
    throttle(cold, 0, 300, 400, 8);
    const auto trace = cold.finish();
    const InsightReport report = evaluate(*trace);
    const Insight insight = insight_of(report, rule);
    // Half of the clock for the 100 ns in which TensorE worked.
    EXPECT_EQ(number_of(insight, "lost_ns"), 50);
    EXPECT_NEAR(*insight.gain.share, 0.05, 1e-9);
    expect_event(*trace, insight, "clock limited", 100, 300);
    EXPECT_EQ(outcome(report, type == 1 ? "throttling" : "warm-up"), Outcome::kNothing);

    TestRun idle;
    product(idle.device(1), 0, 400, 600, 240);
    throttle(idle, type, 100, 300, 4);
    EXPECT_EQ(outcome(evaluate(*idle.finish()), rule), Outcome::kNothing);
    TestRun unknown;
    product(unknown.device(1), 0, 400, 600, 240);
    EXPECT_EQ(outcome(evaluate(*unknown.finish()), rule), Outcome::kNotEvaluated);
  }
}

TEST(Insights, Fp32Products) {
  TestRun mixed;
  product(mixed.device(1), 0, 0, 100, 60, kFp32);
  product(mixed, 0, 200, 500, 240, kBf16);
  const auto trace = mixed.finish();
  const Insight insight = insight_of(evaluate(*trace), "fp32");
  EXPECT_EQ(number_of(insight, "fp32_products"), 1);
  EXPECT_NEAR(number_of(insight, "fp32_share"), 0.25, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.75 * 100 / 1000, 1e-9);
  expect_event(*trace, insight, "MATMUL", 0, 100);

  TestRun bf16;
  product(bf16.device(1), 0, 0, 100, 60, kBf16);
  EXPECT_EQ(outcome(evaluate(*bf16.finish()), "fp32"), Outcome::kNothing);
  TestRun unknown;
  product(unknown.device(1), 0, 0, 100, 60);
  EXPECT_EQ(outcome(evaluate(*unknown.finish()), "fp32"), Outcome::kNotEvaluated);
}

TEST(Insights, Fp32OfASimulationIsThatOfTheWorkload) {
  for (const bool single : {true, false}) {
    TestRun run;
    run.property(property::kWorkload,
                 std::string(single ? R"({"dtype":"fp32"})" : R"({"dtype":"bf16"})"));
    run.out().slice(run.tracks().engine(0, Engine::kTensor, true, SliceKind::kOperator),
                    run.out().intern("qkv_projection"), run.at(0), run.at(100));
    EXPECT_EQ(outcome(evaluate(*run.finish()), "fp32"),
              single ? Outcome::kFound : Outcome::kNothing);
  }
}

TEST(Insights, ProductsNarrowerThanTheArray) {
  TestRun narrow;
  product(narrow.device(1), 0, 0, 300, 240, kHead64);
  product(narrow, 0, 400, 500, 240, kBf16);
  const auto trace = narrow.finish();
  const Insight insight = insight_of(evaluate(*trace), "narrow-products");
  EXPECT_NEAR(number_of(insight, "array_fill"), (0.5 * 300 + 100) / 400, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.375 * 300 / 1000, 1e-9);
  expect_event(*trace, insight, "MATMUL", 0, 300);

  TestRun full;
  product(full.device(1), 0, 0, 300, 240, kBf16);
  EXPECT_EQ(outcome(evaluate(*full.finish()), "narrow-products"), Outcome::kNothing);
  TestRun unknown;  // the size of the array is unknown
  product(unknown, 0, 0, 300, 240, kHead64);
  EXPECT_EQ(outcome(evaluate(*unknown.finish()), "narrow-products"), Outcome::kNotEvaluated);
}

TEST(Insights, VectorBound) {
  TestRun vector;
  vector.instruction(0, Engine::kVector, "COPY", 100, 600);
  vector.instruction(0, Engine::kTensor, "MATMUL", 0, 100);
  const auto trace = vector.finish();
  const Insight insight = insight_of(evaluate(*trace), "vector-bound");
  EXPECT_EQ(number_of(insight, "vector_path_ns"), 500);
  EXPECT_NEAR(*insight.gain.share, 0.5, 1e-9);
  expect_event(*trace, insight, "COPY", 100, 600);

  TestRun tensor;
  tensor.instruction(0, Engine::kVector, "COPY", 0, 100);
  tensor.instruction(0, Engine::kTensor, "MATMUL", 100, 900);
  EXPECT_EQ(outcome(evaluate(*tensor.finish()), "vector-bound"), Outcome::kNothing);
  TestRun nothing;
  EXPECT_EQ(outcome(evaluate(*nothing.finish()), "vector-bound"), Outcome::kNotEvaluated);
}

TEST(Insights, UnfusedElementwiseInstructions) {
  const auto made = [](std::string_view second) {
    TestRun run;
    const SliceId first = run.instruction(0, Engine::kVector, "TENSOR_SCALAR", 0, 100);
    run.arg(first, key::kOperands, "src=fp32@0x10[1,1][512,1] dst=fp32@0x20[1,1][512,1]");
    const SliceId then = run.instruction(0, Engine::kVector, "TENSOR_TENSOR", 200, 300);
    run.arg(then, key::kOperands, second);
    return run.finish();
  };
  const auto chained = made("src=fp32@0x20[1,1][512,1] dst=fp32@0x30[1,1][512,1]");
  const Insight insight = insight_of(evaluate(*chained), "unfused");
  EXPECT_EQ(number_of(insight, "unfused"), 1);
  EXPECT_NEAR(number_of(insight, "unfused_share"), 0.5, 1e-9);
  EXPECT_NEAR(*insight.gain.share, 0.1, 1e-9);
  expect_event(*chained, insight, "TENSOR_TENSOR", 200, 300);
  const auto apart = made("src=fp32@0x200[1,1][512,1] dst=fp32@0x30[1,1][512,1]");
  EXPECT_EQ(outcome(evaluate(*apart), "unfused"), Outcome::kNothing);
}

TEST(Insights, KernelCoverage) {
  const auto made = [](std::int64_t in_kernels) {
    TestRun run;
    const SliceId kernel = run.instruction(0, Engine::kVector, "COPY", 0, in_kernels);
    run.arg(kernel, "source_kind", "nki");
    const SliceId other = run.instruction(0, Engine::kVector, "RECIPROCAL", in_kernels, 500);
    run.arg(other, "source_kind", "framework");
    return run.finish();
  };
  const auto little = made(100);
  const Insight insight = insight_of(evaluate(*little), "kernel-coverage");
  EXPECT_NEAR(number_of(insight, "kernel_share"), 0.2, 1e-9);
  EXPECT_FALSE(insight.gain.share);
  expect_event(*little, insight, "RECIPROCAL", 100, 500);
  EXPECT_EQ(outcome(evaluate(*made(300)), "kernel-coverage"), Outcome::kNothing);
}

TEST(Insights, SmallPackets) {
  const auto made = [](std::int64_t bytes) {
    TestRun run;
    run.packet(0, 0, "hardware_dynamic", bytes, 100, 200);
    run.packet(0, 0, "hardware_dynamic", 4096, 200, 400);
    run.instruction(0, Engine::kVector, "COPY", 0, 50);
    return run.finish();
  };
  const auto trace = made(256);
  const InsightReport report = evaluate(*trace);
  const Insight insight = insight_of(report, "small-dma");
  EXPECT_EQ(number_of(insight, "small_packets"), 1);
  EXPECT_EQ(number_of(insight, "packets"), 2);
  EXPECT_NEAR(number_of(insight, "small_time_share"), 1.0 / 3, 1e-9);
  expect_event(*trace, insight, "hardware_dynamic", 100, 200);
  EXPECT_EQ(outcome(evaluate(*made(512)), "small-dma"), Outcome::kNothing);
  EXPECT_EQ(outcome(evaluate(*made(512), {{"small_dma_bytes", 1024}}), "small-dma"),
            Outcome::kFound);
  TestRun none;
  none.instruction(0, Engine::kVector, "COPY", 0, 50);
  EXPECT_EQ(outcome(evaluate(*none.finish()), "small-dma"), Outcome::kNotEvaluated);
}

/// GpSimd triggers a transfer at 100, whose packet runs from 150 to `end`. Then VectorE works.
std::shared_ptr<const Trace> transfer(std::int64_t end) {
  TestRun run;
  run.execution(0, 1000);
  const SliceId trigger = run.instruction(0, Engine::kGpSimd, "DMA_DIRECT2D", 100, 120);
  const SliceId packet = run.packet(0, 0, "qGpSimdDynamic", 512, 150, end);
  const SliceId vector = run.instruction(0, Engine::kVector, "COPY", end + 40, 990);
  run.instruction(0, Engine::kVector, "COPY", 50, 60);
  run.out().flow(trigger, packet, run.out().intern(flow_kind::kDmaTrigger));
  run.out().flow(trigger, vector, run.out().intern(flow_kind::kSemaphore));
  return run.finish();
}

TEST(Insights, DmaBound) {
  const auto trace = transfer(550);
  const Insight insight = insight_of(evaluate(*trace), "dma-bound");
  EXPECT_EQ(number_of(insight, "dma_path_ns"), 400 + 50);
  EXPECT_NEAR(*insight.gain.share, 0.45, 1e-9);
  expect_event(*trace, insight, "qGpSimdDynamic", 150, 550);
  EXPECT_EQ(outcome(evaluate(*transfer(200)), "dma-bound"), Outcome::kNothing);
}

TEST(Insights, Spills) {
  const auto made = [](std::int64_t spilled) {
    TestRun run;
    const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 100);
    run.arg(load, key::kInstructionType, "REGULAR");
    run.arg(load, key::kHbmReadBytes, 600);
    const SliceId spill = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 200, 250);
    run.arg(spill, key::kInstructionType, "SPILL");
    run.arg(spill, key::kHbmWriteBytes, spilled);
    return run.finish();
  };
  const auto trace = made(400);
  const Insight insight = insight_of(evaluate(*trace), "spills");
  EXPECT_EQ(number_of(insight, "spill_bytes"), 400);
  expect_event(*trace, insight, "DMA_DIRECT2D", 200, 250);
  EXPECT_EQ(outcome(evaluate(*made(200)), "spills"), Outcome::kNothing);
}

TEST(Insights, SpillsThatTheCaptureStates) {
  TestRun run;
  const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 100);
  run.arg(load, key::kHbmReadBytes, 600);
  for (const std::string_view name : {"spill_save_bytes", "spill_reload_bytes"}) {
    run.out().metric({.name = std::string(name),
                      .value = 100,
                      .unit = "B",
                      .provenance = Provenance::kImported,
                      .note = {}});
  }
  const Insight insight = insight_of(evaluate(*run.finish()), "spills");
  EXPECT_EQ(number_of(insight, "spill_bytes"), 200);
}

TEST(Insights, ReloadsAndIntensity) {
  const auto made = [](std::int64_t read, std::int64_t columns) {
    TestRun run;
    run.device(1);
    run.out().metric({.name = "inputs_outputs_weights_size_bytes",
                      .value = 1000,
                      .unit = "B",
                      .provenance = Provenance::kImported,
                      .note = {}});
    const SliceId load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 100);
    run.arg(load, key::kHbmReadBytes, read);
    product(run, 0, 200, 300, columns);
    return run.finish();
  };
  const auto much = made(5000, 1);
  const InsightReport report = evaluate(*much);
  EXPECT_EQ(number_of(insight_of(report, "reloads"), "hbm_read_bytes"), 5000);
  // 2 * 128 * 128 FLOPs for 5000 bytes; the ridge is 78.6e12 / 358e9.
  const Insight insight = insight_of(report, "low-intensity");
  EXPECT_NEAR(number_of(insight, "mm_arithmetic_intensity"), 32768.0 / 5000, 1e-9);
  EXPECT_NEAR(number_of(insight, "mfu_max_achievable_estimated_percent"),
              32768.0 / 5000 * 358e9 / (2 * 128 * 128 * 2.4e9), 1e-9);
  EXPECT_NE(insight.finding.english().find("6.6"), std::string::npos) << insight.finding.english();
  EXPECT_FALSE(insight.gain.share);
  const InsightReport little = evaluate(*made(1000, 100));
  EXPECT_EQ(outcome(little, "reloads"), Outcome::kNothing);
  EXPECT_EQ(outcome(little, "low-intensity"), Outcome::kNothing);
}

}  // namespace
}  // namespace nscope::analysis
