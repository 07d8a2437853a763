#include "profiler/analysis/operators/stack_tree.h"

#include "tests/unit/analysis/test_run.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

/// "main > step 40/10 x2": names, total/self time and number of events of each node.
std::vector<std::string> lines(const Trace& trace, const StackTree& tree) {
  std::vector<std::string> all;
  for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
    std::string path;
    for (const std::uint32_t at : tree.way_to(i)) {
      path = std::string(trace.text(tree.nodes[at].name)) + (path.empty() ? "" : " > ") + path;
    }
    const auto& node = tree.nodes[i];
    all.push_back(fmt::format("{} {}/{} x{}", path, node.total, node.self, node.count));
  }
  return all;
}

/// Two threads of "host". One: main 0..100 calls step 10..50 (which calls read 20..40) and step
/// 50..70; step calls itself 52..60. The other: step 0..30. TensorE: MATMUL 0..20 in "layer 0",
/// 20..30 in none.
std::shared_ptr<const Trace> stack_run() {
  TestRun run(1, 100);
  TraceWriter& out = run.out();
  const TrackId host = out.track({.name = "host"});
  const auto thread = [&](std::string_view name) {
    return out.track({.name = name,
                      .kind = TrackKind::kHost,
                      .parent = host,
                      .slice_kind = SliceKind::kHost,
                      .layout = TrackLayout::kNested});
  };
  const auto call = [&](TrackId track, std::string_view name, int begin, int end) {
    out.slice(track, out.intern(name), TraceTime(begin), TraceTime(end - begin));
  };
  const TrackId first = thread("one");
  call(first, "main", 0, 100);
  call(first, "step", 10, 50);
  call(first, "read", 20, 40);
  call(first, "step", 50, 70);
  call(first, "step", 52, 60);
  call(thread("two"), "step", 0, 30);
  const SliceId layered = run.instruction(0, Engine::kTensor, "MATMUL", 0, 20);
  run.arg(layered, key::kLayer, "layer 0");
  run.instruction(0, Engine::kTensor, "MATMUL", 20, 30);
  return run.finish();
}

StackTree tree_of(const Trace& trace, const StackOptions& options = {}) {
  TaskControl control;
  auto tree = stack_tree(trace, options, control);
  EXPECT_TRUE(tree);
  return tree ? *std::move(tree) : StackTree();
}

TrackId track(const Trace& trace, std::string_view name) {
  for (const Track& at : trace.tracks()) {
    if (trace.text(at.name) == name) return at.id;
  }
  ADD_FAILURE() << name;
  return {};
}

using Lines = std::vector<std::string>;

TEST(StackTree, MergesStacksByName) {
  const auto trace = stack_run();
  const StackTree tree = tree_of(*trace);
  EXPECT_EQ(lines(*trace, tree),
            (Lines{"main 100/40 x1", "main > step 60/32 x2", "main > step > read 20/20 x1",
                   "main > step > step 8/8 x1", "step 30/30 x1", "layer 0 20/0 x0",
                   "layer 0 > MATMUL 20/20 x1", "MATMUL 10/10 x1"}));
  EXPECT_EQ(tree.total, 160);
  EXPECT_EQ(tree.nodes[0].end, 4u);
  EXPECT_EQ(tree.nodes[1].end, 4u);
  EXPECT_EQ(trace->slice(tree.nodes[1].longest).begin(), TraceTime(10));
}

TEST(StackTree, PutsInstructionsBelowLayerAndOperatorWithoutWaits) {
  TestRun run(1, 100);
  run.execution(0, 100);
  const SliceId product = run.instruction(0, Engine::kTensor, "MATMUL", 0, 20);
  run.arg(product, key::kLayer, "layer 0");
  run.arg(product, key::kHloName, "dot.1");
  run.arg(run.instruction(0, Engine::kVector, "COPY", 0, 10), key::kHloName, "copy.2");
  run.instruction(0, Engine::kVector, "EVENT_SEMAPHORE", 10, 60);
  const auto trace = run.finish();
  EXPECT_EQ(lines(*trace, tree_of(*trace)), (Lines{"layer 0 20/0 x0", "layer 0 > dot.1 20/0 x0",
                                                   "layer 0 > dot.1 > MATMUL 20/20 x1",
                                                   "copy.2 10/0 x0", "copy.2 > COPY 10/10 x1"}));
}

TEST(StackTree, CountsTheEventsOfARangeWithThePartInside) {
  const auto trace = stack_run();
  const StackTree tree = tree_of(
      *trace, {.range = {{TraceTime(30), TraceTime(55)}}, .tracks = {track(*trace, "one")}});
  EXPECT_EQ(lines(*trace, tree),
            (Lines{"main 25/0 x1", "main > step 25/12 x2", "main > step > read 10/10 x1",
                   "main > step > step 3/3 x1"}));
  EXPECT_TRUE(tree_of(*trace, {.range = {{TraceTime(60), TraceTime(90)}},
                               .tracks = {track(*trace, "two")},
                               .by_track = true})
                  .nodes.empty());
}

TEST(StackTree, PutsStacksBelowTheirTracks) {
  const auto trace = stack_run();
  const StackTree tree = tree_of(*trace, {.tracks = {track(*trace, "two")}, .by_track = true});
  EXPECT_EQ(lines(*trace, tree),
            (Lines{"host 30/0 x0", "host > two 30/0 x0", "host > two > step 30/30 x1"}));
  EXPECT_EQ(tree.total, 30);
}

TEST(StackTree, FindsWhatAFrameCalledAndItsCallers) {
  const auto trace = stack_run();
  const StackTree tree = tree_of(*trace);
  const StringId step = trace->strings().find("step");
  EXPECT_EQ(lines(*trace, callees_of(tree, step)),
            (Lines{"step 90/62 x3", "step > read 20/20 x1", "step > step 8/8 x1"}))
      << "the recursive call counts with the outer one";
  EXPECT_EQ(lines(*trace, callers_of(tree, step)), (Lines{"step 90/62 x3", "step > main 60/0 x2"}));
  EXPECT_TRUE(callees_of(tree, StringId()).nodes.empty());
}

TEST(StackTree, LeavesOutTheTracksOfTheProfilerUnlessTheyAreAskedFor) {
  TestRun run(1, 100);
  TraceWriter& out = run.out();
  const TrackId profiler = out.track({.name = "PyTorch Profiler (0)", .kind = TrackKind::kHost});
  out.slice(profiler, out.intern("Record Window"), TraceTime(0), TraceTime(90));
  const TrackId thread = out.track({.name = "thread 1", .kind = TrackKind::kHost});
  out.slice(thread, out.intern("main"), TraceTime(0), TraceTime(80));
  const auto trace = run.finish();
  EXPECT_EQ(lines(*trace, tree_of(*trace)), (Lines{"main 80/80 x1"}));
  EXPECT_EQ(tree_of(*trace, {.tracks = {track(*trace, "PyTorch Profiler (0)")}}).total, 90);
}

TEST(StackTree, StopsWhenCancelled) {
  TaskControl control;
  control.request_cancel();
  EXPECT_FALSE(stack_tree(*stack_run(), {}, control));
}

}  // namespace
}  // namespace nscope::analysis
