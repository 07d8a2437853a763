// Features of servers: pages, prefixes, speculation, replicas, adapters.
#include "profiler/base/random_stream.h"
#include "tests/unit/sim/servers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

TEST(Serving, PagesRunOutAndTheLatestIsPreempted) {
  ServingPlan plan = simple();
  plan.page_tokens = 10;
  plan.pages = 26;  // two prompts of 100 tokens and 60 further tokens
  const ServingRun result = run(plan, at_times({{0, 100}, {0, 100}}));
  EXPECT_EQ(result.replicas[0].preemptions, 1);
  EXPECT_EQ(result.requests[0].preemptions, 0);
  EXPECT_EQ(result.requests[1].preemptions, 1);
  EXPECT_TRUE(result.requests[0].preempted.empty());
  ASSERT_EQ(result.requests[1].preempted.size(), 1u);
  const auto [lost, back] = result.requests[1].preempted[0];
  EXPECT_GT(lost, result.requests[1].prefilled);
  EXPECT_GE(back, result.requests[0].finished);  // enough pages are free only now
  EXPECT_LT(back, result.requests[1].finished);
  EXPECT_EQ(result.requests[1].state, State::kCompleted);
  EXPECT_GT(result.requests[1].finished, result.requests[0].finished);
  EXPECT_EQ(result.requests[1].prefilled,
            200 * kMs);  // the time of the first token does not change
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
  plan.setup.disaggregation = Disaggregation{.prefill_replicas = 1};
  plan.link_bandwidth = 1e9;
  plan.link_latency = 0.005;
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}}));
  // 100 tokens x 1 MB over 1 GB/s: 100 ms each, one after the other, plus 5 ms.
  EXPECT_EQ(result.requests[0].first_token, 100 * kMs);
  EXPECT_EQ(result.requests[0].finished, (100 + 100 + 5 + 100) * kMs);
  EXPECT_EQ(result.requests[1].first_token, 200 * kMs);
  EXPECT_EQ(result.requests[1].finished, (200 + 100 + 5 + 100) * kMs);
  EXPECT_DOUBLE_EQ(result.transferred, 2e8);
  EXPECT_EQ(result.replicas[0].prefills, 2);
  EXPECT_EQ(result.replicas[1].prefills, 0) << "a received cache is no prefill";
  expect_conservation(plan, result);
}

TEST(Serving, DecodeReplicasTakeTurns) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1;
  plan.setup.replicas = 2;
  plan.setup.routing = Routing::kRoundRobin;
  plan.setup.disaggregation = Disaggregation{.prefill_replicas = 1};
  plan.link_bandwidth = 1e9;
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}, {0, 11}, {0, 11}}));
  EXPECT_EQ(result.requests[0].replica, 1);
  EXPECT_EQ(result.requests[1].replica, 2);
  EXPECT_EQ(result.requests[2].replica, 1);
  EXPECT_EQ(result.requests[3].replica, 2);
}

TEST(Serving, EveryPrefillReplicaCanHaveItsOwnLinkAndItsOwnTimes) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1e6;
  plan.setup.routing = Routing::kRoundRobin;
  plan.setup.disaggregation = Disaggregation{.prefill_replicas = 2};
  plan.link_bandwidth = 1e9;
  plan.receive_bandwidth = 2e9;
  plan.own_links = true;
  plan.prefill_costs = plan.costs;
  plan.prefill_costs->prefill_table = {50 * kMs};
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}}));
  // Both caches take 100 ms at the same time after prefills of 50 ms.
  EXPECT_EQ(result.requests[0].first_token, 50 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 50 * kMs);
  EXPECT_EQ(result.requests[0].finished, (50 + 100 + 100) * kMs);
  EXPECT_EQ(result.requests[1].finished, (50 + 100 + 100) * kMs);
  plan.own_links = false;
  EXPECT_EQ(run(plan, at_times({{0, 11}, {0, 11}})).requests[1].finished, (50 + 200 + 100) * kMs);
}

TEST(Serving, BothEndsOfATransferLimitIt) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1e6;
  plan.slots = 8;
  plan.costs.batches = {8};
  plan.setup.routing = Routing::kRoundRobin;
  plan.setup.disaggregation = Disaggregation{.prefill_replicas = 4};
  plan.link_bandwidth = 1e9;
  plan.own_links = true;
  const auto finished = [&](double receive, int decodes) {
    plan.receive_bandwidth = receive;
    plan.setup.replicas = decodes;
    const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}, {0, 11}, {0, 11}}));
    std::vector<Picoseconds> times;
    for (const RequestRecord& record : result.requests) times.push_back(record.finished / kMs);
    return times;
  };
  using testing::ElementsAre;
  // Four caches of 100 ms after prefills of 100 ms, then 100 ms of steps.
  EXPECT_THAT(finished(4e9, 1), ElementsAre(300, 300, 300, 300));
  EXPECT_THAT(finished(1e9, 1), ElementsAre(300, 400, 500, 600));
  EXPECT_THAT(finished(1e9, 2), ElementsAre(300, 300, 400, 400));
  EXPECT_THAT(finished(0.5e9, 4), ElementsAre(400, 400, 400, 400));
  // More bandwidth at either end is never slower.
  Picoseconds before = 0;
  for (const double receive : {8e9, 2e9, 1e9, 0.5e9, 0.1e9}) {
    const Picoseconds last = finished(receive, 1).back();
    EXPECT_GE(last, before) << receive;
    before = last;
  }
}

TEST(Serving, CachesOnTheirWayCountAsLoadOfTheirReplica) {
  ServingPlan plan = simple();
  plan.costs.cache_bytes = 1e6;
  plan.setup.replicas = 2;
  plan.setup.disaggregation = Disaggregation{.prefill_replicas = 2};
  plan.link_bandwidth = 1e9;
  plan.receive_bandwidth = 1e9;
  plan.own_links = true;
  const ServingRun result = run(plan, at_times({{0, 11}, {0, 11}}));
  EXPECT_NE(result.requests[0].replica, result.requests[1].replica);
}

TEST(Serving, ALimitedQueueRefusesRequestsInEveryScheduler) {
  for (const Scheduler scheduler :
       {Scheduler::kStatic, Scheduler::kContinuous, Scheduler::kDecodeFirst, Scheduler::kChunked}) {
    ServingPlan plan = simple(scheduler);
    plan.setup.batch_timeout = 0.01;
    plan.setup.admission.most_waiting = 2;
    std::vector<std::pair<int, int>> arrivals;
    for (int i = 0; i < 40; ++i) arrivals.emplace_back(i, 31);
    const ServingRun result = run(plan, at_times(arrivals));
    const int refused = result.count(State::kRefused);
    EXPECT_GT(refused, 10) << to_string(scheduler);
    EXPECT_EQ(refused + result.count(State::kCompleted), 40) << to_string(scheduler);
    for (const RequestRecord& record : result.requests) {
      if (record.state != State::kRefused) continue;
      EXPECT_EQ(record.generated, 0);
      EXPECT_EQ(record.finished, record.arrival);
      EXPECT_LT(record.admitted, 0);
    }
    const auto metrics = serving_metrics(plan, result);
    EXPECT_EQ(value(metrics, "requests_refused"), refused);
    EXPECT_NEAR(value(metrics, "goodput_share"), (40.0 - refused) / 40, 1e-12);
  }
}

TEST(Serving, ARequestThatWaitsTooLongIsRefused) {
  for (const Scheduler scheduler :
       {Scheduler::kStatic, Scheduler::kContinuous, Scheduler::kDecodeFirst, Scheduler::kChunked}) {
    ServingPlan plan = simple(scheduler);
    plan.slots = 1;
    plan.costs.batches = {1};
    plan.setup.admission.longest_wait = 0.25;
    const ServingRun result = run(plan, at_times({{0, 101}, {10, 3}, {1000, 3}}));
    EXPECT_EQ(result.requests[0].state, State::kCompleted) << to_string(scheduler);
    EXPECT_EQ(result.requests[1].state, State::kRefused) << to_string(scheduler);
    EXPECT_EQ(result.requests[1].finished, 260 * kMs) << to_string(scheduler);
    EXPECT_EQ(result.requests[2].state, State::kCompleted) << to_string(scheduler);
  }
}

RequestPlan closed_loop(int users, int requests) {
  RequestPlan plan =
      at_times(std::vector<std::pair<int, int>>(static_cast<std::size_t>(requests), {0, 11}));
  plan.users = users;
  return plan;
}

TEST(Serving, RefusedUsersOfAClosedLoopTryAgainAfterABackOff) {
  for (const bool waits : {false, true}) {
    ServingPlan plan = simple();
    plan.slots = 1;
    plan.costs.batches = {1};
    (waits ? plan.setup.admission.longest_wait : plan.setup.admission.retry_seconds) = 0.5;
    if (!waits) plan.setup.admission.most_waiting = 2;
    const ServingRun result = run(plan, closed_loop(20, 100));
    expect_conservation(plan, result);
    // A request takes 0.2 s, so that 20 users keep the server busy and all are answered.
    EXPECT_EQ(result.count(State::kCompleted), 100) << waits;
    EXPECT_GE(to_seconds(result.end), 100 * 0.2) << waits;
    const auto metrics = serving_metrics(plan, result);
    EXPECT_GT(value(metrics, "retries"), 20) << waits;
    EXPECT_GT(value(metrics, "utilisation"), 0.2) << waits;
    EXPECT_EQ(value(metrics, "requests_refused"), 0) << waits;
    int retried = 0;
    for (const RequestRecord& record : result.requests) retried += record.retries > 0 ? 1 : 0;
    EXPECT_GT(retried, 10) << waits;
  }
}

TEST(Serving, AUserGivesUpAfterSevenRetries) {
  // A static batch waits longer than the server allows, so that every attempt is refused.
  ServingPlan plan = simple(Scheduler::kStatic);
  plan.setup.batch_timeout = 10;
  plan.setup.admission.longest_wait = 0.1;
  RequestPlan requests = closed_loop(1, 3);
  const ServingRun result = run(plan, requests);
  EXPECT_EQ(result.requests[0].state, State::kRefused);
  EXPECT_EQ(result.requests[0].retries, 7);
  // Between half and all of 1 + 2 + ... + 64 s of back-off, and eight waits of 0.1 s.
  EXPECT_GE(to_seconds(result.requests[0].finished), 127.0 / 2 + 0.8);
  EXPECT_LE(to_seconds(result.requests[0].finished), 127 + 0.8 + 1e-9);
  EXPECT_GE(result.requests[1].arrival, result.requests[0].finished);
}

/// A server with random compatible settings.
ServingPlan random_plan(RandomStream& random) {
  const auto chance = [&](double share) { return random.uniform() < share; };
  ServingPlan plan = simple(static_cast<Scheduler>(random.below(4)));
  ServingSetup& setup = plan.setup;
  plan.costs.positions = {128, 256, 1000};
  plan.costs.decode_table = {10 * kMs, 12 * kMs, 30 * kMs};
  plan.costs.chunk_table = {40 * kMs, 45 * kMs, 50 * kMs};
  plan.costs.per_active = static_cast<Picoseconds>(random.below(2)) * kMs;
  plan.costs.waiting_served_ratio = 0.3 * static_cast<double>(random.below(4));
  plan.costs.max_waiting_tokens = static_cast<std::int64_t>(random.below(30));
  plan.costs.cache_bytes = 1e6;
  setup.join_groups = chance(0.3);
  setup.chunk_tokens = 1 + static_cast<int>(random.below(200));
  setup.replicas = 1 + static_cast<int>(random.below(3));
  if (chance(0.7)) setup.routing = static_cast<Routing>(random.below(3));
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
  if (chance(0.3)) {
    setup.speculation = Speculation{.draft_model = "", .tokens = 2, .accepted = {0.5, 0.25, 0.25}};
    plan.candidates = 2;
  }
  if (chance(0.3)) {
    setup.adapters = Adapters{.count = 5, .resident = 2, .bytes = 1, .bandwidth = 1};
    plan.adapter_swap = 20 * kMs;
  }
  if (setup.scheduler == Scheduler::kContinuous && chance(0.3)) {
    setup.disaggregation = Disaggregation{.prefill_replicas = 2};
    plan.link_bandwidth = 1e9;
    plan.link_latency = 0.001;
    plan.receive_bandwidth = 1e9;
    plan.own_links = chance(0.5);
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
  // The combinations cover the features that they test.
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
  EXPECT_EQ(result.requests[2].admitted, 300 * kMs);  // on the replica with its adapter
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

TEST(Serving, RequestsOfOneLengthTakeTurnsByDefault) {
  ServingPlan plan = simple();
  plan.setup.replicas = 2;
  const ServingRun equal = run(plan, at_times({{0, 11}, {5000, 11}, {5001, 11}, {9000, 11}}));
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(equal.requests[i].replica, static_cast<int>(i % 2));
  const ServingRun varied = run(plan, at_times({{0, 11}, {5000, 11}, {5001, 12}, {9000, 11}}));
  EXPECT_EQ(varied.requests[1].replica, 0);
  EXPECT_EQ(varied.requests[2].replica, 1);
  EXPECT_EQ(varied.requests[3].replica, 0);
}

// With the fewest requests, requests of one length end together, all new ones go to that replica,
// and this repeats: latencies grow with the length of the run.
TEST(Serving, LatenciesOfRequestsOfOneLengthDoNotDependOnTheDuration) {
  ServingPlan plan = simple();
  plan.setup.replicas = 12;
  plan.slots = 64;
  plan.costs.batches = {64};
  plan.costs.prefill_table = {100 * kMs};
  const auto slowest_wait = [&](int count) {
    RandomStream random(7, 1);
    std::vector<std::pair<int, int>> arrivals;
    double time = 0;  // ms
    for (int i = 0; i < count; ++i) {
      time += random.exponential() * 16;
      arrivals.emplace_back(static_cast<int>(time), 301);
    }
    const ServingRun result = run(plan, at_times(arrivals));
    std::vector<Picoseconds> waits;
    for (const RequestRecord& each : result.requests) {
      waits.push_back(each.first_token - each.arrival);
    }
    std::sort(waits.begin(), waits.end());
    return waits[waits.size() * 99 / 100];
  };
  EXPECT_LE(slowest_wait(20'000), slowest_wait(1'000) * 3 / 2);
  plan.setup.routing = Routing::kLeastOutstanding;
  EXPECT_GT(slowest_wait(20'000), slowest_wait(1'000) * 3 / 2);
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
  EXPECT_GE(second, 8'000 * kMs);  // decision at 1 s, 5 s of compiling, 2 s of loading
  // One replica for the long time without load at the end.
  EXPECT_LT(result.replica_seconds, 120 + 2 * 80);
  expect_conservation(plan, result);
}

}  // namespace
}  // namespace nscope::sim
