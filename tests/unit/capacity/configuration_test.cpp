#include "app/capacity/fleet/configuration.h"

#include "app/capacity/fleet/prepare_server.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <algorithm>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

using ::testing::HasSubstr;

PlanRequest model_request(const char* model, int input, int output) {
  PlanRequest request;
  request.model = model;
  request.traffic.input = {.mean = 1.0 * input};
  request.traffic.output = {.mean = 1.0 * output};
  request.slots = {1, 8};
  request.schedulers = {"continuous", "chunked", "decode-first", "static"};
  request.stack = "vllm";
  return request;
}

std::vector<Candidate> prepare(const PlanRequest& request, const char* instance,
                               const std::vector<std::string>& dtypes = {"bf16"}) {
  TaskControl control;
  const auto found = hardware().instance(instance);
  return prepare_candidates(hardware(), request,
                            configurations_of(hardware(), **found, request, dtypes), 1, control)
      .value();
}

TEST(ConfigurationTest, EveryCombinationIsThereOnce) {
  const PlanRequest request = model_request("llama-3-8b", 500, 200);
  const auto instance = hardware().instance("inf2.48xlarge");
  const auto all = configurations_of(hardware(), **instance, request, {"bf16", "int8"});
  // Five degrees, two types; one slot: continuous, decode-first, static, chunks of 128 and 256
  // (a chunk of 512 contains the whole prompt); eight slots: all except static also with buckets.
  EXPECT_EQ(all.size(), 5u * 2u * (5u + 9u));
  std::set<std::string> texts;
  for (const Configuration& one : all) texts.insert(one.text().english());
  EXPECT_EQ(texts.size(), all.size());
}

TEST(ConfigurationTest, NamesCoresOfInstancesAndDrafts) {
  PlanRequest request = model_request("llama-3-8b", 500, 200);
  request.nodes = {1, 2};
  request.speculation = {{.method = sim::DraftMethod::kEagle, .tokens = 4}};
  const auto instance = hardware().instance("inf2.48xlarge");
  std::string texts;
  for (const Configuration& one : configurations_of(hardware(), **instance, request, {"bf16"})) {
    texts += one.text().english() + "\n";
  }
  EXPECT_THAT(texts, testing::HasSubstr("8 cores per replica, 1 batch slot, bf16, continuous "
                                        "batching, speculation with EAGLE (4 tokens)\n"));
  EXPECT_THAT(texts, testing::HasSubstr("\n8 cores on each of 2 instances, 1 batch slot, bf16, "
                                        "continuous batching\n"));
}

TEST(ConfigurationTest, GpusBatchInFlightOverPowersOfTwo) {
  const PlanRequest request = model_request("llama-3-8b", 500, 200);
  const auto instance = hardware().instance("p4d.24xlarge");
  const auto all = configurations_of(hardware(), **instance, request, {"bf16"});
  EXPECT_EQ(all.size(), 4u * 2u);  // 1, 2, 4, 8 GPUs
  for (const Configuration& one : all) {
    EXPECT_EQ(one.scheduler, sim::Scheduler::kContinuous);
    EXPECT_FALSE(one.batch_buckets);
  }
}

TEST(ConfigurationTest, TheCompiledLengthHoldsTheLongestRequest) {
  PlanRequest request = model_request("llama-3-8b", 500, 200);
  EXPECT_EQ(compiled_length(request), 768);
  request.max_context = 2048;
  EXPECT_EQ(compiled_length(request), 2048);
}

TEST(DomainTest, DraftsAndSchedulersWidenTheBandsAsInSimulations) {
  PlanRequest request = model_request("llama-3-8b", 500, 200);
  request.slots = {8};
  request.max_context = 2048;
  request.schedulers = {"continuous", "chunked"};
  request.speculation = {{.method = sim::DraftMethod::kEagle,
                          .tokens = 2,
                          .accepted = sim::geometric_acceptance(0.6, 2)}};
  int inside = 0;
  int drafts = 0;
  for (const Candidate& one : prepare(request, "trn1.32xlarge")) {
    if (!one.server) continue;
    const std::vector<std::string> outside = english(one.server->outside_domain);
    const auto names = [&](std::string_view what) {
      return std::any_of(outside.begin(), outside.end(), [&](const std::string& text) {
        return text.find(what) != std::string::npos;
      });
    };
    EXPECT_EQ(names("speculative decoding"), one.configuration.speculation >= 0);
    EXPECT_EQ(names("scheduler 'chunked'"),
              one.configuration.scheduler == sim::Scheduler::kChunked);
    EXPECT_EQ(one.server->widening > 1, !outside.empty());
    EXPECT_TRUE(has_band(*one.server));
    inside += outside.empty() ? 1 : 0;
    drafts += one.configuration.speculation >= 0 ? 1 : 0;
  }
  EXPECT_GT(inside, 0);
  EXPECT_GT(drafts, 0);
}

TEST(DomainTest, ModelsWhoseErrorsExceedTenHaveAReasonInsteadOfABand) {
  PlanRequest request = model_request("kimi-linear-48b-a3b", 500, 200);
  request.slots = {1};
  request.schedulers = {"continuous"};
  int servers = 0;
  for (const Candidate& one : prepare(request, "trn2.48xlarge")) {
    if (!one.server) continue;
    ++servers;
    EXPECT_FALSE(has_band(*one.server));
    EXPECT_THAT(one.server->no_band.english(), HasSubstr("no error band"));
  }
  EXPECT_GT(servers, 0);
}

// Golden S3.tp8_fit: 8 cores of Inferentia2 have 128 GiB, 70 billion bf16 weights take 138 GB.
TEST(PruningTest, WeightsThatDoNotFitAreRefusedWithTheArithmetic) {
  const auto candidates = prepare(model_request("llama-2-70b", 500, 200), "inf2.48xlarge");
  int refused = 0;
  for (const Candidate& one : candidates) {
    if (one.configuration.tensor_parallel > 8) continue;
    ASSERT_TRUE(one.refusal) << one.configuration.text().english();
    EXPECT_EQ(one.refusal->rule, Rule::kMemory);
    EXPECT_THAT(one.refusal->reason.english(), HasSubstr("138\u202fGB of weights"));
    EXPECT_FALSE(one.server);
    ++refused;
  }
  EXPECT_GT(refused, 0);
  const auto fits = std::find_if(candidates.begin(), candidates.end(), [](const Candidate& one) {
    return one.configuration.tensor_parallel == 24;
  });
  ASSERT_NE(fits, candidates.end());
  EXPECT_TRUE(fits->server) << fits->refusal->reason.english();
}

TEST(PruningTest, WhatIsTooSlowAloneIsRefusedWithTheLatency) {
  PlanRequest request = model_request("llama-2-70b", 500, 200);
  request.limits = {{.latency = Latency::kE2e, .share = 0.99, .seconds = 2}};
  for (const Candidate& one : prepare(request, "inf2.48xlarge")) {
    ASSERT_TRUE(one.refusal) << one.configuration.text().english();
    if (one.refusal->rule != Rule::kLatencyFloor) continue;
    EXPECT_THAT(one.refusal->reason.english(), HasSubstr("E2E p99 is "));
    EXPECT_THAT(one.refusal->reason.english(), HasSubstr("the limit is 2.00"));
    EXPECT_GT(one.server->floor.quantile(Latency::kE2e, 0.99), 2);
  }
}

TEST(PruningTest, WhatIsNotModelledSaysSo) {
  for (const Candidate& one : prepare(model_request("llama-3-8b", 500, 200), "inf1.24xlarge")) {
    ASSERT_TRUE(one.refusal);
    EXPECT_EQ(one.refusal->rule, Rule::kNotModelled);
    EXPECT_FALSE(one.refusal->reason.empty());
  }
}

TEST(ServerTest, SchedulersOfOneLayoutHaveTheSameGraphs) {
  const auto candidates = prepare(model_request("llama-3-8b", 500, 200), "inf2.48xlarge");
  const Server* plain = nullptr;
  const Server* buckets = nullptr;
  for (const Candidate& one : candidates) {
    const Configuration& c = one.configuration;
    if (!one.server || c.tensor_parallel != 8 || c.slots != 8) continue;
    if (c.scheduler != sim::Scheduler::kContinuous) continue;
    (c.batch_buckets ? buckets : plain) = &*one.server;
  }
  ASSERT_NE(plain, nullptr);
  ASSERT_NE(buckets, nullptr);
  EXPECT_EQ(plain->plan.costs.batches, std::vector<int>({8}));
  EXPECT_EQ(buckets->plan.costs.batches, std::vector<int>({1, 2, 4, 8}));
  EXPECT_EQ(plain->plan.costs.decode(8, 700), buckets->plan.costs.decode(8, 700));
  EXPECT_EQ(plain->plan.costs.decode(1, 700), plain->plan.costs.decode(8, 700));
  EXPECT_LT(buckets->plan.costs.decode(1, 700), plain->plan.costs.decode(1, 700));
  EXPECT_EQ(plain->replicas_per_instance, 3);
  // A single request is faster with buckets; the lower bound of the work is that of full slots.
  EXPECT_LT(buckets->floor.quantile(Latency::kE2e, 0.5), plain->floor.quantile(Latency::kE2e, 0.5));
  EXPECT_NEAR(buckets->work, plain->work, 1e-9 * plain->work);
}

}  // namespace
}  // namespace nscope::capacity
