#include "app/pricing/price_scenario.h"

#include "app/documents/built_in.h"
#include "app/pricing/fill_scenario.h"
#include "simcore/engine/gpu/gpu_estimate.h"
#include "simcore/engine/simulation/workload_limits.h"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

class PriceScenarioTest : public testing::Test {
 protected:
  Result<PricedScenario> priced(const Json& document) {
    auto matrix =
        price_scenario(catalog_, book_, cost::scenario_from_json(document, "test").value(),
                       book_.latest(), nullptr, control_);
    if (!matrix) return fail(matrix.error());
    return with_curves(std::move(*matrix), control_);
  }

  catalog::Catalog catalog_ = catalog::Catalog::load().value();
  cost::PriceBook book_ = cost::PriceBook::load().value();
  TaskControl control_;
  Json document_ = load_document("spot-checkpointing", BuiltIn::Kind::kScenario).value().json;
};

TEST_F(PriceScenarioTest, EachPanelHasItsCurveAndNoneWhereItIsUnknown) {
  document_["spot"][1]["work"] = "16 x trn1, with the notice";
  document_["demand"] = Json::parse(R"({"unit": "instances", "hours": [1, 2, 3], "source": "t"})");
  document_["commitments"] = Json::object();
  const auto known = priced(document_);
  ASSERT_TRUE(known) << known.error().message.english();
  ASSERT_EQ(known->intervals.size(), 3U);
  EXPECT_TRUE(known->intervals[0]);
  ASSERT_EQ(known->weeks.size(), 3U);
  EXPECT_EQ(known->weeks[0]->demand.size(), 168U);
  // These instances are not offered in this region.
  document_["region"] = "ap-northeast-1";
  const auto unknown = priced(document_);
  ASSERT_TRUE(unknown) << unknown.error().message.english();
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(unknown->intervals[i].has_value(), unknown->matrix.economics.spot[i].missing.empty());
    EXPECT_EQ(unknown->weeks[i].has_value(),
              unknown->matrix.economics.commitments[i].missing.empty());
  }
  EXPECT_FALSE(unknown->intervals[0]);
}

// One copy on a part of an instance: its price is that of the whole instance.
TEST_F(PriceScenarioTest, WarnsOfAcceleratorsThatASimulationLeavesIdle) {
  document_ = Json::parse(R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "work": [
      {"label": "cores", "instance": "inf2.48xlarge", "model": "llama-3-8b", "input_tokens": 500,
       "output_tokens": 100, "simulate": {"batch": 4, "tensor_parallel": 8}},
      {"label": "GPUs", "instance": "p5.48xlarge", "model": "llama-3-8b", "input_tokens": 500,
       "output_tokens": 100, "simulate": {"batch": 4, "tensor_parallel": 2}},
      {"label": "full", "instance": "inf2.48xlarge", "model": "llama-3-8b", "input_tokens": 500,
       "output_tokens": 100, "simulate": {"batch": 4, "tensor_parallel": 24}}]})");
  const auto known = priced(document_);
  ASSERT_TRUE(known) << to_string(known.error());
  const auto& work = known->matrix.scenario.work;
  EXPECT_NEAR(work[0].estimate.throughput.used_share.value(), 8.0 / 24, 1e-12);
  EXPECT_NEAR(work[1].estimate.throughput.used_share.value(), 2.0 / 8, 1e-12);
  EXPECT_EQ(work[2].estimate.throughput.used_share, 1.0);
  std::vector<std::string> warned;
  for (const cost::Finding& finding : known->matrix.findings) {
    const std::string message = finding.message.english();
    if (message.find("of the accelerators") != std::string::npos) warned.push_back(finding.label);
  }
  EXPECT_EQ(warned, (std::vector<std::string>{"cores", "GPUs"}));
  // The time to the first token in the time of the batch.
  for (const cost::WorkItem& item : work) {
    ASSERT_TRUE(item.estimate.throughput.split) << item.estimate.label;
    EXPECT_GT(item.estimate.throughput.split->prefill_share, 0);
    EXPECT_LT(item.estimate.throughput.split->prefill_share, 1);
    EXPECT_EQ(item.estimate.throughput.split->output_tokens, 100);
  }
}

// The same words and figures as `nscope simulate` has for one of the three replicas.
TEST_F(PriceScenarioTest, StatesTheMemoryLimitsOfTheSimulator) {
  document_ = Json::parse(R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "work": [{"label": "one", "instance": "inf2.48xlarge", "model": "llama-3.1-8b",
      "tensor_parallel": 8, "batch": 12, "input_tokens": 1000, "output_tokens": 24,
      "throughput": {"tokens_per_second": 900, "provenance": "published", "source": "test"}}]})");
  const auto scenario = cost::scenario_from_json(document_, "test");
  ASSERT_TRUE(scenario) << to_string(scenario.error());
  const auto known = priced(document_);
  ASSERT_TRUE(known) << known.error().message.english();
  sim::Workload replica{.model = "llama-3.1-8b", .instance = "inf2.48xlarge"};
  replica.tensor_parallel = 8;
  replica.batch = 4;
  replica.input_tokens = 1000;
  replica.output_tokens = 24;
  const auto limits = sim::memory_limits(catalog_, replica);
  ASSERT_TRUE(limits && *limits);
  std::string message;
  for (const cost::Finding& finding : known->matrix.findings) {
    if (finding.guard == cost::Guard::kMemoryFit) message = finding.message.english();
  }
  EXPECT_EQ(message, sentence(**limits).english());
}

TEST_F(PriceScenarioTest, DividesTheThroughputOfAServerBetweenItsInstances) {
  document_ = Json::parse(R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1",
    "work": [{"label": "pair", "instance": "trn1.32xlarge", "count": 2, "model": "llama-3.1-8b",
      "tensor_parallel": 8, "batch": 8, "input_tokens": 100, "output_tokens": 50,
      "simulate": {"serving": {"nodes": 2, "requests": 40,
                               "arrivals": {"process": "closed-loop", "users": 8}}}}]})");
  const auto of_count = [&](int count) {
    document_["work"][0]["count"] = count;
    cost::Scenario scenario = cost::scenario_from_json(document_, "test").value();
    const auto filled = fill_scenario(catalog_, scenario, nullptr, control_);
    EXPECT_EQ(filled.has_value(), count % 2 == 0);
    if (!filled) {
      EXPECT_NE(to_string(filled.error()).find("need 2 instances"), std::string::npos);
      return 0.0;
    }
    return scenario.work[0].estimate.throughput.tokens_per_second;
  };
  const double pair = of_count(2);
  EXPECT_GT(pair, 0);
  EXPECT_NEAR(of_count(4) / pair, 2, 1e-9) << "two servers on four instances";
  EXPECT_EQ(of_count(3), 0) << "one and a half servers";
}

TEST_F(PriceScenarioTest, IsGivenUpWhileJobsAreSimulated) {
  // Half a million checkpoints in each of a million jobs.
  document_["spot"][0]["interval_seconds"] = 3;
  document_["spot"][0]["trials"] = 1'000'000;
  control_.request_cancel();
  const auto given_up = priced(document_);
  ASSERT_FALSE(given_up);
  EXPECT_EQ(given_up.error().code, ErrorCode::kCancelled);
  const auto matrix =
      cost::cost_matrix(catalog_, book_, cost::scenario_from_json(document_, "test").value(),
                        book_.latest(), control_);
  ASSERT_FALSE(matrix) << "also while computing the matrix";
  EXPECT_EQ(matrix.error().code, ErrorCode::kCancelled);
}

/// An item with "simulate" on each instance type; its throughput or the English text of the error.
class SimulatedItemTest : public PriceScenarioTest {
 protected:
  Result<cost::Throughput> rate(Json item) {
    document_ = Json::parse(R"({"schema": "nscope.cost/1", "title": "t", "region": "us-east-1"})");
    if (!item.contains("simulate")) item["simulate"] = Json::object();
    document_["work"] = Json::array({item});
    auto scenario = cost::scenario_from_json(document_, "test");
    if (!scenario) return fail(scenario.error());
    if (auto filled = fill_scenario(catalog_, *scenario, nullptr, control_); !filled) {
      return fail(filled.error());
    }
    return scenario->work[0].estimate.throughput;
  }
};

// The figure of `nscope simulate`, which calls estimate_gpu() with the same defaults.
TEST_F(SimulatedItemTest, GpusHaveTheThroughputOfTheGpuSimulator) {
  for (const char* const instance : {"p5.48xlarge", "p4d.24xlarge", "g6e.xlarge"}) {
    const auto priced = rate({{"instance", instance},
                              {"model", "llama-3-8b"},
                              {"batch", 16},
                              {"input_tokens", 500},
                              {"output_tokens", 100}});
    ASSERT_TRUE(priced) << to_string(priced.error());
    sim::GpuWorkload workload;
    workload.model = "llama-3-8b";
    workload.instance = instance;
    workload.tensor_parallel = (*catalog_.instance(instance))->chips;
    workload.batch = 16;
    workload.input_tokens = 500;
    workload.output_tokens = 100;
    const auto simulated = sim::estimate_gpu(catalog_, workload);
    ASSERT_TRUE(simulated) << to_string(simulated.error());
    const Metric* const metric = simulated->find("throughput");
    EXPECT_EQ(priced->tokens_per_second, metric->value) << instance;
    EXPECT_EQ(priced->low, metric->low);
    EXPECT_EQ(priced->high, metric->high);
    EXPECT_EQ(priced->counted, cost::CountedTokens::kOutput);
    EXPECT_NE(priced->source.english().find("tensorrt-llm"), std::string::npos);
  }
}

TEST_F(SimulatedItemTest, GpusAreSharedBetweenTheInstancesOfATraining) {
  const Json item = Json::parse(R"({"instance": "p4d.24xlarge", "count": 2, "model": "llama-2-7b",
    "phase": "training", "input_tokens": 4096,
    "simulate": {"training": {"global_batch": 64, "nodes": 2}}})");
  const auto priced = rate(item);
  ASSERT_TRUE(priced) << to_string(priced.error());
  EXPECT_EQ(priced->counted, cost::CountedTokens::kAll);
  sim::GpuWorkload workload;
  workload.model = "llama-2-7b";
  workload.instance = "p4d.24xlarge";
  workload.task = sim::GpuTask::kTrain;
  workload.gpus = 16;
  workload.batch = 64;
  workload.sequence_length = 4096;
  const auto simulated = sim::estimate_gpu(catalog_, workload);
  ASSERT_TRUE(simulated) << to_string(simulated.error());
  EXPECT_NEAR(priced->tokens_per_second, simulated->find("throughput")->value, 1e-6);
}

TEST_F(SimulatedItemTest, CopiesOfAnEncoderUseTheWholeInstance) {
  const auto of = [&](const char* instance) {
    const auto priced =
        rate({{"instance", instance}, {"model", "bert-base-uncased"}, {"input_tokens", 384}});
    EXPECT_TRUE(priced) << to_string(priced.error());
    return priced ? *priced : cost::Throughput{};
  };
  const cost::Throughput one = of("g5.xlarge");
  EXPECT_NEAR(of("g5.48xlarge").tokens_per_second / one.tokens_per_second, 8, 1e-9);
  EXPECT_EQ(one.counted, cost::CountedTokens::kAll);
  sim::GpuWorkload workload;
  workload.model = "bert-base-uncased";
  workload.instance = "g5.xlarge";
  workload.task = sim::GpuTask::kEncode;
  workload.input_tokens = 384;
  const auto simulated = sim::estimate_gpu(catalog_, workload);
  ASSERT_TRUE(simulated) << to_string(simulated.error());
  EXPECT_NEAR(one.tokens_per_second, 384 * simulated->find("throughput")->value, 1e-6);
  EXPECT_NEAR(of("inf2.48xlarge").tokens_per_second / of("inf2.xlarge").tokens_per_second, 12, 0.1);
  EXPECT_GT(of("inf1.6xlarge").tokens_per_second, 0);
}

TEST_F(SimulatedItemTest, ModelsWithoutTokensAreRefusedWithTheRemedy) {
  for (const char* const instance : {"p5.48xlarge", "trn2.48xlarge"}) {
    const auto priced = rate({{"instance", instance}, {"model", "stable-diffusion-2.1"}});
    ASSERT_FALSE(priced);
    EXPECT_EQ(priced.error().code, ErrorCode::kInvalidArgument);
    const std::string text = to_string(priced.error());
    EXPECT_NE(text.find("/work/0: stable-diffusion-2.1 is a model of the kind 'diffusion'"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("--tokens-per-second"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace nscope::app
