#include "simcore/engine/simulation/workload_limits.h"

#include "simcore/engine/serving/server.h"
#include "simcore/engine/simulation/prediction.h"
#include "tests/unit/sim/built_in.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using catalog::LimitedSize;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const catalog::SizeLimit* limit_of(const catalog::MemoryLimits& limits, LimitedSize size) {
  const auto found = std::find_if(limits.sizes.begin(), limits.sizes.end(),
                                  [&](const auto& limit) { return limit.size == size; });
  return found == limits.sizes.end() ? nullptr : &*found;
}

bool fits(const Workload& workload) {
  const auto fit = memory_fit(catalogue(), workload);
  return fit && fit->fits;
}

/// The workload with another size, written without the code under test.
Workload resized(Workload workload, LimitedSize size, std::int64_t value,
                 const TrainingStep* step) {
  const int n = static_cast<int>(value);
  switch (size) {
    case LimitedSize::kBatch: workload.batch = n; break;
    case LimitedSize::kContext:
      workload.sequence_length = n;
      workload.input_tokens = std::min(workload.input_tokens, std::max(1, n - 1));
      workload.output_tokens = std::min(workload.output_tokens, std::max(1, n - 1));
      if (workload.input_tokens + workload.output_tokens > n) workload.output_tokens = 1;
      break;
    case LimitedSize::kSequence: workload.input_tokens = n; break;
    case LimitedSize::kImage: workload.image_height = workload.image_width = n; break;
    case LimitedSize::kMicroBatch: {
      auto& setup = std::get<TrainingSetup>(workload.kind);
      setup.micro_batch = n;
      setup.global_batch = n * step->data_parallel * step->microbatches;
      break;
    }
  }
  return workload;
}

/// Checks every limit of a workload against the verdict on both sides of it, and at larger sizes.
int check_limits_of(const Workload& workload) {
  const auto limits = memory_limits(catalogue(), workload);
  if (!limits) return 0;  // a combination that the simulator refuses
  const auto run = plan_run(catalogue(), workload, parameters());
  EXPECT_TRUE(run) << workload.model;
  const auto* const step = std::get_if<TrainingStep>(&run->work);
  const bool encodes = run->model->architecture == catalog::Architecture::kEncoderDecoder;
  EXPECT_EQ((*limits)->fits, fits(workload)) << workload.model << " on " << workload.instance;
  int checked = 0;
  for (const catalog::SizeLimit& limit : (*limits)->sizes) {
    if (encodes && limit.size == LimitedSize::kContext) continue;  // two sequences
    const auto at = [&](std::int64_t size) {
      return fits(resized(workload, limit.size, size, step));
    };
    const std::string what = workload.model + " on " + workload.instance + " x " +
                             std::to_string(workload.tensor_parallel) + ": " +
                             std::string(to_string(limit.size)) + " " +
                             std::to_string(limit.largest);
    if (limit.largest > 1) EXPECT_TRUE(at(limit.largest)) << what;
    if (limit.open) continue;
    EXPECT_FALSE(at(limit.largest + limit.step)) << what;
    EXPECT_FALSE(at(2 * limit.largest + limit.step)) << what;
    EXPECT_FALSE(at(16 * limit.largest + limit.step)) << what;
    ++checked;
  }
  return checked;
}

TEST(WorkloadLimitsTest, AgreeWithTheVerdictForEveryModelAndDevice) {
  int checked = 0;
  for (const catalog::Model& model : catalogue().models()) {
    for (const char* const instance :
         {"inf1.xlarge", "inf2.xlarge", "inf2.48xlarge", "trn1.32xlarge", "trn2.48xlarge"}) {
      const auto degrees =
          catalog::tensor_parallel_choices(catalogue(), **catalogue().instance(instance));
      for (const int degree : {1, degrees.back()}) {
        Workload workload{.model = model.id, .instance = instance};
        workload.tensor_parallel = degree;
        workload.batch = 3;
        checked += check_limits_of(workload);
      }
    }
  }
  EXPECT_GT(checked, 1000);
}

TEST(WorkloadLimitsTest, AgreeWithTheVerdictOfTraining) {
  int checked = 0;
  for (const catalog::Model& model : catalogue().models()) {
    for (const char* const instance : {"trn1.32xlarge", "trn2.48xlarge"}) {
      const auto degrees =
          catalog::tensor_parallel_choices(catalogue(), **catalogue().instance(instance));
      for (const int degree : {1, 8, degrees.back()}) {
        for (const int stages : {1, 4}) {
          Workload workload{.model = model.id, .instance = instance};
          workload.kind = TrainingSetup{.nodes = stages, .pipeline_parallel = stages};
          workload.tensor_parallel = degree;
          workload.input_tokens = 2048;
          checked += check_limits_of(workload);
        }
      }
    }
  }
  EXPECT_GT(checked, 100);
}

/// By hand: 16 GiB of a core minus weights and runtime, divided by the bytes of a position.
TEST(WorkloadLimitsTest, SayHowFarLlamaFits) {
  Workload workload{.model = "llama-3.1-8b", .instance = "inf2.xlarge"};
  workload.tensor_parallel = 2;
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits);
  const auto* const context = limit_of(**limits, LimitedSize::kContext);
  ASSERT_NE(context, nullptr);
  EXPECT_NEAR(context->largest, 73'000, 730);
  EXPECT_EQ(context->published, 131'072);
  const auto* const batch = limit_of(**limits, LimitedSize::kBatch);
  ASSERT_NE(batch, nullptr);
  EXPECT_NEAR(batch->largest, 73'000 / 256, 4);
  EXPECT_THAT(sentence(**limits).english(), HasSubstr("at 256 tokens, the largest batch is 2"));
  EXPECT_THAT((*limits)->remedies, IsEmpty());
}

TEST(WorkloadLimitsTest, StatesChangesThatFit) {
  Workload workload{.model = "llama-3.1-70b", .instance = "inf2.8xlarge"};
  workload.tensor_parallel = 2;
  std::vector<Workload> remedied;
  const auto limits = memory_limits(catalogue(), workload, &remedied);
  ASSERT_TRUE(limits);
  EXPECT_FALSE((*limits)->fits);
  ASSERT_THAT((*limits)->remedies, Not(IsEmpty()));
  EXPECT_EQ(remedied.size(), (*limits)->remedies.size());
  for (const Workload& each : remedied) EXPECT_TRUE(fits(each)) << to_json(each).dump();
  const std::string text = (*limits)->remedies.back().english();
  const auto at = text.find("on ") + 3;
  workload.instance = text.substr(at, text.find(' ', at) - at);
  const std::string words = "degree ";
  workload.tensor_parallel = std::stoi(text.substr(text.find(words) + words.size()));
  EXPECT_TRUE(fits(workload)) << text;
  EXPECT_EQ(limit_of(**limits, LimitedSize::kBatch)->largest, 0);
}

TEST(WorkloadLimitsTest, CountTheDraftOfAServerAndItsCache) {
  Workload workload{.model = "llama-3.1-8b", .instance = "inf2.48xlarge"};
  workload.tensor_parallel = 8;
  workload.batch = 4;
  workload.sequence_length = 4096;
  ServingSetup setup;
  workload.kind = setup;
  const auto plain = memory_limits(catalogue(), workload);
  ASSERT_TRUE(plain);
  setup.speculation =
      Speculation{.method = DraftMethod::kDraftModel, .draft_model = "llama-3.2-1b"};
  workload.kind = setup;
  const auto drafted = memory_limits(catalogue(), workload);
  ASSERT_TRUE(drafted);
  for (const LimitedSize size : {LimitedSize::kBatch, LimitedSize::kContext}) {
    EXPECT_LT(limit_of(**drafted, size)->largest, limit_of(**plain, size)->largest);
    EXPECT_GT(limit_of(**drafted, size)->largest, 1);
  }
  EXPECT_LT((*drafted)->spare, (*plain)->spare);
}

TEST(WorkloadLimitsTest, TheBatchOfAServerIsWhatItsCacheLetsRunTogether) {
  Workload workload{.model = "llama-3.1-8b", .instance = "trn2.48xlarge"};
  workload.tensor_parallel = 8;
  workload.batch = 16;
  workload.sequence_length = 8192;
  ServingSetup setup;
  setup.stack = "vllm-neuron";
  workload.kind = setup;
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits);
  const std::int64_t largest = limit_of(**limits, LimitedSize::kBatch)->largest;
  const auto runs_together = [&](std::int64_t batch) {
    workload.batch = static_cast<int>(batch);
    const auto server = prepare_server(catalogue(), workload, setup, parameters());
    if (!server) return false;
    const auto cached = sequences_in_cache(server->served, setup);
    return cached && (*cached == 0 || *cached >= batch);
  };
  EXPECT_GT(largest, 1);
  EXPECT_TRUE(runs_together(largest)) << largest;
  EXPECT_FALSE(runs_together(largest + 1)) << largest;
}

TEST(WorkloadLimitsTest, StaysWithTheDeviceIfALargerInstanceIsSufficient) {
  Workload workload{.model = "llama-3.1-70b", .instance = "inf2.8xlarge"};
  workload.tensor_parallel = 2;
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits);
  ASSERT_THAT((*limits)->remedies, Not(IsEmpty()));
  EXPECT_THAT((*limits)->remedies.back().english(), HasSubstr("on inf2."));
}

/// Sequences are generated on the cores that train, so the cache has what training leaves.
TEST(WorkloadLimitsTest, ARolloutHasThoseOfItsServerBesideTraining) {
  Workload workload{.model = "llama-3-8b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.input_tokens = 1024;
  TrainingSetup setup{.global_batch = 64};
  setup.tuning.method = TuningMethod::kLora;
  setup.tuning.adapters.rank = 16;
  setup.tuning.objective = TuningObjective::kGrpo;
  setup.rollout = RolloutSetup{.group = 8, .batch = 8};
  setup.rollout->serving.input = {.mean = 128};
  setup.rollout->serving.output = {.mean = 256};
  workload.kind = setup;
  const auto largest_batch = [&] {
    const auto limits = memory_limits(catalogue(), workload);
    EXPECT_TRUE(limits) << to_string(limits.error());
    EXPECT_NE((*limits)->generation, nullptr);
    EXPECT_THAT(sentence(**limits).english(), HasSubstr(" Generation: Fits with "));
    return limit_of(*(*limits)->generation, LimitedSize::kBatch)->largest;
  };
  const std::int64_t shared = largest_batch();
  std::get<TrainingSetup>(workload.kind).rollout->batch = static_cast<int>(shared);
  TaskControl control;
  EXPECT_TRUE(estimate(catalogue(), workload, control)) << "the largest batch fits";
  std::get<TrainingSetup>(workload.kind).rollout->batch = static_cast<int>(shared) + 1;
  EXPECT_FALSE(estimate(catalogue(), workload, control)) << "one more does not";
  std::get<TrainingSetup>(workload.kind).rollout->batch = 8;
  std::get<TrainingSetup>(workload.kind).rollout->nodes = 1;
  EXPECT_GT(largest_batch(), shared) << "its own instances keep nothing of training";
}

TEST(WorkloadLimitsTest, CollectivesHaveNone) {
  Workload workload;
  workload.instance = "trn1.32xlarge";
  workload.kind = CollectiveSetup{};
  const auto limits = memory_limits(catalogue(), workload);
  ASSERT_TRUE(limits);
  EXPECT_FALSE(limits->has_value());
}

}  // namespace
}  // namespace nscope::sim
