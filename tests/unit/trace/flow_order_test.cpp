#include "profiler/trace/build/flow_order.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>

#include <gtest/gtest.h>

namespace nscope {
namespace {

std::vector<Flow> random_flows(std::size_t count, std::uint32_t slices) {
  std::mt19937 random(11);
  std::vector<Flow> flows;
  for (std::size_t i = 0; i < count; ++i) {
    flows.push_back(
        {SliceId(random() % slices), SliceId(random() % slices), StringId(random() % 3)});
  }
  return flows;
}

TEST(FlowOrder, IsTheSameForFewAndForManyFlows) {
  // Few flows; many on few slices; many on many slices; many slices with few flows.
  for (const auto& [count, slices] :
       {std::pair{1000u, 100u}, {200'000u, 5u}, {200'000u, 150'000u}, {70'000u, 4'000'000u}}) {
    std::vector<Flow> flows = random_flows(count, slices);
    std::vector<Flow> expected = flows;
    std::sort(expected.begin(), expected.end(), [](const Flow& a, const Flow& b) {
      return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
    });
    sort_flows(flows);
    ASSERT_TRUE(std::equal(flows.begin(), flows.end(), expected.begin(), expected.end(),
                           [](const Flow& a, const Flow& b) {
                             return a.from == b.from && a.to == b.to && a.kind == b.kind;
                           }));
    std::vector<std::uint32_t> by_target(flows.size());
    std::iota(by_target.begin(), by_target.end(), 0u);
    std::stable_sort(by_target.begin(), by_target.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return flows[a].to < flows[b].to; });
    EXPECT_EQ(rows_by_target(flows), by_target);
  }
  std::vector<Flow> none;
  sort_flows(none);
  EXPECT_TRUE(rows_by_target(none).empty());
}

}  // namespace
}  // namespace nscope
