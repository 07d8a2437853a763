#include "simcore/engine/gpu/gpu_limits.h"

#include "simcore/engine/gpu/gpu_calibration.h"
#include "simcore/engine/gpu/gpu_plan.h"
#include "tests/unit/sim/catalogue.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using catalog::LimitedSize;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const GpuParameters& gpu_parameters() {
  return built_in_gpu_calibration()->parameters;
}

Result<catalog::MemoryLimits> limits_of(const GpuWorkload& workload) {
  return gpu_memory_limits(catalogue(), workload, gpu_parameters());
}

/// Whether the workload fits with all its sequences at the same time.
bool fits_at_once(const GpuWorkload& workload) {
  const auto plan = plan_gpu(catalogue(), workload, gpu_parameters());
  return plan && (workload.task != GpuTask::kGenerate || plan->sequences >= workload.batch);
}

/// The workload with another size, written without the code under test.
GpuWorkload with_size(GpuWorkload workload, LimitedSize size, std::int64_t value, int passes) {
  const int n = static_cast<int>(value);
  switch (size) {
    case LimitedSize::kBatch: workload.batch = n; break;
    case LimitedSize::kContext: workload.input_tokens = n - workload.output_tokens; break;
    case LimitedSize::kSequence: workload.input_tokens = workload.sequence_length = n; break;
    case LimitedSize::kImage: workload.image_height = workload.image_width = n; break;
    case LimitedSize::kMicroBatch:
      workload.micro_batch = n;
      workload.batch = n * passes;
      break;
  }
  return workload;
}

/// Checks both sides of every limit of a workload that fits.
int check_sizes(const GpuWorkload& workload, int passes = 1) {
  const auto limits = limits_of(workload);
  if (!limits || !fits_at_once(workload)) return 0;
  EXPECT_TRUE(limits->fits) << workload.model << " on " << workload.instance;
  int checked = 0;
  for (const catalog::SizeLimit& limit : limits->sizes) {
    const std::string what = workload.model + " on " + workload.instance + ": " +
                             std::string(to_string(limit.size)) + " " +
                             std::to_string(limit.largest);
    EXPECT_TRUE(fits_at_once(with_size(workload, limit.size, limit.largest, passes))) << what;
    if (limit.open) continue;
    EXPECT_FALSE(fits_at_once(with_size(workload, limit.size, limit.largest + limit.step, passes)))
        << what;
    EXPECT_FALSE(
        fits_at_once(with_size(workload, limit.size, 2 * limit.largest + limit.step, passes)))
        << what;
    ++checked;
  }
  return checked;
}

TEST(GpuLimitsTest, StateTheImageSizeOfThePublishedModel) {
  const GpuWorkload workload{.model = "sdxl", .instance = "g6e.xlarge", .task = GpuTask::kEncode};
  const auto limits = limits_of(workload);
  ASSERT_TRUE(limits) << to_string(limits.error());
  EXPECT_THAT(sentence(*limits).english(), testing::HasSubstr("at 1024 x 1024 pixels"));
}

TEST(GpuLimitsTest, AgreeWithThePlanOfEveryModel) {
  int checked = 0;
  for (const catalog::Model& model : catalogue().models()) {
    for (const char* const instance : {"g5.xlarge", "p4d.24xlarge", "p5.48xlarge"}) {
      for (const int degree : {1, 8}) {
        for (const GpuStack stack : {GpuStack::kTensorRtLlm, GpuStack::kGptFast}) {
          GpuWorkload workload{.model = model.id, .instance = instance, .stack = stack};
          workload.tensor_parallel = degree;
          workload.batch = 2;
          workload.output_tokens = 8;
          checked += check_sizes(workload);
        }
      }
      GpuWorkload call{.model = model.id, .instance = instance, .task = GpuTask::kEncode};
      checked += check_sizes(call);
      GpuWorkload training{.model = model.id, .instance = instance, .task = GpuTask::kTrain};
      training.batch = 16;
      training.micro_batch = 1;
      const auto chips = (*catalogue().instance(instance))->chips;
      training.batch = 2 * chips;
      checked += check_sizes(training, training.batch);
    }
  }
  EXPECT_GT(checked, 500);
}

TEST(GpuLimitsTest, StateChangesThatFit) {
  GpuWorkload workload{.model = "llama-3.1-70b", .instance = "g5.xlarge"};
  const auto limits = limits_of(workload);
  ASSERT_TRUE(limits);
  EXPECT_FALSE(limits->fits);
  ASSERT_THAT(limits->remedies, Not(IsEmpty()));
  const std::string text = limits->remedies.back().english();
  workload.instance = text.substr(3, text.find(' ', 3) - 3);
  const std::string words = "degree ";
  workload.tensor_parallel = std::stoi(text.substr(text.find(words) + words.size()));
  EXPECT_TRUE(plan_gpu(catalogue(), workload, gpu_parameters())) << text;
  EXPECT_THAT(sentence(*limits).english(), HasSubstr("no batch fits"));
}

TEST(GpuLimitsTest, AServerIsLimitedByItsPages) {
  GpuWorkload workload{.model = "llama-3.1-8b", .instance = "g5.xlarge"};
  workload.batch = 8;
  workload.weight_dtype = "int8";
  workload.serving = ServingSetup{};
  workload.serving->requests = 20;
  workload.serving->paged = PagedCache{.block_tokens = 32, .blocks = 100};
  const auto limits = limits_of(workload);
  ASSERT_TRUE(limits) << to_string(limits.error());
  const auto context = std::find_if(limits->sizes.begin(), limits->sizes.end(),
                                    [](const auto& l) { return l.size == LimitedSize::kContext; });
  ASSERT_NE(context, limits->sizes.end());
  EXPECT_EQ(context->largest, 3200);
}

// The batch of a server runs together with its longest context, as that of a generation does.
TEST(GpuLimitsTest, TheContextOfAServerIsThatOfItsBatch) {
  GpuWorkload workload{.model = "llama-3.1-8b", .instance = "g5.xlarge"};
  workload.batch = 8;
  workload.input_tokens = 500;
  workload.output_tokens = 100;
  const auto context = [](const catalog::MemoryLimits& limits) {
    for (const auto& limit : limits.sizes) {
      if (limit.size == LimitedSize::kContext) return limit.largest;
    }
    return std::int64_t{0};
  };
  const auto alone = limits_of(workload);
  workload.serving = ServingSetup{};
  workload.serving->requests = 20;
  workload.serving->input = {.mean = 500};
  workload.serving->output = {.mean = 100};
  const auto served = limits_of(workload);
  ASSERT_TRUE(alone && served);
  EXPECT_GT(context(*served), 600);
  EXPECT_LE(context(*served), context(*alone));
}

}  // namespace
}  // namespace nscope::sim
