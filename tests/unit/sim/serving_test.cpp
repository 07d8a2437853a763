#include "profiler/trace/build/trace_builder.h"
#include "simcore/engine/serving/serving_trace.h"
#include "tests/unit/sim/servers.h"
#include "tests/unit/sim/text_matchers.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

using testing::HasSubstr;

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
  // The second request arrives in the middle of the fourth step (130 to 140 ms).
  const ServingRun result = run(simple(), at_times({{0, 11}, {135, 2}}));
  EXPECT_EQ(result.requests[1].admitted, 140 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 240 * kMs);
  EXPECT_EQ(result.requests[1].finished, 250 * kMs);
  EXPECT_EQ(result.requests[0].finished, 300 * kMs);  // six steps remained
  // The gap of the first request that contains the prefill: 110 ms.
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

TEST(Serving, GroupsArePrefilledTogether) {
  ServingPlan plan = simple();
  plan.setup.join_groups = true;
  const ServingRun result = run(plan, at_times({{0, 21}, {10, 21}, {20, 21}}));
  EXPECT_EQ(result.requests[0].first_token, 100 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 300 * kMs);  // both of the group
  EXPECT_EQ(result.requests[2].first_token, 300 * kMs);
  EXPECT_EQ(result.requests[0].finished, 500 * kMs);  // 20 steps after 300
}

/// Admits groups as the router of text-generation-inference does.
ServingPlan in_groups(double ratio, std::int64_t tokens) {
  ServingPlan plan = simple();
  plan.setup.join_groups = true;
  plan.costs.waiting_served_ratio = ratio;
  plan.costs.max_waiting_tokens = tokens;
  return plan;
}

TEST(Serving, FewThatWaitInterruptDecodingOnlyAfterItsTokens) {
  // The second request arrives after one step. The prefill generated the first of five tokens, so
  // it starts after four steps.
  const ServingRun result = run(in_groups(2, 5), at_times({{0, 21}, {105, 2}}));
  EXPECT_EQ(result.requests[1].admitted, 140 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 240 * kMs);
  // If enough steps have passed, at the end of the current step.
  const ServingRun late = run(in_groups(2, 5), at_times({{0, 21}, {165, 2}}));
  EXPECT_EQ(late.requests[1].admitted, 170 * kMs);
}

TEST(Serving, ManyThatWaitInterruptDecodingAtOnce) {
  // Two waiting requests are twice the decoding one; the third does not make the second wait
  // longer.
  const ServingRun result = run(in_groups(2, 15), at_times({{0, 21}, {105, 2}, {125, 2}}));
  EXPECT_EQ(result.requests[1].admitted, 130 * kMs);
  EXPECT_EQ(result.requests[2].admitted, 130 * kMs);
}

TEST(Serving, AGroupThatFreeSlotsMakeTooSmallWaits) {
  // Three requests decode, two wait and one slot is free; a group of one is less than half of
  // three.
  ServingPlan plan = in_groups(0.7, 30);
  const ServingRun result = run(plan, at_times({{0, 31}, {0, 31}, {0, 31}, {305, 2}, {306, 2}}));
  EXPECT_EQ(result.requests[1].first_token, 300 * kMs);
  EXPECT_EQ(result.requests[3].admitted, 590 * kMs);  // after 29 steps
  EXPECT_EQ(result.count(State::kCompleted), 5);
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
  EXPECT_EQ(result.requests[6].admitted, 3000 * kMs);  // no further requests
}

TEST(Serving, AStaticBatchKeepsItsSlotsToItsEnd) {
  const ServingRun result =
      run(simple(Scheduler::kStatic), at_times({{0, 2}, {0, 2}, {0, 2}, {0, 101}, {200, 2}}));
  EXPECT_EQ(result.requests[0].finished, 110 * kMs);
  EXPECT_EQ(result.requests[4].admitted, 1100 * kMs);
  // Four slots for the first batch and one for the second, each from its prefill on.
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
  // Two chunks of 40 ms without decoding, then steps of 10 ms until 140 ms, then two steps of 50
  // ms.
  EXPECT_EQ(result.requests[0].first_token, 80 * kMs);
  EXPECT_EQ(result.requests[1].admitted, 140 * kMs);
  EXPECT_EQ(result.requests[1].first_token, 240 * kMs);
  EXPECT_NEAR(result.replicas[0].gaps.quantile(1.0), 0.050, 0.050 * 0.011);
  // 6 tokens until 140 ms, 2 with chunks, so 2 of 10 remain.
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

TEST(Serving, ReportsLoadAboveCapacityWithTheCalculation) {
  const ServingPlan plan = simple();
  // 100 ms of prefill and 50 x 10 ms / 4 slots per request: 4.44 requests/s.
  std::vector<std::pair<int, int>> slow;
  std::vector<std::pair<int, int>> fast;
  for (int i = 0; i < 300; ++i) {
    slow.emplace_back(i * 500, 51);
    fast.emplace_back(i * 200, 51);
  }
  const ServingRun stable = run(plan, at_times(slow));
  EXPECT_NEAR(stable.capacity.possible, 1 / 0.225, 1e-6);
  EXPECT_TRUE(instability(stable).empty());
  const ServingRun over = run(plan, at_times(fast));
  EXPECT_THAT(instability(over), TextWith("load above capacity: load 5 requests/s"));
  // The rate from which arrivals are drawn decides, not those of a short run.
  RequestPlan drawn = at_times(fast);
  drawn.rate = 4;
  const ServingRun chance = run(plan, drawn);
  EXPECT_TRUE(instability(chance).empty());
  EXPECT_THAT(chance.capacity.arithmetic,
              TextWith("load 4 requests/s (5 requests/s arrived in this run), capacity 4.444"));
  drawn.rate = 6;
  EXPECT_THAT(instability(run(plan, drawn)), TextWith("load above capacity: load 6 requests/s"));
  ServingSetup setup;
  setup.requests = 2;
  setup.arrivals = {.rate = 3};
  EXPECT_EQ(draw_requests(setup, 1)->rate, 3);
  // The server reaches the stated capacity.
  EXPECT_NEAR(300 / (static_cast<double>(over.end) * 1e-12) / over.capacity.possible, 1, 0.02);
}

TEST(Serving, CapacityIncludesLoadsOfAdapters) {
  ServingPlan plan = simple();
  const auto arriving = [](double rate, bool adapters) {
    ServingSetup setup;
    setup.requests = 1000;
    setup.arrivals = {.rate = rate};
    setup.input = {.mean = 100};
    setup.output = {.mean = 51};
    if (adapters) setup.adapters = Adapters{.count = 20, .resident = 2, .bytes = 1, .bandwidth = 1};
    return draw_requests(setup, 1).value();
  };
  const double without = run(plan, arriving(1, false)).capacity.possible;
  EXPECT_NEAR(without, 1 / 0.225, 1e-6);
  plan.setup.adapters = Adapters{.count = 20, .resident = 2, .bytes = 1, .bandwidth = 1};
  plan.adapter_swap = 300 * kMs;
  EXPECT_NEAR(run(plan, arriving(1, false)).capacity.possible, without, 1e-6)
      << "no request has one";
  const ServingRun below = run(plan, arriving(1, true));
  const double possible = below.capacity.possible;
  // Two requests run, and rarely three or four: 0.1 s + 0.9 x 0.3 s + 50 x 0.01 s / 2.15.
  EXPECT_NEAR(possible, 1 / 0.602, 0.01);
  EXPECT_THAT(below.capacity.arithmetic,
              TextWith("1 replica / (0.1 s prefill + 0.27 s loading of adapters + 50 tokens"));
  // The server reaches the stated capacity, and above it the queue grows.
  const auto waited = [&](double rate) {
    const ServingRun result = run(plan, arriving(rate, true));
    const auto& requests = result.requests;
    const auto wait = [](const RequestRecord& one) { return one.admitted - one.arrival; };
    return std::pair(to_seconds(wait(requests[499])), to_seconds(wait(requests[999])));
  };
  const auto [middle, end] = waited(1.1 * possible);
  EXPECT_GT(middle, 10);
  EXPECT_GT(end, 1.5 * middle);
  const auto [calm, last] = waited(0.7 * possible);
  EXPECT_LT(calm, 10);
  EXPECT_LT(last, 10);
  // All adapters resident: as without.
  plan.setup.adapters->resident = 20;
  EXPECT_NEAR(run(plan, arriving(1, true)).capacity.possible, without, 1e-6);
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
  EXPECT_THAT(late.error().message.english(), HasSubstr("longer than 60 days"));
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

}  // namespace
}  // namespace nscope::sim
