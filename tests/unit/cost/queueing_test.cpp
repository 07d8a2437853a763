#include "costmodel/queueing.h"

#include "profiler/base/order_statistics.h"
#include "profiler/base/random_stream.h"

#include <algorithm>
#include <cmath>
#include <queue>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::cost {
namespace {

TEST(Queueing, ErlangBIsWhatTheTablesPrint) {
  EXPECT_NEAR(erlang_b(1, 1), 0.5, 1e-15);
  EXPECT_NEAR(erlang_b(2, 1), 0.2, 1e-15);
  EXPECT_NEAR(erlang_b(10, 5), 0.018385, 5e-7);
  EXPECT_DOUBLE_EQ(erlang_b(5, 0), 0);
  EXPECT_LT(erlang_b(2000, 1900), 1) << "no overflow";
  EXPECT_GT(erlang_b(2000, 1900), 0);
}

TEST(Queueing, OneServerIsMM1) {
  const QueueWait wait = mmc_wait(1, 0.8, 1);
  EXPECT_NEAR(wait.wait_probability, 0.8, 1e-15);
  EXPECT_NEAR(wait.mean, 0.8 / 0.2, 1e-12);
  EXPECT_NEAR(wait.p99, std::log(80.0) / 0.2, 1e-12);
  EXPECT_DOUBLE_EQ(wait.at(0.1), 0) << "two in ten do not wait at all";
}

TEST(Queueing, SaturationWaitsForEver) {
  EXPECT_DOUBLE_EQ(erlang_c(4, 4), 1);
  EXPECT_TRUE(std::isinf(mmc_wait(4, 4, 1).mean));
  EXPECT_TRUE(std::isinf(mmc_wait(4, 9, 1).p99));
}

TEST(Queueing, FewestServersHoldTheLimitAndOneLessDoesNot) {
  const int servers = servers_for_wait(10, 1, 0.99, 1.0, 100);
  EXPECT_EQ(servers, 14);
  EXPECT_LE(mmc_wait(servers, 10, 1).p99, 1.0);
  EXPECT_GT(mmc_wait(servers - 1, 10, 1).p99, 1.0);
  EXPECT_EQ(servers_for_wait(10, 1, 0.99, 1.0, 12), 0);
  EXPECT_EQ(servers_for_wait(1e12, 1, 0.99, 1.0, 100), 0);
}

struct Seen {
  double waited = 0;
  double mean = 0;
  double p99 = 0;
};

/// Discrete events: arrivals take the server that is free first.
template <class Service>
Seen simulate(int servers, double arrivals, std::uint64_t seed, int customers, Service&& service) {
  RandomStream stream(seed, 1);
  std::priority_queue<double, std::vector<double>, std::greater<>> free_at;
  for (int i = 0; i < servers; ++i) free_at.push(0);
  std::vector<double> waits;
  Seen seen;
  const int warm_up = customers / 20;
  double now = 0;
  for (int i = 0; i < customers + warm_up; ++i) {
    now += stream.exponential() / arrivals;
    const double start = std::max(now, free_at.top());
    free_at.pop();
    free_at.push(start + service(stream));
    if (i < warm_up) continue;
    waits.push_back(start - now);
    seen.mean += start - now;
    if (start > now) ++seen.waited;
  }
  std::sort(waits.begin(), waits.end());
  seen.mean /= customers;
  seen.waited /= customers;
  seen.p99 = sorted_quantile(waits, 0.99);
  return seen;
}

TEST(Queueing, ErlangCAgreesWithDiscreteEvents) {
  struct Case {
    int servers;
    double arrivals;
  };
  for (const Case c : {Case{1, 0.7}, Case{3, 2.4}, Case{12, 10}, Case{14, 10}, Case{40, 34}}) {
    const QueueWait expected = mmc_wait(c.servers, c.arrivals, 1);
    const Seen seen = simulate(c.servers, c.arrivals, 7, 4'000'000,
                               [](RandomStream& stream) { return stream.exponential(); });
    EXPECT_NEAR(seen.waited / expected.wait_probability, 1, 0.03) << c.servers;
    EXPECT_NEAR(seen.mean / expected.mean, 1, 0.03) << c.servers;
    EXPECT_NEAR(seen.p99 / expected.p99, 1, 0.03) << c.servers;
  }
}

TEST(Queueing, AllenCunneenIsExactForOneServerAndNearForMore) {
  // Fixed service times: no variation.
  const auto fixed = [](RandomStream&) { return 1.0; };
  const Seen one = simulate(1, 0.7, 3, 4'000'000, fixed);
  EXPECT_NEAR(one.mean / allen_cunneen(mmc_wait(1, 0.7, 1).mean, 1, 0), 1, 0.03);
  const Seen eight = simulate(8, 7, 3, 4'000'000, fixed);
  EXPECT_NEAR(eight.mean / allen_cunneen(mmc_wait(8, 7, 1).mean, 1, 0), 1, 0.10);
}

}  // namespace
}  // namespace nscope::cost
