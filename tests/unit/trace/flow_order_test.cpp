#include "profiler/trace/build/flow_order.h"

#include "profiler/trace/build/slice_places.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <span>
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

/// All flows of a log, read in both ways.
std::vector<Flow> flows_of(const FlowLog& log) {
  std::vector<Flow> flows;
  FlowLog::Block block;
  std::vector<SliceId> from;
  for (std::size_t i = 0; i < log.block_count(); ++i) {
    log.read(i, block);
    log.read_from(i, from);
    EXPECT_TRUE(from == block.from);
    for (std::size_t k = 0; k < from.size(); ++k) {
      flows.push_back({block.from[k], block.to[k], block.kind[k]});
    }
  }
  return flows;
}

void expect_order(const std::vector<Flow>& flows) {
  std::vector<Flow> expected = flows;
  std::sort(expected.begin(), expected.end(), [](const Flow& a, const Flow& b) {
    return std::tie(a.from, a.to, a.kind) < std::tie(b.from, b.to, b.kind);
  });
  std::uint32_t slices = 0;
  for (const Flow& flow : flows)
    slices = std::max({slices, flow.from.value + 1, flow.to.value + 1});
  // The numbers of the producer are those of the finished trace from behind.
  std::vector<Flow> produced = flows;
  const auto other = [&](SliceId slice) { return SliceId(slices - 1 - slice.index()); };
  for (Flow& flow : produced) flow = {other(flow.from), other(flow.to), flow.kind};
  const auto renumber = [&](std::span<SliceId> some) {
    for (SliceId& slice : some) slice = other(slice);
  };
  FlowLog log;
  log.push_back(produced);
  const FlowColumn sorted = sorted_flows(std::move(log), renumber, slices);
  ASSERT_TRUE(std::equal(sorted.begin(), sorted.end(), expected.begin(), expected.end()));
  std::vector<std::uint32_t> by_target(flows.size());
  std::iota(by_target.begin(), by_target.end(), 0u);
  std::stable_sort(by_target.begin(), by_target.end(), [&](std::uint32_t a, std::uint32_t b) {
    return expected[a].to < expected[b].to;
  });
  const Column<std::uint32_t> rows = rows_by_target(sorted, slices);
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

TEST(FlowLog, GivesBackWhatWasAppended) {
  std::vector<Flow> flows = random_flows(FlowLog::kBlock + 100, 70'000);
  // Differences of each size and sign, and invalid ids.
  for (std::uint32_t i = 0; i < 32; ++i) {
    flows.push_back({SliceId(1u << i), SliceId((1u << i) - 1), StringId(i)});
    flows.push_back({SliceId(0), SliceId(), StringId()});
  }
  while (flows.size() < 3 * FlowLog::kBlock) flows.push_back(flows.back());
  FlowLog log;
  // In pieces that do not end with a block.
  for (std::size_t at = 0; at < flows.size(); at += 1000) {
    log.push_back(std::span(flows).subspan(at, std::min<std::size_t>(1000, flows.size() - at)));
  }
  ASSERT_EQ(log.size(), flows.size());
  ASSERT_EQ(log.block_count(), 3u);
  const FlowLog copy = log;
  log.discard(0);
  EXPECT_TRUE(flows_of(copy) == flows);
}

TEST(FlowLog, AnIncompleteBlockCanBeReadAndContinued) {
  FlowLog log;
  EXPECT_EQ(log.block_count(), 0u);
  for (std::uint32_t i = 0; i < 5; ++i) {
    const Flow flow{SliceId(i), SliceId(7 * i), StringId(i % 2)};
    log.push_back({&flow, 1});
    ASSERT_EQ(log.block_count(), 1u);
    const std::vector<Flow> flows = flows_of(log);
    ASSERT_EQ(flows.size(), i + 1);
    EXPECT_EQ(flows.back(), flow);
  }
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
