#include "app/pricing/throughput_cache.h"

#include "app/documents/built_in.h"
#include "app/pricing/fill_scenario.h"
#include "simcore/catalog/catalog.h"

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

class ThroughputCacheTest : public testing::Test {
 protected:
  cost::Scenario filled(const Json& document, ThroughputCache* cache) {
    cost::Scenario scenario = cost::scenario_from_json(document, "test").value();
    TaskControl control;
    const auto done = fill_scenario(catalog_, scenario, cache, control);
    EXPECT_TRUE(done) << done.error().message.english();
    return scenario;
  }

  catalog::Catalog catalog_ = catalog::Catalog::load().value();
  Json document_ = load_document("inf2-llama2-70b-serving", BuiltIn::Kind::kScenario).value().json;
};

TEST_F(ThroughputCacheTest, OnlyWhatChangedIsSimulatedAgain) {
  ThroughputCache cache;
  filled(document_, &cache);
  EXPECT_EQ(cache.misses(), 2U) << "two of its items are simulated";
  document_["work"][0]["throughput"]["tokens_per_second"] = 790;
  document_["as_of"] = "2026-01-01";
  document_["work"][2]["label"] = "another name";
  filled(document_, &cache);
  EXPECT_EQ(cache.misses(), 2U);
  document_["work"][3]["batch"] = 8;
  filled(document_, &cache);
  EXPECT_EQ(cache.misses(), 3U);
}

TEST_F(ThroughputCacheTest, GivesWhatWithoutItIsFound) {
  // Without a degree the simulation chooses one, which the guards need to know.
  document_["work"][3].erase("tensor_parallel");
  ThroughputCache cache;
  filled(document_, &cache);
  const cost::Scenario plain = filled(document_, nullptr);
  const cost::Scenario cached = filled(document_, &cache);
  ASSERT_EQ(plain.work.size(), cached.work.size());
  for (std::size_t i = 0; i < plain.work.size(); ++i) {
    const cost::WorkEstimate& a = plain.work[i].estimate;
    const cost::WorkEstimate& b = cached.work[i].estimate;
    EXPECT_EQ(a.throughput.tokens_per_second, b.throughput.tokens_per_second);
    EXPECT_EQ(a.throughput.low, b.throughput.low);
    EXPECT_EQ(a.throughput.source, b.throughput.source);
    EXPECT_EQ(a.shape.tensor_parallel, b.shape.tensor_parallel);
  }
  EXPECT_GT(cached.work[3].estimate.shape.tensor_parallel, 0);
}

TEST(ThroughputCache, ForgetsWhatWasUsedLongestAgo) {
  ThroughputCache cache(2);
  cache.put("a", {.throughput = {.tokens_per_second = 1}});
  cache.put("b", {.throughput = {.tokens_per_second = 2}});
  ASSERT_TRUE(cache.find("a"));
  cache.put("c", {.throughput = {.tokens_per_second = 3}});
  EXPECT_FALSE(cache.find("b"));
  EXPECT_EQ(cache.find("a")->throughput.tokens_per_second, 1);
  cache.put("a", {.throughput = {.tokens_per_second = 4}});
  EXPECT_EQ(cache.find("a")->throughput.tokens_per_second, 4);
  EXPECT_TRUE(cache.find("c")) << "replacing an entry does not evict others";
}

}  // namespace
}  // namespace nscope::app
