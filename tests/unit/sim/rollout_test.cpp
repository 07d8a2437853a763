#include "simcore/engine/rollout/rollout_plan.h"
#include "simcore/engine/rollout/train_with_rollout.h"
#include "simcore/engine/training/training_memory.h"
#include "tests/unit/sim/simulated.h"
#include "tests/unit/sim/training_jobs.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

/// LoRA of Llama-3-8B with groups of generated sequences on one instance.
Workload grpo() {
  Workload workload{.model = "llama-3-8b", .instance = "trn1.32xlarge", .tensor_parallel = 8};
  workload.input_tokens = 1024;
  TrainingSetup setup{.global_batch = 64};
  setup.tuning.method = TuningMethod::kLora;
  setup.tuning.adapters.rank = 16;
  setup.tuning.objective = TuningObjective::kGrpo;
  setup.rollout = RolloutSetup{.group = 8, .batch = 8};
  setup.rollout->serving.input = {.mean = 128};
  setup.rollout->serving.output = {.kind = TokenLengths::Kind::kUniform, .low = 64, .high = 512};
  workload.kind = setup;
  return workload;
}

RolloutSetup& rollout_of(Workload& workload) {
  return *training_of(workload).rollout;
}

Result<SimulationResult> predicted(const Workload& workload) {
  TaskControl control;
  return estimate(catalogue(), workload, control);
}

double value(const Workload& workload, std::string_view name) {
  const auto result = predicted(workload);
  EXPECT_TRUE(result) << to_string(result.error());
  const Metric* const metric = result ? result->find(name) : nullptr;
  EXPECT_NE(metric, nullptr) << name;
  return metric == nullptr ? -1 : metric->value;
}

std::string why_not(const Workload& workload) {
  const auto result = predicted(workload);
  return result ? "accepted" : to_string(result.error());
}

RolloutPlan planned(const PreparedRun& run, const Workload& workload) {
  auto plan = plan_rollout(catalogue(), run, step_of(run), workload, parameters());
  EXPECT_TRUE(plan) << to_string(plan.error());
  return std::move(*plan);
}

TEST(Rollout, GroupsHaveOnePromptAndFollowTheLengths) {
  Workload workload = grpo();
  rollout_of(workload).serving.input = {
      .kind = TokenLengths::Kind::kUniform, .low = 100, .high = 400};
  rollout_of(workload).serving.paged = PagedCache{};
  rollout_of(workload).serving.prefix = PrefixCache{};
  const PreparedRun run = prepared(workload);
  const RolloutPlan plan = planned(run, workload);
  ASSERT_EQ(plan.requests.requests.size(), 64U);
  for (std::size_t i = 0; i < 64; ++i) {
    const Request& request = plan.requests.requests[i];
    const Request& first = plan.requests.requests[i / 8 * 8];
    EXPECT_EQ(request.arrival, 0);
    EXPECT_EQ(request.input_tokens, first.input_tokens);
    EXPECT_EQ(request.blocks, first.blocks);
    EXPECT_EQ(request.blocks.size(), static_cast<std::size_t>(request.input_tokens / 16));
    EXPECT_LE(request.input_tokens + request.output_tokens, 1024);
  }
  EXPECT_NE(plan.requests.requests[0].blocks, plan.requests.requests[8].blocks);
  EXPECT_EQ(plan.serving.setup.replicas, 4);  // 32 cores, 8 of each replica
  EXPECT_EQ(plan.truncated, 0);
}

TEST(Rollout, OutputsEndAtTheLengthOfTheTrainingSequences) {
  Workload workload = grpo();
  rollout_of(workload).serving.output = {.mean = 2000};
  const PreparedRun run = prepared(workload);
  const RolloutPlan plan = planned(run, workload);
  EXPECT_EQ(plan.truncated, 64);
  EXPECT_EQ(value(workload, "generated_tokens"), 64 * (1024 - 128));
}

TEST(Rollout, PhasesFollowEachOtherOnOneClock) {
  Workload workload = grpo();
  rollout_of(workload).reward_seconds = 0.5;
  const double step = value(workload, "step_time");
  const double rollout = value(workload, "rollout_time");
  const double sync = value(workload, "weight_sync_time");
  const double iteration = value(workload, "iteration_time");
  EXPECT_NEAR(iteration, rollout + 0.5 + step + sync, 1e-9);
  EXPECT_NEAR(value(workload, "rollout_percent"), rollout / iteration, 1e-9);
  EXPECT_NEAR(value(workload, "tokens_per_second"), 64 * 1024 / iteration, 1e-6);
  EXPECT_NEAR(value(workload, "rollout_throughput"), value(workload, "generated_tokens") / rollout,
              1e-6);
  // The band of the rate is that of the iteration.
  const auto result = predicted(workload);
  const Metric rate = *result->find("throughput");
  const Metric whole = *result->find("iteration_time");
  ASSERT_TRUE(rate.low && rate.high && whole.low && whole.high);
  EXPECT_NEAR(*rate.low * *whole.high, 64, 1e-6);
  EXPECT_NEAR(*rate.high * *whole.low, 64, 1e-6);
  const Metric generated = *result->find("rollout_throughput");
  ASSERT_TRUE(generated.low && generated.high);
  EXPECT_NEAR(*generated.low * *result->find("rollout_time")->high,
              value(workload, "generated_tokens"), 1e-6);
  EXPECT_LT(*whole.low, iteration);
  EXPECT_GT(*whole.high, iteration);
  EXPECT_FALSE(result->outside_domain.empty());
  // The same step without a rollout.
  Workload alone = workload;
  training_of(alone).rollout.reset();
  EXPECT_EQ(value(alone, "step_time"), step);
  const Simulated shown = simulated(workload);
  const TimeBase& info = shown.trace->time_base();
  EXPECT_NEAR(shown.trace->to_seconds(info.window_end - info.window_begin), iteration, 1e-9);
  EXPECT_EQ(shown.result.find("iteration_time")->value, iteration);
  // The end of the last segment of a replica is the end of the rollout.
  double last = 0;
  double training = 0;
  for (const Track& track : shown.trace->tracks()) {
    const std::string_view name = shown.trace->text(track.name);
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      const double end = shown.trace->to_seconds(track.slices.end(row) - info.window_begin);
      if (name == "Scheduler") last = std::max(last, end);
      if (name == "Training step") training = std::max(training, end);
    }
  }
  EXPECT_NEAR(last, rollout, 1e-9);
  EXPECT_NEAR(training, iteration - sync, 1e-9);
}

TEST(Rollout, OwnInstancesGenerateBesideTheStep) {
  Workload own = grpo();
  rollout_of(own).nodes = 1;
  const double in_turn = value(own, "iteration_time");
  rollout_of(own).overlap = true;
  const double beside = value(own, "iteration_time");
  const double longer = std::max(value(own, "rollout_time"), value(own, "step_time"));
  EXPECT_NEAR(beside, longer + value(own, "weight_sync_time"), 1e-9);
  EXPECT_LT(beside, in_turn);
  // Twice the replicas do not take longer.
  Workload two = own;
  rollout_of(two).nodes = 2;
  EXPECT_LE(value(two, "rollout_time"), value(own, "rollout_time"));
}

TEST(Rollout, TransfersWhatIsTrained) {
  Workload adapters = grpo();
  rollout_of(adapters).nodes = 1;
  rollout_of(adapters).sync_bandwidth = 1e9;
  const PreparedRun run = prepared(adapters);
  const RolloutPlan plan = planned(run, adapters);
  EXPECT_EQ(plan.sync_bytes, 2 * 41'943'040.0);
  Workload slower = adapters;
  rollout_of(slower).sync_bandwidth = 1e8;
  EXPECT_NEAR(value(slower, "weight_sync_time") - value(adapters, "weight_sync_time"),
              2 * 41'943'040.0 * (1 / 1e8 - 1 / 1e9), 1e-9);
  Workload full = adapters;
  training_of(full).tuning = {.objective = TuningObjective::kGrpo};
  training_of(full).zero = 3;
  const PreparedRun all = prepared(full);
  EXPECT_EQ(planned(all, full).sync_bytes, 2 * model("llama-3-8b").parameters);
}

TEST(Rollout, OtherLayoutsExchangeWeights) {
  Workload same = grpo();
  const PreparedRun run = prepared(same);
  Workload other = grpo();
  rollout_of(other).tensor_parallel = 16;
  const PreparedRun wide = prepared(other);
  const RolloutPlan first = planned(run, same);
  const RolloutPlan second = planned(wide, other);
  EXPECT_THAT(first.sync.english(), HasSubstr("each core has its part"));
  EXPECT_THAT(second.sync.english(), HasSubstr("from 32 cores"));
  EXPECT_EQ(second.serving.setup.replicas, 2);
}

TEST(Rollout, SharedCoresHoldBothPhases) {
  Workload full = grpo();
  training_of(full).tuning = {.objective = TuningObjective::kGrpo, .reference = false};
  training_of(full).zero = 1;
  rollout_of(full).batch = 32;
  const PreparedRun run = prepared(full);
  const TrainingState state = training_state(step_of(run));
  // 2 B of weights, 4 B of gradients, and 12 B of optimizer state over 4 replicas.
  const double parameters_of_rank = step_of(run).parameters_of(0);
  EXPECT_EQ(state.weights, 2 * parameters_of_rank);
  EXPECT_EQ(state.other, (4 + 12.0 / 4) * parameters_of_rank);
  Workload large = full;
  rollout_of(large).batch = 512;
  const std::string why = why_not(large);
  EXPECT_THAT(why, HasSubstr("rollout"));
  Workload moved = full;
  rollout_of(moved).offload_bandwidth = 1e10;
  EXPECT_NEAR(value(moved, "offload_time"), 2 * 32 * state.other / 1e10, 1e-9);
  EXPECT_NEAR(value(moved, "iteration_time") - value(full, "iteration_time"),
              value(moved, "offload_time"), 1e-9);
}

TEST(Rollout, RejectsWhatCannotBeGenerated) {
  Workload workload = grpo();
  rollout_of(workload).group = 7;
  EXPECT_THAT(why_not(workload), HasSubstr("not a multiple of the group of 7"));
  workload = grpo();
  rollout_of(workload).serving.input = {.mean = 1024};
  EXPECT_THAT(why_not(workload), HasSubstr("leaves no room for an output"));
  workload = grpo();
  rollout_of(workload).tensor_parallel = 64;
  EXPECT_THAT(why_not(workload), testing::Not(HasSubstr("accepted")));
  workload = grpo();
  workload.instance = "inf2.48xlarge";
  training_of(workload).cores = 8;
  training_of(workload).global_batch = 8;
  rollout_of(workload).nodes = 1;
  EXPECT_THAT(why_not(workload), HasSubstr("sync_bandwidth"));
}

TEST(Rollout, RoundTripsAndErrorsNameTheKey) {
  Workload workload = grpo();
  rollout_of(workload).nodes = 2;
  rollout_of(workload).overlap = true;
  rollout_of(workload).reward_seconds = 3;
  rollout_of(workload).sync_bandwidth = 1e10;
  const Json json = to_json(workload);
  const auto again = workload_from_json(json, "again");
  ASSERT_TRUE(again) << to_string(again.error());
  EXPECT_EQ(to_json(*again), json);
  const auto message = [&](const char* member, const Json& given) {
    Json other = to_json(grpo());
    other["training"]["rollout"][member] = given;
    const auto read = workload_from_json(other, "w.json");
    return read ? std::string("accepted") : to_string(read.error());
  };
  EXPECT_THAT(message("overlap", true), HasSubstr("requires 'nodes'"));
  EXPECT_THAT(message("serving", {{"requests", 5}}), HasSubstr("'requests' cannot be stated"));
  EXPECT_THAT(message("serving", {{"schedulers", 5}}), HasSubstr("rollout/serving/schedulers"));
  EXPECT_THAT(message("group", 0), HasSubstr("rollout/group"));
  EXPECT_THAT(message("offload_bandwidth", 0), HasSubstr("greater than 0"));
  Json pairs = to_json(grpo());
  pairs["training"]["objective"] = "dpo";
  EXPECT_THAT(to_string(workload_from_json(pairs, "w.json").error()), HasSubstr("pairs are given"));
}

}  // namespace
}  // namespace nscope::sim
