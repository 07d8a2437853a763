#include "profiler/dependency/dependency_timing.h"

#include "profiler/dependency/clock_gate.h"

#include <algorithm>
#include <numeric>
#include <random>

#include <gtest/gtest.h>

namespace nscope {
namespace {

/// Nodes with durations and edges from ends to starts, all from lower to higher numbers.
struct SmallGraph {
  std::vector<Picoseconds> durations;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> edges;

  DependencyGraph graph() const {
    DependencyGraph graph;
    for (const Picoseconds duration : durations) {
      DependencyNode node;
      node.end = duration;
      node.hold = duration;
      graph.nodes.push_back(node);
    }
    for (const auto& [from, to] : edges) {
      graph.edges.push_back({from, to, DependencyKind::kSemaphore, 0});
    }
    std::sort(graph.edges.begin(), graph.edges.end(), [](const auto& a, const auto& b) {
      return std::pair(a.to, a.from) < std::pair(b.to, b.from);
    });
    graph.first.assign(graph.nodes.size() + 1, 0);
    for (const DependencyEdge& edge : graph.edges) ++graph.first[edge.to + 1];
    std::partial_sum(graph.first.begin(), graph.first.end(), graph.first.begin());
    return graph;
  }

  /// The longest path that begins with `node`, found by trying every path.
  Picoseconds longest_from(std::uint32_t node) const {
    Picoseconds longest = 0;
    for (const auto& [from, to] : edges) {
      if (from == node) longest = std::max(longest, longest_from(to));
    }
    return longest + durations[node];
  }
  /// The longest path up to the start of `node`.
  Picoseconds longest_to(std::uint32_t node) const {
    Picoseconds longest = 0;
    for (const auto& [from, to] : edges) {
      if (to == node) longest = std::max(longest, longest_to(from) + durations[from]);
    }
    return longest;
  }
};

SmallGraph random_graph(std::mt19937& random) {
  SmallGraph small;
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t nodes = 1 + below(11);
  for (std::uint32_t i = 0; i < nodes; ++i) small.durations.push_back(below(20));
  for (std::uint32_t to = 1; to < nodes; ++to) {
    for (std::uint32_t from = 0; from < to; ++from) {
      if (below(3) == 0) small.edges.emplace_back(from, to);
    }
  }
  return small;
}

TEST(RunDependencies, TakesAsLongAsTheLongestPath) {
  std::mt19937 random(7);
  TaskControl control;
  for (int trial = 0; trial < 1000; ++trial) {
    const SmallGraph small = random_graph(random);
    const auto timing = run_dependencies(small.graph(), {}, control, true);
    ASSERT_TRUE(timing) << trial;
    Picoseconds longest = 0;
    for (std::uint32_t i = 0; i < small.durations.size(); ++i) {
      longest = std::max(longest, small.longest_from(i));
    }
    ASSERT_EQ(timing->total, longest) << trial;
    ASSERT_EQ(timing->path.instructions, longest) << trial;
    for (std::uint32_t i = 0; i < small.durations.size(); ++i) {
      ASSERT_EQ(timing->start[i], small.longest_to(i)) << trial << ", node " << i;
      ASSERT_EQ(timing->slack[i], longest - small.longest_to(i) - small.longest_from(i))
          << trial << ", node " << i;
    }
  }
}

TEST(RunDependencies, ScalesNodesAndLatencies) {
  const SmallGraph chain{{100, 10, 100}, {{0, 1}, {1, 2}}};
  DependencyGraph graph = chain.graph();
  graph.latency[static_cast<std::size_t>(DependencyKind::kSemaphore)] = 20;
  TaskControl control;
  EXPECT_EQ(run_dependencies(graph, {}, control)->total, 250);
  DependencyScaling scaling;
  scaling.duration = {0.5, 1, 2};
  EXPECT_EQ(run_dependencies(graph, scaling, control)->total, 50 + 20 + 10 + 20 + 200);
  scaling.latency.fill(0.5);
  EXPECT_EQ(run_dependencies(graph, scaling, control)->total, 50 + 10 + 10 + 10 + 200);
}

TEST(RunDependencies, RemovedNodesTakeNoTime) {
  const SmallGraph small{.durations = {10, 20, 5}, .edges = {{0, 1}, {1, 2}}};
  DependencyGraph graph = small.graph();
  graph.latency[static_cast<std::size_t>(DependencyKind::kSemaphore)] = 3;
  const TaskControl control;
  DependencyScaling scaling;
  const auto before = run_dependencies(graph, scaling, control);
  ASSERT_TRUE(before);
  EXPECT_EQ(before->end[2], 10 + 3 + 20 + 3 + 5);
  scaling.removed = {0, 1, 0};
  const auto after = run_dependencies(graph, scaling, control);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->end[2], 10 + 3 + 5);
}

// Node 1 waits for node 0; node 2 follows it in its queue and node 3 waits for it.
TEST(RunDependencies, RemovedNodesDoNotDelayTheirQueue) {
  const SmallGraph small{.durations = {100, 20, 5, 7}, .edges = {{0, 1}, {1, 2}, {1, 3}}};
  DependencyGraph graph = small.graph();
  for (DependencyEdge& edge : graph.edges) {
    if (edge.to == 2) edge.kind = DependencyKind::kOrder;
  }
  const TaskControl control;
  DependencyScaling scaling;
  scaling.removed = {0, 1, 0, 0};
  const auto after = run_dependencies(graph, scaling, control);
  ASSERT_TRUE(after);
  EXPECT_EQ(after->start[2], 0);
  EXPECT_EQ(after->start[3], 100) << "what node 1 waited for is still needed";
}

TEST(ClockGate, HasItsFullClockAfterABusyWindow) {
  ClockGate gate(100, 0.5);
  EXPECT_FALSE(gate.full_at(0));
  EXPECT_EQ(gate.stretch(0, 30), 60);
  EXPECT_EQ(gate.stretch(60, 30), 60) << "20 of the work in the first window, 10 in the second";
  EXPECT_TRUE(gate.full_at(120)) << "50 of 100 were done in the first window";
  EXPECT_EQ(gate.stretch(120, 30), 30);
  EXPECT_FALSE(gate.full_at(200)) << "10 + 30 of 100";
  EXPECT_FALSE(gate.full_at(1000));
  ClockGate none(0, 0.5);
  EXPECT_EQ(none.stretch(0, 30), 30);
}

}  // namespace
}  // namespace nscope
