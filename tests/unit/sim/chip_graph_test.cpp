#include "simcore/engine/collectives/chip_graph.h"

#include "tests/unit/sim/catalogue.h"

#include <algorithm>
#include <array>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace nscope::sim {
namespace {

const catalog::Instance& instance(std::string_view id) {
  return **catalogue().instance(id);
}

struct Expected {
  std::string_view id;
  std::size_t links;  ///< directed
  double mean_hops;
};

/// Every Neuron instance, computed by hand: a ring of n chips has 2 n directed links, a chain 2 (n
/// - 1), and a torus 4 or 6 from every chip. The mean number of hops is (n + 1) / 3 for a chain and
/// 1 for a ring of 4 including the chip itself; the dimensions of a torus add up.
constexpr std::array<Expected, 18> kNeuron{{{"inf1.xlarge", 0, 0},
                                            {"inf1.2xlarge", 0, 0},
                                            {"inf1.6xlarge", 6, 5.0 / 3},
                                            {"inf1.24xlarge", 30, 17.0 / 3},
                                            {"inf2.xlarge", 0, 0},
                                            {"inf2.8xlarge", 0, 0},
                                            {"inf2.24xlarge", 12, 9.0 / 5},
                                            {"inf2.48xlarge", 24, 36.0 / 11},
                                            {"trn1.2xlarge", 0, 0},
                                            {"trn1.32xlarge", 64, 32.0 / 15},
                                            {"trn1n.32xlarge", 64, 32.0 / 15},
                                            {"trn2.3xlarge", 0, 0},
                                            {"trn2.48xlarge", 64, 32.0 / 15},
                                            {"trn2u.48xlarge", 64, 32.0 / 15},
                                            {"trn2-ultraserver", 384, 192.0 / 63},
                                            {"trn3-gen1-ultraserver", 64 * 63, 1},
                                            {"trn3.3xlarge", 0, 0},
                                            {"trn3.48xlarge", 16 * 15, 1}}};

TEST(ChipGraph, LinksAndHopsOfEveryNeuronInstance) {
  std::set<std::string> seen{"trn3-gen2-ultraserver"};  // as gen1, 144 chips: below
  for (const Expected& expected : kNeuron) {
    const catalog::Instance& one = instance(expected.id);
    const auto graph = ChipGraph::build(one);
    ASSERT_TRUE(graph) << expected.id;
    EXPECT_EQ(graph->links().size(), expected.links) << expected.id;
    EXPECT_DOUBLE_EQ(mean_hops(one, one.chips), expected.mean_hops) << expected.id;
    EXPECT_EQ(directed_links(one, one.chips), static_cast<int>(expected.links)) << expected.id;
    seen.insert(one.id);
  }
  EXPECT_EQ(ChipGraph::build(instance("trn3-gen2-ultraserver"))->links().size(), 144u * 143u);
  for (const catalog::Instance& one : catalogue().instances()) {
    if (catalogue().device_of(one).kind == catalog::DeviceKind::kNeuron) {
      EXPECT_TRUE(seen.contains(one.id)) << one.id << " is not checked";
    }
  }
}

TEST(ChipGraph, HopsOfAPartOfARing) {
  // Four adjacent chips of twelve: 1 + 2 + 3, 1 + 1 + 2, and the same in the other direction.
  EXPECT_DOUBLE_EQ(mean_hops(instance("inf2.48xlarge"), 4), 20.0 / 12);
  EXPECT_EQ(directed_links(instance("inf2.48xlarge"), 4), 6);
}

TEST(ChipGraph, RingOrderJoinsNeighbours) {
  for (const std::string_view id :
       {"inf2.48xlarge", "trn1.32xlarge", "trn2-ultraserver", "inf2.24xlarge"}) {
    const catalog::Instance& one = instance(id);
    const auto graph = ChipGraph::build(one);
    std::vector<int> order = ring_order(one, one.chips);
    ASSERT_EQ(order.size(), static_cast<std::size_t>(one.chips));
    for (std::size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(graph->hops(order[i], order[(i + 1) % order.size()]), 1) << id << " at " << i;
    }
    std::sort(order.begin(), order.end());
    EXPECT_EQ(std::unique(order.begin(), order.end()), order.end());
  }
  EXPECT_THAT(ring_order(instance("trn1.32xlarge"), 8),
              testing::ElementsAre(0, 1, 2, 3, 7, 6, 5, 4));
}

TEST(ChipGraph, RoutesAreShortestAndSpread) {
  auto graph = ChipGraph::build(instance("trn1.32xlarge"));
  ASSERT_TRUE(graph);
  std::vector<int> load(graph->links().size());
  for (int from = 0; from < 16; ++from) {
    for (int to = 0; to < 16; ++to) {
      const auto way = graph->route(from, to);
      ASSERT_TRUE(way);
      EXPECT_EQ(static_cast<int>(way->size()), graph->hops(from, to));
      int at = from;
      for (const int link : *way) {
        EXPECT_EQ(graph->links()[static_cast<std::size_t>(link)].from, at);
        at = graph->links()[static_cast<std::size_t>(link)].to;
        ++load[static_cast<std::size_t>(link)];
      }
      EXPECT_EQ(at, to);
      EXPECT_EQ(*way, *graph->route(from, to)) << "the same question, the same answer";
    }
  }
  // 16 x 32 hops over 64 links are 8 per link; the choice of routes deviates by at most a half.
  EXPECT_LE(*std::max_element(load.begin(), load.end()), 12);
}

TEST(ChipGraph, FailedLinksAreGoneRoundOrRefused) {
  const catalog::Instance& ring = instance("inf2.48xlarge");
  const std::array<ChipLink, 1> one{{{1, 0}}};
  auto graph = ChipGraph::build(ring, one);
  ASSERT_TRUE(graph);
  EXPECT_EQ(graph->links().size(), 22u);
  EXPECT_EQ(graph->hops(0, 1), 11);
  EXPECT_EQ(graph->route(0, 1)->size(), 11u);
  const std::array<ChipLink, 2> two{{{0, 1}, {3, 4}}};
  graph = ChipGraph::build(ring, two);
  ASSERT_TRUE(graph);
  const auto none = graph->route(0, 2);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, ErrorCode::kInfeasible);
  EXPECT_EQ(none.error().message.english(), "there is no route from chip 0 to chip 2");
  const std::array<ChipLink, 1> wrong{{{0, 5}}};
  const auto refused = ChipGraph::build(ring, wrong);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().message.english(),
            "inf2.48xlarge has no link between chip 0 and chip 5");
  const std::array<ChipLink, 1> beyond{{{99, -4}}};
  EXPECT_FALSE(ChipGraph::build(ring, beyond));
}

}  // namespace
}  // namespace nscope::sim
