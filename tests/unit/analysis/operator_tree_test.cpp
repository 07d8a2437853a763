#include "profiler/analysis/operators/operator_tree.h"

#include "profiler/analysis/operators/operator_cells.h"
#include "tests/unit/analysis/test_run.h"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {
namespace {

OperatorTree tree_of(const Trace& trace, const SummaryOptions& options = {}) {
  TaskControl control;
  auto tree = operator_tree(trace, Scope(trace, options), control);
  EXPECT_TRUE(tree);
  return tree ? *std::move(tree) : OperatorTree();
}

/// "layer 0 > dot > MATMUL", the path of a node.
std::string path(const Trace& trace, const OperatorTree& tree, std::uint32_t node) {
  const auto& at = tree.nodes[node];
  const std::string name(at.totals.name.valid() ? trace.text(at.totals.name) : "(not named)");
  return at.parent == OperatorTree::kNone ? name : path(trace, tree, at.parent) + " > " + name;
}

std::uint32_t find(const Trace& trace, const OperatorTree& tree, std::string_view wanted) {
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    if (path(trace, tree, node) == wanted) return node;
  }
  ADD_FAILURE() << "no node " << wanted;
  return 0;
}

/// The builder numbers slices anew.
SliceId slice_at(const Trace& trace, std::string_view name, std::int64_t begin) {
  for (const Track& track : trace.tracks()) {
    for (std::size_t row = 0; row < track.slices.size(); ++row) {
      if (track.slices.start[row] == begin && trace.text(track.slices.name[row]) == name) {
        return Trace::slice_id(track, row);
      }
    }
  }
  ADD_FAILURE() << "no " << name;
  return {};
}

/// Two layers of two graph operators: in "layer 0" dot.1 loads 0..10 (its packet 20..60) and
/// multiplies 100..200, add.2 runs 150..250; in "layer 1" dot.3 multiplies 300..400. A COPY
/// 500..520 has no names, a packet 600..700 no cause, and a semaphore wait does not count.
struct LayeredRun {
  LayeredRun() {
    run.device(1).execution(0, 1000);
    load = run.instruction(0, Engine::kSync, "DMA_DIRECT2D", 0, 10);
    named(load, "layer 0", "dot.1");
    run.arg(load, key::kHbmReadBytes, 3580);
    matmul = run.instruction(0, Engine::kTensor, "MATMUL", 100, 200);
    named(matmul, "layer 0", "dot.1");
    run.arg(matmul, key::kElements, 786432);
    add = run.instruction(0, Engine::kVector, "TENSOR_TENSOR", 150, 250);
    named(add, "layer 0", "add.2");
    named(run.instruction(0, Engine::kTensor, "MATMUL", 300, 400), "layer 1", "dot.3");
    copy = run.instruction(0, Engine::kVector, "COPY", 500, 520);
    run.instruction(0, Engine::kVector, "EVENT_SEMAPHORE", 530, 590);
    packet = run.packet(0, 1, "hardware_dynamic", 3580, 20, 60);
    run.packet(0, 2, "instruction", 64, 600, 700);
    run.out().flow(load, packet, run.out().intern(flow_kind::kDmaTrigger));
    trace = run.finish();
    load = slice_at(*trace, "DMA_DIRECT2D", 0);
    packet = slice_at(*trace, "hardware_dynamic", 20'000);
    matmul = slice_at(*trace, "MATMUL", 100'000);
    add = slice_at(*trace, "TENSOR_TENSOR", 150'000);
    copy = slice_at(*trace, "COPY", 500'000);
  }
  void named(SliceId slice, std::string_view layer, std::string_view hlo) {
    run.arg(slice, key::kLayer, layer);
    run.arg(slice, key::kHloName, hlo);
  }

  TestRun run;
  SliceId load, matmul, add, copy, packet;
  std::shared_ptr<const Trace> trace;
};

TEST(OperatorTree, HasTheLevelsOfTheRun) {
  const LayeredRun run;
  const OperatorTree tree = tree_of(*run.trace);
  EXPECT_EQ(tree.levels,
            (std::vector{TreeLevel::kLayer, TreeLevel::kFramework, TreeLevel::kInstruction}))
      << "three graph operators are inside two layers";
  std::vector<std::string> paths;
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    paths.push_back(path(*run.trace, tree, node));
  }
  EXPECT_EQ(paths,
            (std::vector<std::string>{"layer 0", "layer 0 > dot.1", "layer 0 > dot.1 > MATMUL",
                                      "layer 0 > dot.1 > DMA_DIRECT2D", "layer 0 > add.2",
                                      "layer 0 > add.2 > TENSOR_TENSOR", "(not named)", "layer 1",
                                      "layer 1 > dot.3", "layer 1 > dot.3 > MATMUL", "COPY"}))
      << "siblings by active time, then name; levels without a name are skipped";
}

TEST(OperatorTree, AddsUpWorkFromBelow) {
  const LayeredRun run;
  const Trace& trace = *run.trace;
  const OperatorTree tree = tree_of(trace);
  const auto totals = [&](std::string_view path) {
    return tree.nodes[find(trace, tree, path)].totals;
  };
  const OperatorTotals layer = totals("layer 0");
  EXPECT_EQ(layer.count, 3) << "packets are not counted";
  EXPECT_EQ(layer.active, 200'000) << "0..10, 20..60, 100..250";
  EXPECT_EQ(layer.exposed, 200'000) << "no other layer runs at the same time";
  EXPECT_EQ(layer.flops, 1572864);
  EXPECT_EQ(layer.hbm_bytes, 3580);
  EXPECT_EQ(layer.longest, run.matmul);
  EXPECT_EQ(engine_time(layer), 250'000);
  EXPECT_EQ(totals("layer 0 > dot.1").active, 150'000);
  EXPECT_EQ(totals("layer 0 > dot.1").exposed, 100'000) << "without 150..200 of add.2";
  EXPECT_EQ(totals("layer 0 > dot.1 > DMA_DIRECT2D").active, 50'000) << "with its packet";
  EXPECT_EQ(totals("layer 0 > add.2 > TENSOR_TENSOR").exposed, 50'000);
  EXPECT_EQ(totals("COPY").active, 20'000);
  EXPECT_EQ(totals("(not named)").active, 100'000);
  EXPECT_EQ(totals("(not named)").count, 0);
  EXPECT_EQ(tree.packets, 2);
  EXPECT_EQ(tree.tied_packets, 1);
}

TEST(OperatorTree, KnowsTheEventsOfANode) {
  const LayeredRun run;
  const Trace& trace = *run.trace;
  const OperatorTree tree = tree_of(trace);
  const auto layer = find(trace, tree, "layer 0");
  const auto dot = find(trace, tree, "layer 0 > dot.1");
  for (const SliceId slice : {run.load, run.matmul, run.packet}) {
    EXPECT_TRUE(tree.holds(layer, slice));
    EXPECT_TRUE(tree.holds(dot, slice));
  }
  EXPECT_TRUE(tree.holds(layer, run.add));
  EXPECT_FALSE(tree.holds(dot, run.add));
  EXPECT_FALSE(tree.holds(layer, run.copy));
  EXPECT_FALSE(tree.holds(layer, SliceId(trace.slice_count() + 5)));
  EXPECT_EQ(tree.children(layer), (std::vector{dot, find(trace, tree, "layer 0 > add.2")}));
  EXPECT_EQ(tree.children(OperatorTree::kNone).size(), 4u);
}

TEST(OperatorTree, FollowsTheRange) {
  const LayeredRun run;
  SummaryOptions options;
  options.range = {TraceTime(290'000), TraceTime(530'000)};
  const OperatorTree tree = tree_of(*run.trace, options);
  std::vector<std::string> outermost;
  for (const auto node : tree.children(OperatorTree::kNone)) {
    outermost.push_back(path(*run.trace, tree, node));
  }
  EXPECT_EQ(outermost, (std::vector<std::string>{"layer 1", "COPY"}));
  EXPECT_EQ(tree.window, 240'000);
}

TEST(OperatorTree, FrameworkOperatorsHoldLayersWhereTheyAreFewer) {
  TestRun run;
  for (int i = 0; i < 4; ++i) {
    const SliceId slice = run.instruction(0, Engine::kTensor, "MATMUL", i * 100, i * 100 + 50);
    run.arg(slice, key::kHloName, "aten::linear");
    run.arg(slice, key::kLayer, "layer " + std::to_string(i));
  }
  const auto trace = run.finish();
  const OperatorTree tree = tree_of(*trace);
  ASSERT_EQ(tree.children(OperatorTree::kNone).size(), 1u);
  EXPECT_EQ(tree.nodes[0].level, TreeLevel::kFramework);
  EXPECT_EQ(tree.children(0).size(), 4u);
}

TEST(OperatorTree, AgreesWithTheOperatorsOfEachLevel) {
  std::mt19937 random(11);
  TestRun run;
  std::int64_t at = 0;
  for (int i = 0; i < 3000; ++i) {
    at += static_cast<std::int64_t>(random() % 40);
    const auto engine = random() % 2 == 0 ? Engine::kTensor : Engine::kVector;
    const SliceId slice = run.instruction(static_cast<int>(random() % 2), engine,
                                          random() % 3 == 0 ? "MATMUL" : "COPY", at,
                                          at + 1 + static_cast<std::int64_t>(random() % 60));
    if (random() % 5 != 0) run.arg(slice, key::kLayer, "layer " + std::to_string(random() % 7));
    run.arg(slice, key::kElements, static_cast<std::int64_t>(random() % 1000));
  }
  run.device(2);
  const auto trace = run.finish();
  const OperatorTree tree = tree_of(*trace);
  TaskControl control;
  const auto layers = operator_totals(*trace, Scope(*trace, {}), OperatorLevel::kLayer, control);
  ASSERT_TRUE(layers);
  std::int64_t nodes = 0;
  for (const OperatorTotals& layer : layers->operators) {
    if (!layer.name.valid()) continue;
    const OperatorTotals& node = tree.nodes[find(*trace, tree, trace->text(layer.name))].totals;
    ++nodes;
    EXPECT_EQ(node.count, layer.count);
    EXPECT_EQ(node.active, layer.active);
    EXPECT_EQ(node.time, layer.time);
    EXPECT_EQ(node.longest, layer.longest);
    EXPECT_DOUBLE_EQ(node.flops, layer.flops);
  }
  EXPECT_EQ(nodes, 7);
  std::int64_t outermost = 0;
  std::int64_t innermost = 0;
  for (std::uint32_t node = 0; node < tree.nodes.size(); ++node) {
    const std::int64_t time = engine_time(tree.nodes[node].totals);
    if (tree.nodes[node].parent == OperatorTree::kNone) outermost += time;
    if (tree.nodes[node].end == node + 1) innermost += time;
  }
  EXPECT_EQ(outermost, innermost) << "engine time adds up";
}

TEST(OperatorTree, AllWorkIsOneNode) {
  const LayeredRun run;
  TaskControl control;
  const auto all = all_work(*run.trace, Scope(*run.trace, {}), control);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->count, 5);
  EXPECT_EQ(all->active, 420'000) << "0..10, 20..60, 100..250, 300..400, 500..520, 600..700";
  EXPECT_EQ(all->exposed, all->active);
  EXPECT_EQ(all->hbm_bytes, 3580);
}

TEST(OperatorTree, StopsWhenCancelled) {
  const LayeredRun run;
  TaskControl control;
  control.request_cancel();
  const auto tree = operator_tree(*run.trace, Scope(*run.trace, {}), control);
  ASSERT_FALSE(tree);
  EXPECT_EQ(tree.error().code, ErrorCode::kCancelled);
}

TEST(OperatorCells, StateMissingValues) {
  TestRun run;
  run.instruction(0, Engine::kVector, "COPY", 0, 100);
  const auto trace = run.finish();
  const OperatorTree tree = tree_of(*trace);
  ASSERT_EQ(tree.nodes.size(), 1u);
  const OperatorCells cells(*trace, tree.window);
  EXPECT_EQ(cells.cell(tree.nodes[0].totals, OperatorColumn::kMfu),
            Cell(Missing{tr("no FLOPs stated")}));
  EXPECT_EQ(cells.cell(tree.nodes[0].totals, OperatorColumn::kActive), Cell(100.0));
  EXPECT_EQ(cells.row(tree.nodes[0].totals).size(), operator_columns("operator", Phrase()).size());
}

}  // namespace
}  // namespace nscope::analysis
