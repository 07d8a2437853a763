#include "profiler/trace/build/flow_order.h"

#include "profiler/trace/build/slice_places.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

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

void expect_order(const std::vector<Flow>& flows) {
  std::vector<Flow> expected = flows;
  std::sort(expected.begin(), expected.end(), [](const Flow& a, const Flow& b) {
    return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
  });
  FlowColumn column;
  column.push_back(flows);
  const FlowColumn sorted = sorted_flows(std::move(column));
  ASSERT_TRUE(std::equal(sorted.begin(), sorted.end(), expected.begin(), expected.end()));
  std::vector<std::uint32_t> by_target(flows.size());
  std::iota(by_target.begin(), by_target.end(), 0u);
  std::stable_sort(by_target.begin(), by_target.end(), [&](std::uint32_t a, std::uint32_t b) {
    return expected[a].to < expected[b].to;
  });
  const Column<std::uint32_t> rows = rows_by_target(sorted);
  EXPECT_TRUE(std::equal(rows.begin(), rows.end(), by_target.begin(), by_target.end()));
}

TEST(FlowOrder, IsTheSameForFewAndForManyFlows) {
  // Few flows; many on few slices; many on many slices; many slices with few flows.
  for (const auto& [count, slices] :
       {std::pair{1000u, 100u}, {200'000u, 5u}, {200'000u, 150'000u}, {70'000u, 4'000'000u}}) {
    expect_order(random_flows(count, slices));
  }
  expect_order({});
}

TEST(FlowOrder, SortsFlowsOfOneSliceInTwoChunks) {
  // 48 flows of each slice in falling order; a group of equal flows; one flow in the last chunk.
  std::vector<Flow> flows;
  for (std::uint32_t i = 0; i < 2 * kChunkRows; ++i) {
    flows.push_back({SliceId(i / 48), SliceId(2 * kChunkRows - i), StringId(i % 3)});
  }
  flows.resize(2 * kChunkRows + 1, flows.back());
  expect_order(flows);
}

TEST(FlowOrder, ManyFlowsOfSparseSlices) {
  // More slices than one bucket may have, most of them without flows, up to the highest number.
  std::vector<Flow> flows = random_flows(100'000, 300);
  for (std::size_t i = 0; i < flows.size(); ++i) {
    flows[i].from = SliceId(flows[i].from.index() * 1'000'003);
    if (i % 3 == 0) flows[i].to = SliceId(299 * 1'000'003);
  }
  expect_order(flows);
}

TEST(FlowOrder, FlowsOfOneSliceToSeveralTracks) {
  // Ascending runs that do not overlap, in another order; then the same with runs that overlap.
  for (const std::uint32_t distance : {100'000u, 10'000u}) {
    std::vector<Flow> flows;
    for (const std::uint32_t track : {3u, 1u, 4u, 0u, 2u}) {
      for (std::uint32_t i = 0; i < 20'000; ++i) {
        flows.push_back({SliceId(1), SliceId(track * distance + i), StringId(i % 2)});
      }
    }
    expect_order(flows);
  }
}

TEST(SlicePlaces, ReaderFindsWhatTheIndexFinds) {
  SlicePlaces places;
  std::mt19937 random(3);
  std::vector<std::size_t> rows(4);
  while (places.size() < 20'000) {
    const std::size_t track = random() % 4;
    const std::size_t count = random() % 3 == 0 ? 1 + random() % 200 : 1;
    places.push_back(TrackId(track), rows[track], count);
    rows[track] += count;
  }
  SlicePlaces::Reader reader(places);
  for (std::size_t i = 0; i < 40'000; ++i) {
    const SliceId id(i < 20'000 ? i : random() % places.size());
    const SlicePlaces::Place expected = places[id];
    const SlicePlaces::Place found = reader[id];
    ASSERT_EQ(found.track, expected.track);
    ASSERT_EQ(found.row, expected.row);
  }
}

TEST(FlowOrder, EqualFlowsAndASingleFlow) {
  const Flow flow{SliceId(2), SliceId(1), StringId(0)};
  expect_order({flow});
  expect_order(std::vector<Flow>(100, flow));
  expect_order(std::vector<Flow>(kChunkRows + 7, flow));
}

}  // namespace
}  // namespace nscope
