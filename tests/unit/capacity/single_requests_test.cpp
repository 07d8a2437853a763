#include "app/capacity/fleet/single_requests.h"

#include "app/capacity/fleet/prepare_server.h"
#include "profiler/base/order_statistics.h"
#include "tests/unit/capacity/capacity_fixtures.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace nscope::capacity {
namespace {

double seconds(Picoseconds time) {
  return static_cast<double>(time) * 1e-12;
}

/// Reference implementation: one request after the other.
class OneByOne {
 public:
  OneByOne(const sim::ServingPlan& plan, const sim::RequestPlan& sample) : plan_(plan) {
    for (const sim::Request& request : sample.requests) {
      const double prefill = prefill_of(request.input_tokens);
      const int steps = request.output_tokens - 1;
      const double decode = decode_of(request.input_tokens + 2, steps, false);
      const double ttft = prefill + seconds(plan.costs.request);
      latencies[0].push_back(ttft);
      if (steps > 0) latencies[1].push_back(decode / steps);
      latencies[2].push_back(ttft + decode);
      const bool together = plan.setup.scheduler == sim::Scheduler::kStatic;
      work += (together ? prefill / plan.slots : prefill) +
              decode_of(request.input_tokens + 2, steps, true);
    }
    work /= static_cast<double>(sample.requests.size());
    for (auto& values : latencies) std::sort(values.begin(), values.end());
  }

  double work = 0;
  std::array<std::vector<double>, 3> latencies;

 private:
  double prefill_of(int tokens) const {
    if (plan_.setup.scheduler != sim::Scheduler::kChunked) {
      return seconds(plan_.costs.prefill(tokens));
    }
    double sum = 0;
    for (int done = 0; done < tokens; done += plan_.setup.chunk_tokens) {
      const int now = std::min(plan_.setup.chunk_tokens, tokens - done);
      sum += seconds(plan_.costs.chunk(now, done + now));
    }
    return sum;
  }

  double step(int length, bool shared) const {
    const double active = seconds(plan_.costs.per_active);
    if (!shared) return seconds(plan_.costs.decode(1, length)) + active;
    double least = HUGE_VAL;
    for (const int batch : plan_.costs.batches) {
      least = std::min(least, seconds(plan_.costs.decode(batch, length)) / batch + active);
    }
    return least;
  }

  double decode_of(int length, int left, bool shared) const {
    const double each = plan_.setup.speculation ? plan_.setup.speculation->tokens_per_step() : 1.0;
    double sum = 0;
    for (const int bucket : plan_.costs.positions) {
      if (left <= 0) break;
      if (bucket < length) continue;
      const int inside = std::min(left, bucket - length + 1);
      sum += inside / each * step(bucket, shared);
      left -= inside;
      length += inside;
    }
    if (left > 0) sum += left / each * step(plan_.costs.positions.back(), shared);
    return sum;
  }

  const sim::ServingPlan& plan_;
};

PlanRequest request_with(const char* input, const char* output, const char* more) {
  Json json = Json::parse(R"({"schema": "nscope.plan/1", "model": "llama-3-8b",
    "traffic": {"requests_per_second": 20}, "slots": [1, 3, 16]})");
  json["traffic"]["input_tokens"] = Json::parse(input);
  json["traffic"]["output_tokens"] = Json::parse(output);
  json.update(Json::parse(more));
  return plan_request_from_json(json, "plan.json").value();
}

struct Case {
  const char* name;
  const char* input;
  const char* output;
  const char* more;
};

class SingleRequestsTest : public ::testing::TestWithParam<Case> {
 protected:
  PlanRequest request_ = request_with(GetParam().input, GetParam().output, GetParam().more);
  std::vector<Configuration> configurations_ = [this] {
    std::vector<Configuration> all;
    for (const char* name : {"inf2.xlarge", "inf2.24xlarge", "trn2.3xlarge", "g6.12xlarge"}) {
      const auto more = configurations_of(hardware(), **hardware().instance(name), request_,
                                          request_.weight_dtypes);
      all.insert(all.end(), more.begin(), more.end());
    }
    return all;
  }();
  sim::RequestPlan sample_ = sample_requests(request_, 7).value();
};

TEST_P(SingleRequestsTest, TheSameToTheLastBitAsOneByOne) {
  TaskControl control;
  const auto candidates =
      prepare_candidates(hardware(), request_, configurations_, 7, control).value();
  const auto lone = single_candidates(hardware(), request_, configurations_, 7, control).value();
  ASSERT_EQ(candidates.size(), lone.size());
  int servers = 0;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    const Candidate& candidate = candidates[i];
    SCOPED_TRACE(candidate.configuration.instance + ": " +
                 candidate.configuration.text().english());
    EXPECT_EQ(lone[i].configuration, candidate.configuration);
    ASSERT_EQ(lone[i].figures.has_value(), candidate.server.has_value());
    if (!candidate.server) {
      EXPECT_EQ(lone[i].refusal->rule, candidate.refusal->rule);
      EXPECT_EQ(lone[i].refusal->reason, candidate.refusal->reason);
      continue;
    }
    ++servers;
    const OneByOne expected(candidate.server->plan, sample_);
    EXPECT_EQ(candidate.server->work, expected.work);
    EXPECT_EQ(candidate.server->floor.sorted, expected.latencies);
    EXPECT_EQ(lone[i].replicas_per_instance, candidate.server->replicas_per_instance);
    EXPECT_EQ(lone[i].figures->work, expected.work);
    for (std::size_t latency = 0; latency < 3; ++latency) {
      for (std::size_t share = 0; share < kLimitShares.size(); ++share) {
        EXPECT_EQ(lone[i].figures->latencies[latency][share],
                  sorted_quantile(expected.latencies[latency], kLimitShares[share]));
      }
    }
  }
  EXPECT_GT(servers, 10);
}

INSTANTIATE_TEST_SUITE_P(
    , SingleRequestsTest,
    ::testing::Values(Case{"fixed", "600", "180", "{}"},
                      Case{"varied",
                           R"({"kind": "lognormal", "mean": 600, "deviation": 400, "high": 2048})",
                           R"({"kind": "lognormal", "mean": 180, "deviation": 120, "high": 512})",
                           "{}"},
                      Case{"short_answers", R"({"kind": "uniform", "low": 1, "high": 1500})",
                           R"({"kind": "uniform", "low": 1, "high": 3})", R"({"stack": "none"})"},
                      Case{"one_token", "256", "1", "{}"},
                      Case{"drafts", R"({"kind": "uniform", "low": 1, "high": 1500})", "200",
                           R"({"speculation": [{"draft_model": "llama-3.2-1b", "tokens": 4,
                 "acceptance": 0.7}], "weight_dtypes": ["bf16", "int8"]})"}),
    [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace nscope::capacity
