#pragma once

#include "app/capacity/fleet/configuration.h"
#include "app/capacity/fleet/prepare_server.h"
#include "profiler/base/language.h"
#include "profiler/base/random_stream.h"
#include "tests/unit/cost/built_in_data.h"

#include <cmath>
#include <string>
#include <vector>

// Shared by the tests of fleets: the built-in data, a small plan, and servers with known execution
// times.
namespace nscope::capacity {

using cost::book;
using cost::hardware;

/// A uniform random number.
inline double between(RandomStream& random, double low, double high) {
  return low + (high - low) * random.uniform();
}

/// The texts in English.
inline std::vector<std::string> english(const std::vector<Text>& texts) {
  std::vector<std::string> strings;
  for (const Text& text : texts) strings.push_back(text.english());
  return strings;
}

/// A small plan: few configurations of two types.
inline Json quick_plan() {
  return Json::parse(R"({"schema": "nscope.plan/1", "model": "llama-3-8b", "as_of": "2026-11-20",
    "traffic": {"requests_per_second": 20, "input_tokens": 500, "output_tokens": 100},
    "sla": {"e2e_p99_s": 4}, "instances": ["inf2.48xlarge", "trn1.32xlarge"],
    "slots": [4, 16], "schedulers": ["continuous"], "stack": "none"})");
}

/// Poisson arrivals of one request per second with 100 input tokens and `output_tokens` output
/// tokens; the limit of the end-to-end latency p99 is `e2e_seconds`.
inline PlanRequest random_requests(int output_tokens, double e2e_seconds) {
  PlanRequest request;
  request.traffic.arrivals = {.process = sim::ArrivalProcess::kPoisson, .rate = 1};
  request.traffic.input = {.mean = 100};
  request.traffic.output = {.mean = 1.0 * output_tokens};
  request.limits = {{.latency = Latency::kE2e, .share = 0.99, .seconds = e2e_seconds}};
  return request;
}

/// Execution times of a server, independent of lengths and batch.
struct MadeUp {
  int slots;
  double prefill_ms;
  double step_ms;
};

/// A server with these execution times; its floor and work are those of `request`.
inline Server made_up_server(const PlanRequest& request, const MadeUp& made_up) {
  constexpr double kPicosecondsPerMs = 1e9;
  Server server;
  server.configuration.slots = made_up.slots;
  sim::ServingPlan& plan = server.plan;
  plan.slots = made_up.slots;
  plan.longest = 1024;
  plan.costs.batches = {made_up.slots};
  plan.costs.positions = {1024};
  plan.costs.prompts = {1024};
  plan.costs.decode_table = {std::llround(made_up.step_ms * kPicosecondsPerMs)};
  plan.costs.prefill_table = {std::llround(made_up.prefill_ms * kPicosecondsPerMs)};
  plan.setup.input = request.traffic.input;
  plan.setup.output = request.traffic.output;
  measure_alone(sample_requests(request, 1).value(), server);
  return server;
}

/// A candidate with this server.
inline Candidate made_up(const PlanRequest& request, int slots, double prefill_ms, double step_ms) {
  Candidate candidate;
  candidate.server =
      made_up_server(request, {.slots = slots, .prefill_ms = prefill_ms, .step_ms = step_ms});
  candidate.configuration = candidate.server->configuration;
  return candidate;
}

}  // namespace nscope::capacity
