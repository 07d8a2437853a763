#include "profiler/trace/trace_builder.h"
#include "simcore/engine/calibration.h"
#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/random_stream.h"
#include "simcore/engine/serving/server.h"
#include "simcore/engine/serving/serving_trace.h"
#include "simcore/engine/serving/simulate_serving.h"
#include "tests/unit/sim/catalogue.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using State = RequestRecord::State;
using testing::HasSubstr;

constexpr Picoseconds kMs = 1'000'000'000;

/// A server whose steps take 10 ms and prefills 100 ms, with 4 slots of 1,000 tokens.
ServingPlan simple(Scheduler scheduler = Scheduler::kContinuous) {
  ServingPlan plan;
  plan.setup.scheduler = scheduler;
  plan.costs.batches = {4};
  plan.costs.positions = {1000};
  plan.costs.prompts = {1000};
  plan.costs.decode_table = {10 * kMs};
  plan.costs.prefill_table = {100 * kMs};
  plan.costs.chunk_table = {40 * kMs};
  plan.slots = 4;
  plan.longest = 1000;
  return plan;
}

/// Requests of 100 and `outputs` tokens at these milliseconds.
RequestPlan at_times(const std::vector<std::pair<int, int>>& arrivals_and_outputs) {
  RequestPlan plan;
  for (const auto& [ms, output] : arrivals_and_outputs) {
    plan.requests.push_back({.arrival = ms * kMs, .input_tokens = 100, .output_tokens = output});
  }
  return plan;
}

ServingRun run(const ServingPlan& plan, const RequestPlan& requests, std::uint64_t seed = 1) {
  TaskControl control;
  auto result = simulate_serving(plan, requests, seed, control);
  EXPECT_TRUE(result) << (result ? "" : result.error().message);
  return std::move(*result);
}

double value(const std::vector<Metric>& metrics, std::string_view name) {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return metric.value;
  }
  ADD_FAILURE() << "no metric " << name;
  return 0;
}

TEST(Serving, OneRequestTakesItsPrefillAndItsSteps) {
  const ServingRun result = run(simple(), at_times({{0, 11}}));
  const RequestRecord& record = result.requests[0];
  EXPECT_EQ(record.state, State::kCompleted);
  EXPECT_EQ(record.first_token, 100 * kMs);
  EXPECT_EQ(record.finished, 200 * kMs);  // ten more tokens
  EXPECT_EQ(result.end, 200 * kMs);
  EXPECT_EQ(result.replicas[0].steps, 10);
  EXPECT_EQ(result.replicas[0].gaps.count(), 10);
}

TEST(Serving, APrefillBlocksDecodingAtTheNextEndOfAStep) {
  // The second comes in the middle of the fourth step (130 to 140 ms).
  const ServingRun result = run(simple(), at_times({{0, 11}, {135, 2}}));
  EXPECT_EQ(result.requests[1].admitted, 140 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 240 * kMs);
  EXPECT_EQ(result.requests[1].finished, 250 * kMs);
  EXPECT_EQ(result.requests[0].finished, 300 * kMs);  // six steps were left
  // The one gap of the first request that the prefill is in: 110 ms.
  EXPECT_NEAR(result.replicas[0].gaps.quantile(1.0), 0.110, 0.110 * 0.011);
}

TEST(Serving, FullSlotsMakeRequestsWait) {
  const ServingRun result = run(simple(), at_times({{0, 11}, {0, 11}, {0, 11}, {0, 11}, {0, 11}}));
  // Four prefills, then ten steps, then the fifth.
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(result.requests[static_cast<std::size_t>(i)].first_token, (i + 1) * 100 * kMs);
    EXPECT_EQ(result.requests[static_cast<std::size_t>(i)].finished, 500 * kMs);
  }
  EXPECT_EQ(result.requests[4].admitted, 500 * kMs);
  EXPECT_EQ(result.requests[4].finished, 700 * kMs);
}

TEST(Serving, GroupsArePrefilledTogetherAndPayForJoining) {
  ServingPlan plan = simple();
  plan.setup.join_groups = true;
  plan.costs.join = 50 * kMs;
  const ServingRun result = run(plan, at_times({{0, 21}, {10, 21}, {20, 21}}));
  EXPECT_EQ(result.requests[0].first_token, 100 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 300 * kMs);  // both of the group
  EXPECT_EQ(result.requests[2].first_token, 300 * kMs);
  EXPECT_EQ(result.requests[0].finished, 550 * kMs);  // 20 steps after 300 + 50
}

TEST(Serving, AStaticBatchWaitsToFillOrForItsTimeout) {
  ServingPlan plan = simple(Scheduler::kStatic);
  plan.setup.batch_timeout = 0.5;
  const ServingRun result =
      run(plan, at_times({{0, 11}, {100, 6}, {900, 11}, {901, 2}, {902, 2}, {903, 2}, {3000, 2}}));
  EXPECT_EQ(result.requests[0].admitted, 500 * kMs);  // timeout, with two of four
  EXPECT_EQ(result.requests[0].first_token, 600 * kMs);
  EXPECT_EQ(result.requests[1].finished, 650 * kMs);
  EXPECT_EQ(result.requests[0].finished, 700 * kMs);
  EXPECT_EQ(result.requests[2].admitted, 903 * kMs);   // full
  EXPECT_EQ(result.requests[6].admitted, 3000 * kMs);  // nobody else will come
}

TEST(Serving, AStaticBatchKeepsItsSlotsToItsEnd) {
  const ServingRun result =
      run(simple(Scheduler::kStatic), at_times({{0, 2}, {0, 2}, {0, 2}, {0, 101}, {200, 2}}));
  EXPECT_EQ(result.requests[0].finished, 110 * kMs);
  EXPECT_EQ(result.requests[4].admitted, 1100 * kMs);
  // Four slots for the first batch, one for the second, each from its prefill on.
  EXPECT_NEAR(result.replicas[0].slot_seconds, 4 * 1.1 + 1 * 0.11, 1e-9);
}

TEST(Serving, DecodeFirstPrefillsWhenNothingDecodes) {
  const ServingRun result =
      run(simple(Scheduler::kDecodeFirst), at_times({{0, 11}, {110, 2}, {111, 2}}));
  EXPECT_EQ(result.requests[0].finished, 200 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 400 * kMs);  // the two together
}

TEST(Serving, ChunksLeaveNoLongGapBetweenTokens) {
  ServingPlan plan = simple(Scheduler::kChunked);
  plan.setup.chunk_tokens = 50;
  const ServingRun result = run(plan, at_times({{0, 11}, {135, 2}}));
  // Two chunks of 40 ms alone, then steps of 10 ms until 140, then two steps of 50 ms.
  EXPECT_EQ(result.requests[0].first_token, 80 * kMs);
  EXPECT_EQ(result.requests[1].admitted, 140 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 240 * kMs);
  EXPECT_NEAR(result.replicas[0].gaps.quantile(1.0), 0.050, 0.050 * 0.011);
  // 6 tokens by 140 ms, 2 with chunks, 2 of the 10 left.
  EXPECT_EQ(result.requests[0].finished, 260 * kMs);
}

TEST(Serving, HostWorkCountsTheSequencesThatDecode) {
  ServingPlan plan = simple();
  plan.costs.per_active = kMs;
  plan.costs.request = 5 * kMs;
  const ServingRun one = run(plan, at_times({{0, 11}}));
  EXPECT_EQ(one.requests[0].first_token, 105 * kMs);
  EXPECT_EQ(one.requests[0].finished, 215 * kMs);
}

TEST(Serving, DecodeStepsFollowTheBucketOfTheLongestSequence) {
  ServingPlan plan = simple();
  plan.costs.positions = {104, 1000};
  plan.costs.decode_table = {10 * kMs, 30 * kMs};
  // Lengths 102, 103, 104 in the small graph, 105 and 106 in the large one.
  const ServingRun result = run(plan, at_times({{0, 6}}));
  EXPECT_EQ(result.requests[0].finished, (100 + 3 * 10 + 2 * 30) * kMs);
}

TEST(Serving, RequestsThatAreTooLongAreRejected) {
  RequestPlan requests = at_times({{0, 2}, {0, 2}});
  requests.requests[1].input_tokens = 999;
  const ServingRun result = run(simple(), requests);
  EXPECT_EQ(result.requests[0].state, State::kCompleted);
  EXPECT_EQ(result.requests[1].state, State::kRejected);
  EXPECT_EQ(value(serving_metrics(simple(), result), "requests_rejected"), 1);
}

/// Everything at once under a seed; requests and tokens must add up.
void expect_conservation(const ServingPlan& plan, const ServingRun& result) {
  EXPECT_EQ(result.count(State::kCompleted) + result.count(State::kRejected) +
                result.count(State::kUnfinished),
            static_cast<int>(result.requests.size()));
  std::int64_t tokens = 0;
  for (const RequestRecord& record : result.requests) {
    tokens += record.generated;
    EXPECT_LE(record.generated, record.output_tokens);
    if (record.state != State::kCompleted) continue;
    EXPECT_EQ(record.generated, record.output_tokens);
    EXPECT_LE(record.arrival, record.admitted);
    EXPECT_LE(record.admitted, record.prefilled);
    EXPECT_LE(record.prefilled, record.first_token);
    EXPECT_LE(record.first_token, record.finished);
  }
  // Every token but the first of each request follows another of it after a gap.
  if (!plan.setup.speculation && !plan.setup.disaggregation) {
    std::int64_t gaps = 0;
    for (const ReplicaTotals& totals : result.replicas) gaps += totals.gaps.count();
    std::int64_t firsts = 0;
    for (const RequestRecord& record : result.requests) firsts += record.prefilled >= 0 ? 1 : 0;
    EXPECT_EQ(gaps, tokens - firsts);
  }
  double busy = 0;
  for (const ReplicaTotals& totals : result.replicas) {
    busy += static_cast<double>(totals.busy) * 1e-12;
  }
  EXPECT_LE(busy, result.replica_seconds * (1 + 1e-9) + 0.2);
}

RequestPlan mixed_load(ServingSetup setup, double rate) {
  setup.arrivals = {.process = ArrivalProcess::kPoisson, .rate = rate};
  setup.requests = 500;
  setup.input = {.kind = TokenLengths::Kind::kUniform, .low = 10, .high = 400};
  setup.output = {.kind = TokenLengths::Kind::kUniform, .low = 1, .high = 80};
  return draw_requests(setup, 7).value();
}

TEST(Serving, RequestsAndTokensAreConserved) {
  for (const Scheduler scheduler :
       {Scheduler::kStatic, Scheduler::kContinuous, Scheduler::kDecodeFirst, Scheduler::kChunked}) {
    ServingPlan plan = simple(scheduler);
    plan.setup.replicas = 2;
    const ServingRun result = run(plan, mixed_load(plan.setup, 6));
    SCOPED_TRACE(to_string(scheduler));
    EXPECT_EQ(result.count(State::kCompleted), 500);
    expect_conservation(plan, result);
  }
}

TEST(Serving, WhatIsNotAnsweredWhenTheRunStopsStaysUnfinished) {
  ServingPlan plan = simple();
  plan.setup.stop_after = 20;
  const ServingRun result = run(plan, mixed_load(plan.setup, 6));
  EXPECT_EQ(result.end, 20'000 * kMs);
  EXPECT_GT(result.count(State::kCompleted), 10);
  EXPECT_GT(result.count(State::kUnfinished), 100);
  std::int64_t tokens = 0;
  for (const RequestRecord& record : result.requests) tokens += record.generated;
  EXPECT_GT(tokens, 0);
}

TEST(Serving, PagesRunOutAndTheLatestIsPreempted) {
  ServingPlan plan = simple();
  plan.page_tokens = 10;
  plan.pages = 26;  // two prompts of 100 tokens and room for 60 more
  const ServingRun result = run(plan, at_times({{0, 100}, {0, 100}}));
  EXPECT_EQ(result.replicas[0].preemptions, 1);
  EXPECT_EQ(result.requests[0].preemptions, 0);
  EXPECT_EQ(result.requests[1].preemptions, 1);
  EXPECT_EQ(result.requests[1].state, State::kCompleted);
  EXPECT_GT(result.requests[1].finished, result.requests[0].finished);
  EXPECT_EQ(result.requests[1].prefilled, 200 * kMs);  // the first token stays the first
  EXPECT_LE(result.replicas[0].cache_peak, 1.0);
  expect_conservation(plan, result);
}

TEST(Serving, PreemptionUnderPressureEndsAndConserves) {
  ServingPlan plan = simple();
  plan.page_tokens = 16;
  plan.pages = 63;  // one sequence of 1,000 tokens
  const ServingRun result = run(plan, mixed_load(plan.setup, 6));
  EXPECT_GT(result.replicas[0].preemptions, 10);
  EXPECT_EQ(result.count(State::kCompleted), 500);
  expect_conservation(plan, result);
  plan.setup.scheduler = Scheduler::kChunked;
  const ServingRun chunked = run(plan, mixed_load(plan.setup, 6));
  EXPECT_EQ(chunked.count(State::kCompleted), 500);
  expect_conservation(plan, chunked);
}

TEST(Serving, ACachedPrefixIsNotPrefilledAgain) {
  ServingPlan plan = simple();
  plan.page_tokens = 10;
  plan.block_tokens = 50;
  plan.pages = 200;
  RequestPlan requests = at_times({{0, 2}, {500, 2}, {1000, 2}});
  requests.requests[0].blocks = {7};
  requests.requests[1].blocks = {7};
  requests.requests[2].blocks = {8};
  const ServingRun result = run(plan, requests);
  EXPECT_EQ(result.requests[0].first_token, 100 * kMs);
  EXPECT_EQ(result.requests[1].cached_tokens, 50);
  EXPECT_EQ(result.requests[1].first_token, 540 * kMs);
  EXPECT_EQ(result.requests[2].cached_tokens, 0);
  EXPECT_EQ(result.requests[2].first_token, 1100 * kMs);
}

TEST(Serving, SpeculationYieldsSeveralTokensAStep) {
  ServingPlan plan = simple();
  plan.setup.speculation = Speculation{.draft_model = "", .tokens = 3, .accepted = {0, 0, 0, 1}};
  const ServingRun all = run(plan, at_times({{0, 41}}));
  EXPECT_EQ(all.requests[0].finished, 200 * kMs);  // 40 tokens in 10 steps
  plan.setup.speculation->accepted = {1, 0, 0, 0};
  const ServingRun none = run(plan, at_times({{0, 41}}));
  EXPECT_EQ(none.requests[0].finished, 500 * kMs);
  plan.setup.speculation->accepted = {0.25, 0.25, 0.25, 0.25};
  const ServingRun mixed = run(plan, mixed_load(plan.setup, 6));
  expect_conservation(plan, mixed);
  double tokens = 0;
  for (const RequestRecord& record : mixed.requests) tokens += record.generated - 1;
  EXPECT_GT(tokens / static_cast<double>(mixed.replicas[0].gaps.count()), 2.2);  // 2.5 less ends
  EXPECT_LT(tokens / static_cast<double>(mixed.replicas[0].gaps.count()), 2.5);
}

TEST(Serving, ThePrefilledCacheCrossesTheLinkToADecodeReplica) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1e6;
  plan.setup.disaggregation = {.prefill_replicas = 1, .bandwidth = 1e9, .latency = 0.005};
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}}));
  // 100 tokens x 1 MB over 1 GB/s: 100 ms each, one after the other, and 5 ms.
  EXPECT_EQ(result.requests[0].first_token, 100 * kMs);
  EXPECT_EQ(result.requests[0].finished, (100 + 100 + 5 + 100) * kMs);
  EXPECT_EQ(result.requests[1].first_token, 200 * kMs);
  EXPECT_EQ(result.requests[1].finished, (200 + 100 + 5 + 100) * kMs);
  EXPECT_DOUBLE_EQ(result.transferred, 2e8);
  expect_conservation(plan, result);
}

TEST(Serving, DecodeReplicasTakeTurns) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1;
  plan.setup.replicas = 2;
  plan.setup.routing = Routing::kRoundRobin;
  plan.setup.disaggregation = {.prefill_replicas = 1, .bandwidth = 1e9};
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}, {0, 11}, {0, 11}}));
  EXPECT_EQ(result.requests[0].replica, 1);
  EXPECT_EQ(result.requests[1].replica, 2);
  EXPECT_EQ(result.requests[2].replica, 1);
  EXPECT_EQ(result.requests[3].replica, 2);
}

/// A server of random parts that go together.
ServingPlan random_plan(RandomStream& random) {
  const auto chance = [&](double share) { return random.uniform() < share; };
  ServingPlan plan = simple(static_cast<Scheduler>(random.below(4)));
  ServingSetup& setup = plan.setup;
  plan.costs.positions = {128, 256, 1000};
  plan.costs.decode_table = {10 * kMs, 12 * kMs, 30 * kMs};
  plan.costs.chunk_table = {40 * kMs, 45 * kMs, 50 * kMs};
  plan.costs.per_active = static_cast<Picoseconds>(random.below(2)) * kMs;
  plan.costs.join = static_cast<Picoseconds>(random.below(3)) * 20 * kMs;
  plan.costs.cache_bytes = 1e6;
  setup.join_groups = chance(0.3);
  setup.chunk_tokens = 1 + static_cast<int>(random.below(200));
  setup.replicas = 1 + static_cast<int>(random.below(3));
  setup.routing = static_cast<Routing>(random.below(3));
  setup.batch_timeout = random.uniform();
  if (setup.scheduler != Scheduler::kStatic && chance(0.6)) {
    plan.page_tokens = 1 + static_cast<int>(random.below(32));
    plan.pages = (1000 + plan.page_tokens - 1) / plan.page_tokens +
                 static_cast<std::int64_t>(random.below(60));
    if (chance(0.6)) {
      plan.block_tokens = plan.page_tokens * (1 + static_cast<int>(random.below(3)));
      setup.prefix = PrefixCache{
          .block_tokens = plan.block_tokens, .shared_tokens = 150, .share = random.uniform()};
    }
  }
  if (setup.scheduler != Scheduler::kChunked && chance(0.3)) {
    setup.speculation = Speculation{.draft_model = "", .tokens = 2, .accepted = {0.5, 0.25, 0.25}};
  }
  if (chance(0.3)) {
    setup.adapters = Adapters{.count = 5, .resident = 2, .bytes = 1, .bandwidth = 1};
    plan.adapter_swap = 20 * kMs;
  }
  if (setup.scheduler == Scheduler::kContinuous && chance(0.3)) {
    setup.disaggregation = {.prefill_replicas = 2, .bandwidth = 1e9, .latency = 0.001};
  } else if (chance(0.3)) {
    setup.autoscaling = Autoscaling{.most = setup.replicas + 2,
                                    .target = 3,
                                    .interval = 2,
                                    .load_seconds = 5,
                                    .compile_seconds = 5};
  }
  return plan;
}

TEST(Serving, AnyCombinationAnswersEverythingAndConserves) {
  RandomStream random(11, 1);
  std::int64_t preemptions = 0;
  std::int64_t swaps = 0;
  std::int64_t cached = 0;
  int scaled = 0;
  for (int i = 0; i < 300; ++i) {
    SCOPED_TRACE(i);
    const ServingPlan plan = random_plan(random);
    const RequestPlan requests = mixed_load(plan.setup, 1 + 10 * random.uniform());
    const ServingRun result = run(plan, requests, static_cast<std::uint64_t>(i));
    EXPECT_EQ(result.count(State::kCompleted), 500);
    expect_conservation(plan, result);
    for (const ReplicaTotals& totals : result.replicas) {
      EXPECT_LE(totals.cache_peak, 1.0);
      preemptions += totals.preemptions;
      swaps += totals.adapter_swaps;
    }
    for (const RequestRecord& record : result.requests) cached += record.cached_tokens;
    scaled += result.most_replicas > plan.setup.replicas ? 1 : 0;
    if (HasFailure()) break;
  }
  // The combinations do reach what they are about.
  EXPECT_GT(preemptions, 500);
  EXPECT_GT(swaps, 1'000);
  EXPECT_GT(cached, 100'000);
  EXPECT_GT(scaled, 10);
}

TEST(Serving, AdaptersThatAreNotResidentAreLoaded) {
  ServingPlan plan = simple();
  plan.setup.adapters = Adapters{.count = 3, .resident = 2, .bytes = 1, .bandwidth = 1};
  plan.adapter_swap = 30 * kMs;
  RequestPlan requests = at_times({{0, 1}, {1000, 1}, {2000, 1}, {3000, 1}, {4000, 1}});
  const std::vector<int> chosen{0, 1, 0, 2, 1};  // 2 replaces 1, which was used before 0
  for (std::size_t i = 0; i < chosen.size(); ++i) requests.requests[i].adapter = chosen[i];
  const ServingRun result = run(plan, requests);
  const std::vector<int> expected{130, 130, 100, 130, 130};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    EXPECT_EQ(result.requests[i].first_token - result.requests[i].arrival, expected[i] * kMs) << i;
  }
  EXPECT_EQ(result.replicas[0].adapter_swaps, 4);
}

TEST(Serving, AnAdapterInUseStaysAndTheNextOneWaits) {
  ServingPlan plan = simple();
  plan.setup.adapters = Adapters{.count = 2, .resident = 1, .bytes = 1, .bandwidth = 1};
  RequestPlan requests = at_times({{0, 11}, {0, 11}, {1, 2}});
  requests.requests[0].adapter = 0;
  requests.requests[1].adapter = 1;
  requests.requests[2].adapter = 1;
  const ServingRun result = run(plan, requests);
  EXPECT_EQ(result.requests[0].finished, 200 * kMs);
  EXPECT_EQ(result.requests[1].admitted, 200 * kMs);
  EXPECT_EQ(result.requests[2].admitted, 300 * kMs);  // with the one of its adapter
}

TEST(Serving, RoutingSharesTheLoad) {
  ServingPlan plan = simple();
  plan.setup.replicas = 2;
  plan.setup.routing = Routing::kRoundRobin;
  const RequestPlan requests = at_times({{0, 101}, {1, 2}, {2, 2}, {3, 2}});
  const ServingRun turns = run(plan, requests);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(turns.requests[i].replica, static_cast<int>(i % 2));
  plan.setup.routing = Routing::kLeastOutstanding;
  const ServingRun least = run(plan, at_times({{0, 101}, {1, 2}, {500, 2}}));
  EXPECT_EQ(least.requests[1].replica, 1);
  EXPECT_EQ(least.requests[2].replica, 1);  // the first still decodes on 0
}

TEST(Serving, PrefixAffineRoutingFindsTheCache) {
  ServingPlan plan = simple();
  plan.setup.replicas = 3;
  plan.setup.routing = Routing::kPrefixAffine;
  plan.page_tokens = 10;
  plan.block_tokens = 50;
  plan.pages = 400;
  RequestPlan requests = at_times({{0, 50}, {1, 50}, {2, 2}, {3, 2}});
  requests.requests[0].blocks = {1};
  requests.requests[1].blocks = {2};
  requests.requests[2].blocks = {2};
  requests.requests[3].blocks = {1};
  const ServingRun result = run(plan, requests);
  EXPECT_EQ(result.requests[2].replica, result.requests[1].replica);
  EXPECT_EQ(result.requests[3].replica, result.requests[0].replica);
  EXPECT_EQ(result.requests[3].cached_tokens, 50);
}

TEST(Serving, AutoscalingAddsReplicasAfterLoadingAndTakesThemAway) {
  ServingPlan plan = simple();
  plan.setup.routing = Routing::kLeastOutstanding;
  plan.setup.autoscaling =
      Autoscaling{.most = 3, .target = 4, .interval = 1, .load_seconds = 2, .compile_seconds = 5};
  std::vector<std::pair<int, int>> arrivals;
  for (int i = 0; i < 200; ++i) arrivals.emplace_back(i * 100, 51);
  arrivals.emplace_back(120'000, 2);
  const ServingRun result = run(plan, at_times(arrivals));
  EXPECT_EQ(result.most_replicas, 3);
  EXPECT_EQ(result.count(State::kCompleted), 201);
  Picoseconds second = -1;
  for (const RequestRecord& record : result.requests) {
    if (record.replica == 1 && (second < 0 || record.admitted < second)) second = record.admitted;
  }
  EXPECT_GE(second, 8'000 * kMs);  // the look at 1 s, 5 s of compiling, 2 s of loading
  // One replica for the long quiet end.
  EXPECT_LT(result.replica_seconds, 120 + 2 * 80);
  expect_conservation(plan, result);
}

TEST(Serving, AClosedLoopKeepsItsUsersBusy) {
  ServingPlan plan = simple();
  plan.setup.arrivals = {.process = ArrivalProcess::kClosedLoop, .users = 2, .think_seconds = 0.05};
  plan.setup.requests = 6;
  plan.setup.output = {.mean = 11};
  plan.setup.input = {.mean = 100};
  const RequestPlan requests = draw_requests(plan.setup, 1).value();
  const ServingRun result = run(plan, requests);
  EXPECT_EQ(result.count(State::kCompleted), 6);
  EXPECT_EQ(result.requests[2].arrival, result.requests[0].finished + 50 * kMs);
  EXPECT_EQ(run(plan, requests).end, result.end);
}

TEST(Serving, LoadAboveCapacityIsSaidWithItsArithmetic) {
  const ServingPlan plan = simple();
  // 100 ms of prefill and 50 x 10 ms / 4 slots for each: 4.44 requests/s.
  std::vector<std::pair<int, int>> slow;
  std::vector<std::pair<int, int>> fast;
  for (int i = 0; i < 300; ++i) {
    slow.emplace_back(i * 500, 51);
    fast.emplace_back(i * 200, 51);
  }
  const ServingRun stable = run(plan, at_times(slow));
  EXPECT_NEAR(stable.capacity.possible, 1 / 0.225, 1e-6);
  EXPECT_EQ(instability(stable), "");
  const ServingRun over = run(plan, at_times(fast));
  EXPECT_THAT(instability(over), HasSubstr("load above capacity: 5 requests/s arrive"));
  // The server does reach the capacity that is stated.
  EXPECT_NEAR(300 / (static_cast<double>(over.end) * 1e-12) / over.capacity.possible, 1, 0.02);
}

TEST(Serving, MetricsFollowTheirDefinitions) {
  ServingPlan plan = simple();
  plan.setup.level = {.ttft = 0.14, .tpot = std::nullopt};
  const ServingRun result = run(plan, at_times({{0, 11}, {50, 11}}));
  const std::vector<Metric> metrics = serving_metrics(plan, result);
  // First tokens at 100 and 200 ms; both end at 300 ms.
  EXPECT_NEAR(value(metrics, "ttft_mean"), 0.125, 1e-9);
  EXPECT_NEAR(value(metrics, "ttft_p50"), 0.125, 1e-9);
  EXPECT_NEAR(value(metrics, "queue_mean"), 0.025, 1e-9);
  EXPECT_NEAR(value(metrics, "itl_mean"), (0.2 + 0.1) / 20, 1e-9);
  EXPECT_NEAR(value(metrics, "throughput"), 22 / 0.3, 1e-6);
  EXPECT_NEAR(value(metrics, "goodput"), 1 / 0.3, 1e-6);
  EXPECT_NEAR(value(metrics, "latency_p99"), 0.2995, 1e-6);
  EXPECT_NEAR(value(metrics, "utilisation"), 1, 1e-9);
  ServingPlan counted = plan;
  counted.setup.latency_per_token = true;
  EXPECT_NEAR(value(serving_metrics(counted, result), "itl_mean"), (0.3 + 0.25) / 22, 1e-9);
}

TEST(Serving, TheSameSeedGivesTheSameRun) {
  ServingPlan plan = simple();
  plan.setup.replicas = 2;
  plan.setup.speculation =
      Speculation{.draft_model = "", .tokens = 3, .accepted = {0.25, 0.25, 0.25, 0.25}};
  const RequestPlan requests = mixed_load(plan.setup, 6);
  const ServingRun a = run(plan, requests, 3);
  const ServingRun b = run(plan, requests, 3);
  const ServingRun other = run(plan, requests, 4);
  const std::vector<Metric> first = serving_metrics(plan, a);
  const std::vector<Metric> second = serving_metrics(plan, b);
  ASSERT_EQ(first.size(), second.size());
  for (std::size_t i = 0; i < first.size(); ++i) EXPECT_EQ(first[i].value, second[i].value);
  EXPECT_NE(a.end, other.end);
}

TEST(Serving, RunsWithoutEndAreRefused) {
  ServingPlan plan = simple();
  plan.setup.arrivals = {.process = ArrivalProcess::kClosedLoop, .users = 1'000};
  plan.setup.arrivals.launch_interval = 864'000;
  plan.setup.requests = 1'000;
  plan.setup.output = {.mean = 11};
  plan.setup.input = {.mean = 100};
  TaskControl control;
  const auto late = simulate_serving(plan, draw_requests(plan.setup, 1).value(), 1, control);
  ASSERT_FALSE(late);
  EXPECT_THAT(late.error().message, HasSubstr("longer than 60 days"));
  plan.setup.arrivals.launch_interval = 0;
  plan.costs.decode_table = {100'000'000 * kMs};
  const auto slow = simulate_serving(plan, draw_requests(plan.setup, 1).value(), 1, control);
  ASSERT_FALSE(slow);
}

TEST(Serving, ACancelledRunSaysSo) {
  ServingPlan plan = simple();
  TaskControl control;
  control.request_cancel();
  const auto result = simulate_serving(plan, mixed_load(plan.setup, 6), 1, control);
  ASSERT_FALSE(result);
  EXPECT_EQ(result.error().code, ErrorCode::kCancelled);
}

TEST(Serving, TheTraceShowsEveryRequestAndSegment) {
  const ServingPlan plan = simple();
  TraceBuilder builder;
  ServingTracePlayer player(builder, plan, {.segments = 5, .requests = 2});
  TaskControl control;
  const auto result = simulate_serving(plan, at_times({{0, 11}, {135, 2}, {400, 3}}), 1, control,
                                       player.listener());
  ASSERT_TRUE(result);
  ASSERT_TRUE(player.finish(*result, serving_metrics(plan, *result)));
  const auto trace = builder.finish();
  std::size_t requests = 0;
  std::size_t segments = 0;
  for (const Track& track : trace->tracks()) {
    if (track.kind == TrackKind::kRequest) requests += track.slices.size();
    if (track.kind == TrackKind::kExecution) segments += track.slices.size();
  }
  EXPECT_EQ(requests, 6u);  // queue, prefill and decode of two requests
  EXPECT_EQ(segments, 5u);
  std::set<std::string> codes;
  for (const Diagnostic& diagnostic : trace->diagnostics()) codes.insert(diagnostic.code);
  EXPECT_TRUE(codes.contains("requests_not_shown"));
  EXPECT_TRUE(codes.contains("scheduler_steps_not_shown"));
}

ServedModel served(const Machine& machine, int slots, int longest) {
  return {.machine = &machine,
          .model = catalogue().model("llama-3.1-8b").value(),
          .layout = {.tensor_parallel = 8, .batch = slots, .sequence_length = longest}};
}

TEST(ServingPlan, CostsAreThoseOfTheCompiledShape) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.batch_buckets = {1, 8};
  const auto plan = plan_serving(served(machine, 32, 4096), setup, parameters);
  ASSERT_TRUE(plan) << plan.error().message;
  const StepCosts& costs = plan->costs;
  EXPECT_EQ(costs.batches, (std::vector<int>{1, 8, 32}));
  EXPECT_EQ(costs.positions, (std::vector<int>{128, 256, 512, 1024, 2048, 4096}));
  DecoderLayout layout = served(machine, 32, 4096).layout;
  layout.batch = 8;
  const double seconds =
      parameters.decode_launch +
      total(decode_graph(machine, parameters, *catalogue().model("llama-3.1-8b").value(), layout,
                         2048),
            parameters.overlap())
          .seconds;
  EXPECT_NEAR(static_cast<double>(costs.decode(5, 1500)) * 1e-12, seconds, 1e-11);
  // Two sequences cost what the graph for eight costs, and nine what that for 32 does.
  EXPECT_EQ(costs.decode(2, 100), costs.decode(8, 128));
  EXPECT_EQ(costs.decode(9, 100), costs.decode(32, 100));
  setup.position_buckets = false;
  const auto padded = plan_serving(served(machine, 32, 4096), setup, parameters);
  EXPECT_EQ(padded->costs.decode(1, 10), costs.decode(1, 4096));
}

TEST(ServingPlan, AChunkCostsLessThanItsPromptAndMoreThanItsTokensAlone) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.scheduler = Scheduler::kChunked;
  setup.chunk_tokens = 512;
  const auto plan = plan_serving(served(machine, 8, 4096), setup, parameters);
  ASSERT_TRUE(plan);
  EXPECT_LT(plan->costs.chunk(512, 512), plan->costs.chunk(512, 4096));
  EXPECT_LT(plan->costs.chunk(512, 4096), plan->costs.prefill(4096));
  Picoseconds chunks = 0;
  for (int done = 512; done <= 4096; done += 512) chunks += plan->costs.chunk(512, done);
  EXPECT_GT(chunks, plan->costs.prefill(4096) / 2);
}

TEST(ServingPlan, APrefillReturnsTheCacheOfAllSlots) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  const auto one = plan_serving(served(machine, 1, 4096), {}, parameters);
  const auto many = plan_serving(served(machine, 32, 4096), {}, parameters);
  // Keys and values of 32 layers; a row of one slot: one KV head of 128 bf16 on each core.
  const double row = 128 * 2;
  const double bytes = 32 * 2.0 * 4096 * (32 * row - std::max(row, parameters.kv_row_floor));
  const double rate = parameters.kv_efficiency * machine.dma_bandwidth;
  const auto difference =
      static_cast<double>(many->costs.prefill(2048) - one->costs.prefill(2048)) * 1e-12;
  EXPECT_NEAR(difference / (bytes / rate), 1, 0.01);
  EXPECT_EQ(one->costs.cache_bytes, 32 * 2.0 * 8 * 128 * 2);
}

TEST(ServingPlan, WhatDoesNotGoTogetherIsRefusedByName) {
  const auto instance = catalogue().instance("inf2.48xlarge").value();
  const Machine machine = machine_of(catalogue(), *instance).value();
  const Parameters parameters = built_in_calibration()->parameters;
  const auto refusal = [&](const ServingSetup& setup) {
    const auto plan = plan_serving(served(machine, 8, 1024), setup, parameters);
    EXPECT_FALSE(plan);
    return plan ? std::string() : plan.error().message;
  };
  ServingSetup setup;
  setup.stack = "sglang";
  EXPECT_THAT(refusal(setup), HasSubstr("the serving stack \"sglang\" is not known"));
  setup = {};
  setup.batch_buckets = {16};
  EXPECT_THAT(refusal(setup), HasSubstr("16 is larger than the compiled batch of 8"));
  setup = {};
  setup.prefix = PrefixCache{};
  EXPECT_THAT(refusal(setup), HasSubstr("a prefix cache needs a paged KV cache"));
  setup.paged = PagedCache{.block_tokens = 24};
  EXPECT_THAT(refusal(setup), HasSubstr("16 tokens is no multiple of a page of 24"));
  setup = {};
  setup.paged = PagedCache{.block_tokens = 16, .blocks = 63};
  EXPECT_THAT(refusal(setup), HasSubstr("do not hold one sequence of 1024 tokens"));
  setup.scheduler = Scheduler::kStatic;
  EXPECT_THAT(refusal(setup), HasSubstr("static batching"));
  setup = {};
  setup.speculation = Speculation{.draft_model = "nothing", .accepted = {1, 0, 0, 0, 0}};
  EXPECT_THAT(refusal(setup), HasSubstr("the draft model \"nothing\" is missing"));
  setup = {};
  setup.disaggregation = Disaggregation{};
  EXPECT_THAT(refusal(setup), HasSubstr("has no bandwidth"));
}

TEST(Server, TakesTheCompiledShapeFromTheWorkload) {
  const Workload workload{.model = "llama-3.1-8b",
                          .instance = "inf2.48xlarge",
                          .tensor_parallel = 8,
                          .batch = 32,
                          .sequence_length = 4096};
  const Parameters parameters = built_in_calibration()->parameters;
  ServingSetup setup;
  setup.stack = "vllm";
  setup.requests = 200;
  setup.arrivals.rate = 2;
  const auto server = prepare_server(catalogue(), workload, setup, parameters);
  ASSERT_TRUE(server) << to_string(server.error());
  EXPECT_EQ(server->replicas_per_instance, 3);
  const auto plan = plan_serving(server->served, setup, parameters);
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->slots, 32);
  const ServingRun result = run(*plan, draw_requests(setup, 1).value());
  EXPECT_EQ(result.count(State::kCompleted), 200);
  // One user on an idle server: the static batch's own prefill and steps, and the stack.
  Workload alone = workload;
  alone.batch = 1;
  ServingSetup single;
  single.arrivals = {.process = ArrivalProcess::kClosedLoop};
  single.requests = 1;
  const auto one = prepare_server(catalogue(), alone, single, parameters);
  ASSERT_TRUE(one);
  const auto one_plan = plan_serving(one->served, single, parameters);
  const std::vector<Metric> metrics =
      serving_metrics(*one_plan, run(*one_plan, draw_requests(single, 1).value()));
  const auto closed = estimate(catalogue(), alone);
  EXPECT_NEAR(value(metrics, "ttft_p50") / closed->find("ttft_p50")->value, 1, 1e-6);
  EXPECT_NEAR(value(metrics, "latency_p50") / closed->find("latency_p50")->value, 1, 1e-6);
  Workload encoder = workload;
  encoder.model = "bert-base-cased";
  encoder.task = "encode";
  encoder.sequence_length = 0;
  encoder.tensor_parallel = 1;
  const auto refused = prepare_server(catalogue(), encoder, setup, parameters);
  ASSERT_FALSE(refused);
  EXPECT_THAT(refused.error().message, HasSubstr("is no decoder"));
}

}  // namespace
}  // namespace nscope::sim
