#include "simcore/engine/kernel_run/kernel_run.h"

#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/simulation/simulate.h"
#include "tests/unit/sim/built_in.h"
#include "tests/unit/sim/catalogue.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Result<KernelSetup> setup_of(std::string_view text) {
  const auto json = parse_json(text, "w.json");
  EXPECT_TRUE(json) << to_string(json.error());
  return kernel_setup_from_json(*json, "w.json: /kernel");
}
std::string setup_error(std::string_view text) {
  const auto setup = setup_of(text);
  EXPECT_FALSE(setup) << text;
  return setup ? "" : to_string(setup.error());
}
KernelRun kernel(const KernelSetup& setup, std::string_view instance = "trn2", int lnc = 1) {
  auto run = plan_kernel_run(catalogue(), instance, setup, lnc);
  EXPECT_TRUE(run) << to_string(run.error());
  return run ? std::move(*run) : KernelRun();
}
double seconds(const KernelSetup& setup, std::string_view instance = "trn2", int lnc = 1) {
  return times_of(kernel(setup, instance, lnc)).seconds;
}
KernelSetup matmul(int m, int k, int n, std::string_view type = "bf16") {
  return {.name = "matmul", .sizes = {.m = m, .k = k, .n = n}, .dtype = std::string(type)};
}
/// A kernel with every size of its operation.
KernelSetup any(std::string_view name) {
  return {.name = std::string(name),
          .sizes = {.batch = 2,
                    .m = 1024,
                    .k = 512,
                    .n = 2048,
                    .heads = 4,
                    .kv_heads = 2,
                    .head_dim = 128,
                    .rank = 64,
                    .states = 16,
                    .taps = 9}};
}
Workload workload_of_kernel(const KernelSetup& setup) {
  Workload workload;
  workload.kind = setup;
  workload.instance = "trn2";
  workload.logical_core_size = 1;
  return workload;
}

TEST(KernelSetup, ReadsAndWritesEveryMember) {
  const auto setup = setup_of(
      R"({"name":"gemm_gelu","m":4096,"k":512,"n":2048,"dtype":"fp32","variant":"baseline",)"
      R"("polynomial":true,"called_from":"torch-trace"})");
  ASSERT_TRUE(setup) << to_string(setup.error());
  EXPECT_EQ(setup->sizes.m, 4096);
  EXPECT_EQ(setup->variant, KernelVariant::kBaseline);
  EXPECT_EQ(setup->caller, KernelCaller::kTorchTrace);
  EXPECT_EQ(to_json(*setup_of(to_json(*setup).dump())), to_json(*setup));
}

TEST(KernelSetup, AttentionOfASequenceWithItself) {
  const auto own = setup_of(R"({"name":"attention","m":512,"head_dim":64,"heads":8})");
  ASSERT_TRUE(own) << to_string(own.error());
  EXPECT_EQ(own->sizes.n, 512);
  EXPECT_EQ(own->sizes.kv_heads, 8);
  const auto other =
      setup_of(R"({"name":"attention","m":1,"n":4096,"head_dim":64,"heads":8,"kv_heads":2})");
  ASSERT_TRUE(other) << to_string(other.error());
  EXPECT_EQ(other->sizes.n, 4096);
  EXPECT_EQ(other->sizes.kv_heads, 2);
}

TEST(KernelSetup, NamesTheWrongMember) {
  EXPECT_THAT(setup_error(R"({"name":"matmull","m":1,"k":1,"n":1})"),
              HasSubstr("/name: must be one of adamw, add, "));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":1,"k":1})"), HasSubstr("/n: missing key"));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":0,"k":1,"n":1})"),
              HasSubstr("/m: must be a positive whole number"));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":1.5,"k":1,"n":1})"), HasSubstr("/m"));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":1,"k":1,"n":1,"states":2})"),
              HasSubstr("the kernel 'matmul' has no size 'states'"));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":1,"k":1,"n":1,"dtype":"fp64"})"),
              HasSubstr("/dtype: must be one of bf16"));
  EXPECT_THAT(setup_error(R"({"name":"matmul","m":1,"k":1,"n":1,"variant":"fast"})"),
              HasSubstr("/variant: must be one of baseline, fused, tuned"));
  EXPECT_THAT(setup_error(R"({"name":"silu","m":1,"n":1,"polynomial":true})"),
              HasSubstr("/polynomial: only gelu and gemm_gelu"));
  EXPECT_THAT(setup_error(R"({"name":"silu","m":1,"n":1,"speed":1})"), HasSubstr("unknown key"));
}

TEST(NamedKernel, RejectsWhatTheDeviceCannotRun) {
  const auto why = [](const KernelSetup& setup, std::string_view instance, int lnc = 0) {
    const auto run = plan_kernel_run(catalogue(), instance, setup, lnc);
    EXPECT_FALSE(run);
    return run ? std::string() : to_string(run.error());
  };
  EXPECT_THAT(why(matmul(128, 128, 128), "trn9"), HasSubstr("unknown instance type 'trn9'"));
  EXPECT_THAT(why(matmul(128, 128, 128), "inf1.xlarge"), HasSubstr("not published"));
  EXPECT_THAT(why(matmul(128, 128, 128), "p5.48xlarge"), HasSubstr("NeuronCore"));
  EXPECT_THAT(why(matmul(128, 128, 128, "mxfp8"), "trn2"), HasSubstr("does not support mxfp8"));
  EXPECT_THAT(why(matmul(128, 128, 128), "trn1", 2), HasSubstr("does not support logical cores"));
  EXPECT_THAT(why(matmul(1 << 20, 1 << 20, 1 << 20), "trn2"), HasSubstr("the operands"));
  constexpr int kMost = std::numeric_limits<int>::max();
  EXPECT_THAT(why(matmul(kMost, kMost, kMost), "trn2"), HasSubstr("the operands"));
}

TEST(NamedKernel, EveryKernelHasAFiniteTimeThatIsTheSameInTheTrace) {
  for (const std::string_view name : kernel_names()) {
    for (const KernelVariant variant :
         {KernelVariant::kBaseline, KernelVariant::kFused, KernelVariant::kTuned}) {
      KernelSetup setup = any(name);
      setup.variant = variant;
      const KernelRun run = kernel(setup);
      const KernelTimes times = times_of(run);
      ASSERT_TRUE(std::isfinite(times.seconds)) << name;
      EXPECT_GT(times.seconds, run.parameters.launch) << name;
      EXPECT_GT(run.work.operand_bytes, 0) << name;
      double busy = 0;
      for (const Operator& stage : run.work.stages) {
        EXPECT_FALSE(stage.name.empty());
        for (const double unit : stage.work.seconds) busy = std::max(busy, unit);
      }
      EXPECT_GE(times.seconds, busy) << name;
      TaskControl control;
      TraceBuilder builder;
      const auto simulated = simulate(catalogue(), workload_of_kernel(setup), builder, control);
      ASSERT_TRUE(simulated) << name << to_string(simulated.error());
      EXPECT_DOUBLE_EQ(simulated->find("latency_p50")->value, times.seconds);
      const auto trace = builder.finish();
      EXPECT_NEAR(trace->to_seconds(trace->time_base().window_end), times.seconds,
                  1e-3 * times.seconds)
          << name;
    }
  }
}

TEST(NamedKernel, MoreWorkAndHalfACoreAreNeverFaster) {
  for (const std::string_view name : kernel_names()) {
    const KernelSetup small = any(name);
    for (const KernelSize& size : kernel_sizes()) {
      if (!has_size(name, size.key)) continue;
      KernelSetup large = small;
      large.sizes.*size.member *= 2;
      EXPECT_GE(seconds(large), seconds(small)) << name << " " << size.key;
    }
    EXPECT_GE(seconds(small, "trn2", 1), seconds(small, "trn2", 2)) << name;
  }
  EXPECT_GT(seconds(matmul(4096, 4096, 4096, "fp8"), "trn3", 2),
            seconds(matmul(4096, 4096, 4096, "mxfp8"), "trn3", 2));
}

TEST(NamedKernel, ABaselinePaysForTheRoundTripThroughHbm) {
  KernelSetup setup{.name = "gemm_gelu", .sizes = {.m = 2560, .k = 512, .n = 2048}};
  const KernelRun fused = kernel(setup);
  setup.variant = KernelVariant::kBaseline;
  const KernelRun baseline = kernel(setup);
  EXPECT_EQ(fused.work.stages.size(), 1U);
  ASSERT_EQ(baseline.work.stages.size(), 2U);
  const Work& gelu = baseline.work.stages[1].work;
  EXPECT_EQ(gelu.read_bytes, 2.0 * 2560 * 2048);
  EXPECT_EQ(gelu.write_bytes, 2.0 * 2560 * 2048);
  EXPECT_EQ(baseline.work.operand_bytes, fused.work.operand_bytes);
  EXPECT_GT(times_of(baseline).seconds,
            times_of(fused).seconds + gelu[Unit::kDma] + baseline.parameters.stage);
}

TEST(NamedKernel, WeightsThatDoNotStayAreReadForEveryBlockOfRows) {
  const double weights = 4.0 * 5120 * 12288;
  const auto reads = [&](KernelVariant variant) {
    KernelSetup setup = matmul(4096, 5120, 12288, "fp32");
    setup.variant = variant;
    const Work work = kernel(setup, "trn1", 0).work.stages[0].work;
    return (work.read_bytes - 4.0 * 4096 * 5120) / weights;
  };
  EXPECT_DOUBLE_EQ(reads(KernelVariant::kFused), 4096 / 128);
  EXPECT_LT(reads(KernelVariant::kTuned), 10);
  EXPECT_GE(reads(KernelVariant::kTuned), 1);
  const Work stays = kernel(matmul(4096, 512, 2048), "trn1", 0).work.stages[0].work;
  EXPECT_DOUBLE_EQ(stays.read_bytes, 2.0 * (4096 * 512 + 512 * 2048));
}

TEST(NamedKernel, TypesDeterminePassesAndRowsOfTheArray) {
  const auto tensor = [](std::string_view type, const char* instance) {
    return kernel(matmul(2048, 2048, 2048, type), instance, 0).work.stages[0].work[Unit::kTensor];
  };
  const double bf16 = tensor("bf16", "trn3");
  EXPECT_DOUBLE_EQ(tensor("fp32", "trn3"), 4 * bf16);
  EXPECT_DOUBLE_EQ(tensor("bf16x2", "trn3"), 3 * bf16);
  EXPECT_DOUBLE_EQ(tensor("fp8", "trn3"), bf16 / 2);
  EXPECT_DOUBLE_EQ(tensor("mxfp8", "trn3"), bf16 / 4);
  EXPECT_DOUBLE_EQ(tensor("fp8", "trn1"), tensor("bf16", "trn1"));
  // 1,024 instructions of 512 cycles: the bound of 2048 x 2048 x 2048 on one core.
  const KernelRun run = kernel(matmul(2048, 2048, 2048), "trn2", 1);
  EXPECT_NEAR(run.work.stages[0].work[Unit::kTensor] / run.parameters.stretch, 218.5e-6, 0.1e-6);
}

TEST(NamedKernel, GathersTakeTheTimeOfTheirDescriptors) {
  KernelSetup setup{.name = "grid_sample", .sizes = {.m = 704 * 768, .n = 3}, .dtype = "fp32"};
  const double pixels = 704 * 768;
  EXPECT_EQ(times_of(kernel(setup)).bound, "GpSimdE");
  EXPECT_NEAR(seconds(setup), pixels * 40e-9, 0.05 * pixels * 40e-9);
  setup.variant = KernelVariant::kBaseline;  // a descriptor for every channel
  EXPECT_NEAR(seconds(setup), 3 * pixels * 40e-9, 0.05 * 3 * pixels * 40e-9);
}

TEST(NamedKernel, ShortRowsOfACopyTakeAsLongAsEfficientOnes) {
  const auto copy = [](int rows, int width) {
    const KernelSetup setup{.name = "copy", .sizes = {.m = rows, .n = width}};
    return kernel(setup).work.stages[0].work[Unit::kDma];
  };
  EXPECT_DOUBLE_EQ(copy(4096, 64), copy(4096, 128));
  EXPECT_GT(copy(4096, 4096), 1.9 * copy(4096, 2048));
}

TEST(NamedKernel, CallersAddTheirHostTime) {
  KernelSetup setup = matmul(8192, 1024, 8192);
  const KernelRun device = kernel(setup);
  EXPECT_DOUBLE_EQ(times_of(device).host, device.parameters.launch);
  setup.caller = KernelCaller::kTorchTrace;
  const KernelRun traced = kernel(setup);
  const double output = 2.0 * 8192 * 8192;
  const double copied = output / traced.parameters.trace_copy +
                        (output - 32 * 1048576.0) / traced.parameters.trace_fresh_pages;
  EXPECT_NEAR(times_of(traced).seconds, traced.parameters.trace_launch + copied, 1e-9);
  EXPECT_EQ(times_of(traced).bound, "host");
  setup.caller = KernelCaller::kTorchNative;
  const KernelRun native = kernel(setup);
  EXPECT_EQ(native.work.stages.front().name, "operand_layout");
  EXPECT_DOUBLE_EQ(native.work.stages.front().work.read_bytes, 2.0 * (8192 * 1024 + 1024 * 8192));
  EXPECT_EQ(times_of(kernel(matmul(1, 1, 1))).bound, "launch");
}

TEST(NamedKernel, PredictsMetricsWithTheBandOfMeasuredKernels) {
  Calibration calibration = built_in_calibration().value();
  std::erase_if(calibration.residuals,
                [](const ResidualStatistics& one) { return one.class_name == kKernelClass; });
  std::erase_if(calibration.domains,
                [](const CalibratedDomain& one) { return one.class_name == kKernelClass; });
  const Workload workload = workload_of_kernel(matmul(2048, 2048, 2048));
  const auto& setup = std::get<KernelSetup>(workload.kind);
  auto result = run_named_kernel(catalogue(), workload, setup, calibration, nullptr);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_FALSE(result->find("latency_p50")->low);
  EXPECT_THAT(result->outside_domain, testing::SizeIs(1));
  ResidualStatistics measured;
  measured.class_name = kKernelClass;
  measured.metric = "latency_p50";
  measured.low_ratio = 0.8;
  measured.high_ratio = 1.5;
  calibration.residuals.push_back(measured);
  CalibratedDomain domain;
  domain.class_name = kKernelClass;
  extend(domain, kernel(setup));
  calibration.domains.push_back(domain);
  result = run_named_kernel(catalogue(), workload, setup, calibration, nullptr);
  ASSERT_TRUE(result) << to_string(result.error());
  EXPECT_TRUE(result->outside_domain.empty());
  const Metric* const latency = result->find("latency_p50");
  EXPECT_DOUBLE_EQ(*latency->low, 0.8 * latency->value);
  const Metric* const rate = result->find("compute_rate");
  EXPECT_DOUBLE_EQ(rate->value, 2.0 * 2048 * 2048 * 2048 / latency->value);
  EXPECT_DOUBLE_EQ(*rate->high, rate->value / 0.8);
  EXPECT_LE(result->find("mfu")->value, 1);
  // Another size, type or kernel is outside of what was measured.
  for (const KernelSetup& other :
       {matmul(4096, 2048, 2048), matmul(2048, 2048, 2048, "fp32"), any("bmm")}) {
    EXPECT_FALSE(outside_domain(calibration, kernel(other)).empty());
  }
}

TEST(NamedKernel, IsAWorkload) {
  constexpr std::string_view kText = R"({"schema":"nscope.workload/1","instance":"trn2","lnc":1,)"
                                     R"("kernel":{"name":"silu","m":4096,"n":7168}})";
  const auto workload = workload_from_json(parse_json(kText, "w").value(), "w");
  ASSERT_TRUE(workload) << to_string(workload.error());
  EXPECT_EQ(to_json(*workload_from_json(to_json(*workload), "w")), to_json(*workload));
  EXPECT_FALSE(to_json(*workload).contains("input_tokens"));
  for (const char* const key : {"model", "batch", "dtype", "tensor_parallel"}) {
    Json mixed = parse_json(kText, "w").value();
    mixed[key] = "x";
    const auto refused = workload_from_json(mixed, "w");
    ASSERT_FALSE(refused) << key;
  }
}

}  // namespace
}  // namespace nscope::sim
