#include "simcore/engine/serving/adapter_use.h"

#include "simcore/engine/serving/draw_requests.h"

#include <algorithm>
#include <cmath>
#include <list>

#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

RequestPlan drawn(int count, double popularity, int requests) {
  ServingSetup setup;
  setup.requests = requests;
  setup.adapters = Adapters{.count = count, .popularity = popularity};
  return draw_requests(setup, 7).value();
}

/// The share of the requests whose adapter is not among the last `resident` different ones.
double missed_share(const RequestPlan& requests, int resident) {
  std::list<int> recent;
  int missed = 0;
  for (const Request& request : requests.requests) {
    const auto found = std::find(recent.begin(), recent.end(), request.adapter);
    if (found == recent.end()) {
      ++missed;
    } else {
      recent.erase(found);
    }
    recent.push_front(request.adapter);
    if (static_cast<int>(recent.size()) > resident) recent.pop_back();
  }
  return static_cast<double>(missed) / static_cast<double>(requests.requests.size());
}

TEST(AdapterUse, SharesFollowZipfsLaw) {
  const auto shares = adapter_shares(Adapters{.count = 3, .popularity = 1});
  ASSERT_EQ(shares.size(), 3U);
  EXPECT_NEAR(shares[0], 6.0 / 11, 1e-12);
  EXPECT_NEAR(shares[1], 3.0 / 11, 1e-12);
  EXPECT_NEAR(shares[2], 2.0 / 11, 1e-12);
}

TEST(AdapterUse, RequestsAreDrawnByPopularity) {
  const RequestPlan requests = drawn(20, 1.2, 20000);
  const auto expected = adapter_shares(Adapters{.count = 20, .popularity = 1.2});
  const auto actual = adapter_shares(requests);
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(actual[i], expected[i], 0.015) << i;
}

TEST(AdapterUse, MissesAreThoseOfACacheOfTheLastUsed) {
  for (const double popularity : {0.0, 0.8, 1.5}) {
    for (const int resident : {1, 4, 16, 63}) {
      const double miss = adapter_miss_share(
          adapter_shares(Adapters{.count = 64, .popularity = popularity}), resident);
      EXPECT_NEAR(miss, missed_share(drawn(64, popularity, 40000), resident), 0.03)
          << popularity << " " << resident;
    }
  }
  EXPECT_EQ(adapter_miss_share(adapter_shares(Adapters{.count = 4}), 4), 0);
}

TEST(AdapterUse, PopularAdaptersLetMoreRequestsRunTogether) {
  const auto running = [](double popularity) {
    return running_with_adapters(adapter_shares(Adapters{.count = 64, .popularity = popularity}), 4,
                                 1, 32);
  };
  EXPECT_GE(running(0), 4);
  EXPECT_GT(running(1), running(0));
  EXPECT_GT(running(3), running(1));
  EXPECT_LE(running(10), 32);
}

}  // namespace
}  // namespace nscope::sim
