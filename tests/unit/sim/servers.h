#pragma once

#include "simcore/engine/serving/draw_requests.h"
#include "simcore/engine/serving/simulate_serving.h"

#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::sim {

// Shared functions of tests of servers.

using State = RequestRecord::State;

inline constexpr Picoseconds kMs = 1'000'000'000;

/// A server whose steps take 10 ms and prefills 100 ms, with 4 slots of 1,000 tokens.
inline ServingPlan simple(Scheduler scheduler = Scheduler::kContinuous) {
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

/// Requests of 100 input tokens and `outputs` output tokens at the stated milliseconds.
inline RequestPlan at_times(const std::vector<std::pair<int, int>>& arrivals_and_outputs) {
  RequestPlan plan;
  for (const auto& [ms, output] : arrivals_and_outputs) {
    plan.requests.push_back({.arrival = ms * kMs, .input_tokens = 100, .output_tokens = output});
  }
  return plan;
}

inline ServingRun run(const ServingPlan& plan, const RequestPlan& requests,
                      std::uint64_t seed = 1) {
  TaskControl control;
  auto result = simulate_serving(plan, requests, seed, control);
  EXPECT_TRUE(result) << (result ? "" : result.error().message.english());
  return std::move(*result);
}

inline double value(const std::vector<Metric>& metrics, std::string_view name) {
  for (const Metric& metric : metrics) {
    if (metric.name == name) return metric.value;
  }
  ADD_FAILURE() << "no metric " << name;
  return 0;
}

/// Checks that requests and tokens add up and that every request passed its states in order.
inline void expect_conservation(const ServingPlan& plan, const ServingRun& result) {
  EXPECT_EQ(result.count(State::kCompleted) + result.count(State::kRejected) +
                result.count(State::kRefused) + result.count(State::kUnfinished),
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
  // Every token of a request except the first has a gap to the previous one.
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

inline RequestPlan mixed_load(ServingSetup setup, double rate) {
  setup.arrivals = {.process = ArrivalProcess::kPoisson, .rate = rate};
  setup.requests = 500;
  setup.input = {.kind = TokenLengths::Kind::kUniform, .low = 10, .high = 400};
  setup.output = {.kind = TokenLengths::Kind::kUniform, .low = 1, .high = 80};
  return draw_requests(setup, 7).value();
}

}  // namespace nscope::sim
