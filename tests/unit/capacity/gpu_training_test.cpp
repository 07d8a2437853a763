// Training plans that compare GPUs with NeuronCores.
#include "app/capacity/training/gpu_training.h"

#include "app/capacity/report/training_text.h"
#include "app/capacity/training/training_ranking.h"
#include "simcore/engine/gpu/gpu_calibration.h"
#include "tests/unit/capacity/training_plan_fixture.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using testing::HasSubstr;

/// The small plan on eight nodes of these types.
Json plan_on(std::vector<std::string> instances) {
  Json json = small_plan();
  json["instances"] = std::move(instances);
  json["nodes"] = {8};
  json["purchase"] = {"on_demand", "capacity_block"};
  json["training"]["pipeline_parallel"] = {1, 4};
  return json;
}

const TrainingTypeSummary& type_of(const TrainingPlan& plan, std::string_view instance) {
  const auto found =
      std::find_if(plan.types.begin(), plan.types.end(),
                   [&](const TrainingTypeSummary& type) { return type.instance == instance; });
  EXPECT_NE(found, plan.types.end()) << instance;
  return *found;
}

class GpuTrainingPlan : public TrainingPlanTest {
 protected:
  /// Why a type has no fleet.
  std::string refusal(const Json& json, std::string_view instance) {
    const TrainingPlan found = made(json);
    const TrainingTypeSummary& type = type_of(found, instance);
    return type.fleet ? "has a fleet" : type.why_not.english();
  }
};

TEST_F(GpuTrainingPlan, AStepIsTheHandCalculation) {
  const TrainingPlan found = made(plan_on({"p5.48xlarge"}));
  const auto step = std::find_if(
      found.candidates.begin(), found.candidates.end(), [](const TrainingCandidate& one) {
        return one.layout.stack == sim::GpuStack::kLlmFoundry && one.layout.micro_batch == 1;
      });
  ASSERT_NE(step, found.candidates.end());
  ASSERT_TRUE(step->step);
  // llama-3-8b on 64 H100: four microbatches of 4,096 tokens on each of 64 ranks.
  const sim::GpuParameters& p = sim::built_in_gpu_calibration()->parameters;
  const double layer = 2 * 4096.0 * 4096 + 2 * 4096.0 * 1024 + 3 * 4096.0 * 14336;
  const double matrices = 32 * layer + 128256 * 4096.0;
  const double rate = 989e12 * p.train_gemm_hopper;
  const double products = 6 * matrices * 4096 / rate;
  // Scores and weighted values with half of the positions, forward and twice as much backward.
  const double attention = 3 * 4096 * (32 * 4 * 4096.0 * 2048) / (rate * p.train_attention_hopper);
  const double traffic =
      (p.train_elementwise * 32 * 4096 + p.logit_traffic * 128256) * 4096 / 3350e9;
  // Two gathers of 2 B and a scatter of 2 B of each parameter over 3,200 Gbit/s per node.
  const double collectives = 63.0 / 64 * 6 * 8.03e9 / (400e9 * p.train_link);
  const double pass = std::hypot(products + attention + traffic, collectives);
  const double seconds = pass * 4 * (1 + p.train_straggler * 3);
  EXPECT_NEAR(step->step->seconds, seconds, 0.002 * seconds);
  EXPECT_NEAR(step->step->tokens_per_second, 256 * 4096 / step->step->seconds, 1e-6);
  EXPECT_EQ(step->step->checkpointing, "none");
  // Eight nodes share 12 B of each parameter. Each writes 1 GB/s, and the storage takes 10 GB/s.
  EXPECT_NEAR(step->step->job.write_seconds, 12 * 8.03e9 / 8 / 1e9, 1e-6);
  EXPECT_NEAR(*step->step->job.mtbf, 5000 * 3600.0 / 8, 1e-6);
}

TEST_F(GpuTrainingPlan, ABillIsNodesHoursAndPrice) {
  Json json = plan_on({"p5.48xlarge"});
  Json& job = json["training"]["job"];
  job = {{"steps", 20'000}, {"trials", 2000}};
  json["training"].erase("spot");
  const TrainingPlan found = made(json);
  ASSERT_TRUE(found.best);
  int checked = 0;
  for (const TrainingFleet& fleet : found.fleets) {
    const TrainedStep& step = *found.candidates[fleet.candidate].step;
    const double hours = 20'000 * step.seconds / 3600;
    // The error of the step is lognormal below and above the prediction.
    const double up = std::log(step.band.high) / 1.6448536;
    const double down = -std::log(step.band.low) / 1.6448536;
    const auto phi = [](double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; };
    const double ratio = std::exp(up * up / 2) * phi(up) + std::exp(down * down / 2) * phi(-down);
    EXPECT_NEAR(fleet.times.mean_hours(), hours * ratio, 0.02 * hours * ratio);
    const double price = fleet.offer.priced()->per_hour.dollars();
    if (fleet.offer.purchase.option == cost::PurchaseOption::kOnDemand) {
      EXPECT_NEAR(price, 55.04, 1e-9);
      EXPECT_NEAR(fleet.bill.expected.dollars(), 8 * price * fleet.times.mean_hours(), 0.01);
    } else {
      // The time that nine of ten jobs do not exceed, in whole days.
      const double likely = hours * std::exp(up * 1.2815516);
      EXPECT_NEAR(fleet.likely_hours, likely, 0.03 * likely);
      const double days = std::ceil(fleet.likely_hours / 24);
      EXPECT_NEAR(fleet.bill.expected.dollars(), 8 * price * 24 * days, 0.01);
    }
    ++checked;
  }
  EXPECT_EQ(checked, 2);
}

TEST_F(GpuTrainingPlan, BothKindsOfDevicesAreInOneTable) {
  Json json = plan_on({"trn1.32xlarge", "p4d.24xlarge", "p5.48xlarge"});
  const TrainingPlan found = made(json);
  const Table table = types_table(found);
  ASSERT_EQ(table.row_count(), 3U) << to_text(found, false, {});
  std::string notes;
  for (const Text& note : table.notes()) notes += note.english() + "\n";
  for (const TrainingTypeSummary& type : found.types) {
    ASSERT_TRUE(type.fleet) << type.instance;
    const TrainingFleet& fleet = found.fleets[*type.fleet];
    const TrainedStep& step = *found.candidates[fleet.candidate].step;
    const bool gpu = type.instance.front() == 'p';
    EXPECT_EQ(fleet.layout.stack.has_value(), gpu);
    EXPECT_EQ(to_json(fleet.layout).contains("stack"), gpu);
    EXPECT_TRUE(step.banded);
    EXPECT_LT(step.band.low, 1);
    EXPECT_GT(step.band.high, 1);
    for (const Text& reason : step.outside_domain) {
      EXPECT_THAT(notes, HasSubstr(reason.english())) << type.instance;
    }
    if (type.instance == "p5.48xlarge") {
      EXPECT_THAT(notes, HasSubstr("p5.48xlarge: nearest published figure: "));
      EXPECT_THAT(notes, HasSubstr("with a wider error band: p5.48xlarge: matrices in bf16"));
      EXPECT_THAT(notes, HasSubstr("p5.48xlarge: the fastest layout of these nodes inside of"));
      EXPECT_THAT(notes, HasSubstr("LLM Foundry"));
    }
  }
  ASSERT_TRUE(found.limits);
  EXPECT_TRUE(found.limits->fits);
  EXPECT_THAT(to_text(found, false, {}), HasSubstr("GPUs run LLM Foundry"));
  EXPECT_TRUE(ranking_of(found)) << ranking_of(found).error().english();
}

TEST_F(GpuTrainingPlan, NoPredictionIsAboveWhatWasMeasured) {
  const auto highest = highest_utilisations(cost::hardware());
  // mpt-7b on 8 A100 80 GB and llama-3-8b on 8 H100 in docs/accuracy-gpu.md.
  EXPECT_NEAR(highest.at("bf16"), 0.642, 1e-3);
  EXPECT_NEAR(highest.at("fp8"), 0.446, 1e-3);
  Json json = plan_on({"p4d.24xlarge", "g6e.48xlarge"});
  json["nodes"] = {1, 8};
  json["training"].erase("pipeline_parallel");
  const TrainingPlan found = made(json);
  int refused = 0;
  for (const TrainingCandidate& one : found.candidates) {
    if (one.step && !one.step->outside_domain.empty()) {
      EXPECT_LE(one.step->mfu.value(), highest.at("bf16"));
    }
    refused += one.refusal &&
               one.refusal->reason.english().find("was measured above") != std::string::npos;
  }
  EXPECT_GT(refused, 0);
}

TEST_F(GpuTrainingPlan, GpusAreIncludedIfBaselinesAreWanted) {
  const auto gpus = [](const Json& json) {
    const auto request = training_request_from_json(json, "plan").value();
    const auto types = training_types(cost::hardware(), cost::book(), request).value();
    int count = 0;
    for (const auto* type : types) {
      count += cost::hardware().device_of(*type).kind == catalog::DeviceKind::kGpu ? 1 : 0;
    }
    return count;
  };
  Json json = small_plan();
  json.erase("instances");
  EXPECT_EQ(gpus(json), 0);
  json["baselines"] = true;
  EXPECT_GT(gpus(json), 20);
  json["instances"] = {"p5.48xlarge"};
  EXPECT_EQ(gpus(json), 1);
}

TEST_F(GpuTrainingPlan, ATypeWithoutAnHonestFigureSaysWhy) {
  EXPECT_THAT(refusal(plan_on({"p3dn.24xlarge"}), "p3dn.24xlarge"),
              HasSubstr("no published peak for bf16"));
  Json json = plan_on({"p5.48xlarge"});
  json["purchase"] = {"ri_1yr"};
  EXPECT_THAT(refusal(json, "p5.48xlarge"), HasSubstr("no Reserved Instances are sold"));
  json = plan_on({"g5.xlarge"});
  json["nodes"] = {1};
  EXPECT_THAT(refusal(json, "g5.xlarge"), HasSubstr("GiB"));
  json = plan_on({"g5.xlarge"});
  EXPECT_THAT(refusal(json, "g5.xlarge"), HasSubstr("g5.xlarge has no EFA"));
  json = plan_on({"p5.48xlarge"});
  json["training"]["master_weights"] = false;
  EXPECT_THAT(refusal(json, "p5.48xlarge"), HasSubstr("without fp32 master weights"));
  json = plan_on({"p5.48xlarge"});
  json["training"]["context_parallel"] = {2};
  EXPECT_THAT(refusal(json, "p5.48xlarge"), HasSubstr("context parallelism"));
  json = plan_on({"p5.48xlarge"});
  json["model"] = "mixtral-8x7b";
  EXPECT_THAT(refusal(json, "p5.48xlarge"), HasSubstr("mixtures of experts"));
}

TEST_F(GpuTrainingPlan, LayoutsDivideRanksBatchAndLayers) {
  Json json = plan_on({"p5.48xlarge"});
  json["training"].erase("pipeline_parallel");
  const auto request = training_request_from_json(json, "p").value();
  const catalog::Instance& instance = **cost::hardware().instance("p5.48xlarge");
  const catalog::Model& model = **cost::hardware().model("llama-3-8b");
  std::set<std::string> seen;
  for (const int nodes : {1, 3, 8}) {
    for (const TrainingLayout& one : gpu_layouts_of(instance, model, request, nodes)) {
      EXPECT_EQ(one.tensor_parallel * one.pipeline_parallel * one.data_parallel, nodes * 8);
      EXPECT_EQ(256 % (one.data_parallel * one.micro_batch), 0);
      EXPECT_EQ(32 % (one.pipeline_parallel * one.chunks), 0);
      const bool split = one.tensor_parallel > 1 || one.pipeline_parallel > 1;
      EXPECT_TRUE(one.stack == sim::GpuStack::kMegatron || !split);
      EXPECT_TRUE(seen.insert(std::to_string(nodes) + one.text().english()).second)
          << one.text().english();
    }
  }
  EXPECT_GT(seen.size(), 20U);
}

TEST_F(GpuTrainingPlan, Fp8IsComparedOnlyIfItIsStated) {
  Json json = plan_on({"p4d.24xlarge", "p5.48xlarge"});
  json["training"]["micro_batches"] = {1};
  const auto fp8 = [](const TrainingPlan& plan, std::string_view instance) {
    const TrainingFleet& fleet = plan.fleets[*type_of(plan, instance).fleet];
    return fleet.layout.weight_dtype == "fp8";
  };
  const TrainingPlan wide = made(json);
  EXPECT_FALSE(fp8(wide, "p5.48xlarge"));
  json["training"]["gpu_weight_dtypes"] = {"bf16", "fp8"};
  const TrainingPlan narrow = made(json);
  EXPECT_TRUE(fp8(narrow, "p5.48xlarge"));
  EXPECT_FALSE(fp8(narrow, "p4d.24xlarge")) << "A100 has no fp8 products";
  json["training"]["gpu_weight_dtypes"] = {"int8"};
  EXPECT_THAT(to_string(training_request_from_json(json, "p").error()),
              HasSubstr("use one of bf16, fp8"));
}

TEST_F(GpuTrainingPlan, StatedDisturbancesComeOnTop) {
  Json json = plan_on({"p5.48xlarge"});
  const TrainingPlan plain = made(json);
  json["training"]["straggler"] = 1.5;
  json["training"]["data_seconds"] = 0.25;
  const TrainingPlan slow = made(json);
  ASSERT_EQ(plain.candidates.size(), slow.candidates.size());
  const TrainedStep& before = *plain.candidates.front().step;
  const TrainedStep& after = *slow.candidates.front().step;
  EXPECT_NEAR(after.seconds, 1.5 * before.seconds + 0.25, 1e-9);
  EXPECT_NEAR(after.band.high * after.seconds, 1.5 * before.band.high * before.seconds + 0.25,
              1e-9);
  EXPECT_NEAR(*after.mfu * after.seconds, *before.mfu * before.seconds, 1e-9);
}

TEST(TrainingRanking, IsTheShareOfTheComparisons) {
  const TrialCosts a{{1, 2, 3}, 3};
  const TrialCosts b{{2, 3, 4}, 3};
  // 1 is below three costs; 2 below two and equal to one; 3 below one and equal to one.
  EXPECT_DOUBLE_EQ(share_cheaper(a, b, false), (3 + 2.5 + 1.5) / 9);
  EXPECT_DOUBLE_EQ(share_cheaper(b, a, false), 1 - share_cheaper(a, b, false));
  EXPECT_DOUBLE_EQ(share_cheaper(a, b, true), 1) << "rank by rank";
  EXPECT_DOUBLE_EQ(share_cheaper(a, a, true), 0.5);
  // One of four trials of `c` never finishes, and one of two of `d`.
  const TrialCosts c{{1, 2, 3}, 4};
  const TrialCosts d{{2}, 2};
  EXPECT_DOUBLE_EQ(share_cheaper(c, d, false), (2 + 1.5 + 1 + 0.5) / 8);
  EXPECT_DOUBLE_EQ(share_cheaper(d, c, false), 1 - share_cheaper(c, d, false));
}

TEST(TrainingRanking, PaysEachTrialAsItsPurchaseDoes) {
  const JobTimes times{.hours = {20, 24, 30, 15.0 * 24, 190.0 * 24},
                       .trials = 5,
                       .node_hours = {40, 48, 60, 720, 9120}};
  const auto paid = [&](cost::Purchase purchase) {
    return paid_node_hours(times, {.region = "r", .purchase = purchase, .price = cost::Priced{}},
                           2);
  };
  EXPECT_EQ(paid(cost::PurchaseOption::kOnDemand), times.node_hours);
  EXPECT_THAT(paid(cost::PurchaseOption::kCapacityBlock), testing::ElementsAre(48, 48, 96, 21 * 48))
      << "no block has more than 182 days";
  EXPECT_THAT(paid(cost::kRi1Year), testing::Each(2 * 8760));
}

TEST(SlowerLayout, StatesHowMuchLongerTheJobTakes) {
  const auto reason = [](double seconds, double hours) {
    const TrainedStep step{.seconds = seconds, .expected_hours = hours};
    const TrainedStep best{.seconds = 2, .expected_hours = 10};
    return slower(step, best, Text::verbatim("TP 8")).reason.english();
  };
  EXPECT_THAT(reason(3, 15), HasSubstr("the job 50"));
  EXPECT_THAT(reason(3, 15), HasSubstr("longer than with TP 8"));
  EXPECT_THAT(reason(2, 10), HasSubstr("the job as long as with TP 8"));
  EXPECT_THAT(reason(3, std::numeric_limits<double>::infinity()), HasSubstr("almost never"));
}

}  // namespace
}  // namespace nscope::capacity
