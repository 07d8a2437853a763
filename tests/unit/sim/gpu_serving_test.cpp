#include "simcore/engine/gpu/gpu_serving.h"

#include "simcore/engine/gpu/gpu_estimate.h"
#include "tests/unit/sim/catalogue.h"

#include <string>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

GpuWorkload server(int users, std::string instance = "p5.48xlarge") {
  GpuWorkload w{.model = "llama-3.1-8b",
                .instance = std::move(instance),
                .stack = GpuStack::kVllm,
                .batch = 32};
  w.serving = ServingSetup{};
  w.serving->requests = 200;
  w.serving->arrivals.process = ArrivalProcess::kClosedLoop;
  w.serving->arrivals.users = users;
  w.serving->input = {.kind = TokenLengths::Kind::kFixed, .mean = 512};
  w.serving->output = {.kind = TokenLengths::Kind::kFixed, .mean = 128};
  return w;
}

Result<SimulationResult> run(const GpuWorkload& workload) {
  TaskControl control;
  return serve_on_gpus(catalogue(), workload, *built_in_gpu_calibration(), control);
}

double value(const Result<SimulationResult>& result, std::string_view name) {
  EXPECT_TRUE(result) << to_string(result.error());
  const Metric* const metric = result ? result->find(name) : nullptr;
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? 0 : metric->value;
}

// One user at a time is the closed form of one sequence; lengths are rounded up by an eighth.
TEST(GpuServer, OneUserIsTheClosedForm) {
  const auto served = run(server(1));
  GpuWorkload one = server(1);
  one.serving.reset();
  one.batch = 1;
  one.input_tokens = 512;
  one.output_tokens = 128;
  const auto estimate = estimate_gpu(catalogue(), one);
  ASSERT_TRUE(estimate);
  EXPECT_NEAR(value(served, "tpot_p50"), estimate->find("tpot_p50")->value,
              0.03 * estimate->find("tpot_p50")->value);
  EXPECT_NEAR(value(served, "ttft_p50"), estimate->find("ttft_p50")->value,
              0.15 * estimate->find("ttft_p50")->value);
  EXPECT_EQ(value(served, "requests_completed"), 200);
}

TEST(GpuServer, MoreUsersShareSteps) {
  const auto one = run(server(1));
  const auto many = run(server(16));
  EXPECT_GT(value(many, "throughput"), 6 * value(one, "throughput"));
  EXPECT_GT(value(many, "tpot_p50"), value(one, "tpot_p50"));
  const Metric& rate = *many->find("throughput");
  ASSERT_TRUE(rate.low && rate.high);
  EXPECT_LT(*rate.low, rate.value);
  EXPECT_GT(*rate.high, rate.value);
}

TEST(GpuServer, ChunkedPrefillsInterruptLess) {
  GpuWorkload w = server(16);
  w.serving->input.mean = 4096;
  w.serving->output = {.kind = TokenLengths::Kind::kUniform, .low = 64, .high = 192};
  const auto whole = run(w);
  w.serving->scheduler = Scheduler::kChunked;
  w.serving->chunk_tokens = 512;
  const auto chunked = run(w);
  EXPECT_LT(value(chunked, "itl_p99"), value(whole, "itl_p99"));
}

TEST(GpuServer, WaitsForPagesOfTheCache) {
  GpuWorkload w = server(32, "g6.xlarge");  // 24 GiB, of which the weights take 16 GB
  w.serving->input.mean = 4096;
  const auto result = run(w);
  EXPECT_LE(value(result, "kv_occupancy_peak"), 1);
  EXPECT_GT(value(result, "kv_occupancy_peak"), 0.7);
  EXPECT_LT(value(result, "slot_occupancy"), 0.9);
}

TEST(GpuServer, RejectsALoadAboveItsCapacity) {
  GpuWorkload w = server(1, "g6.xlarge");
  w.serving->arrivals = {.process = ArrivalProcess::kPoisson, .rate = 1000};
  const auto result = run(w);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kInfeasible);
}

TEST(GpuServer, RejectsWhatGpusDoNotSupport) {
  const auto error_of = [](auto change) {
    GpuWorkload w = server(1);
    change(w);
    const auto result = run(w);
    return result ? std::string("none") : to_string(result.error());
  };
  EXPECT_THAT(error_of([](GpuWorkload& w) { w.serving->scheduler = Scheduler::kStatic; }),
              HasSubstr("a static batch is not supported"));
  EXPECT_THAT(error_of([](GpuWorkload& w) { w.serving->prefix = PrefixCache{}; }),
              HasSubstr("prefix caching is not supported"));
  EXPECT_THAT(error_of([](GpuWorkload& w) { w.serving->speculation = Speculation{}; }),
              HasSubstr("speculative decoding is not supported"));
  EXPECT_THAT(error_of([](GpuWorkload& w) { w.stack = GpuStack::kGptFast; }),
              HasSubstr("gpt-fast is not supported"));
  EXPECT_THAT(error_of([](GpuWorkload& w) {
                w.instance = "g6.xlarge";
                w.serving->paged = PagedCache{.block_tokens = 16, .blocks = 3};
              }),
              HasSubstr("the longest request has 640 tokens"));
}

}  // namespace
}  // namespace nscope::sim
