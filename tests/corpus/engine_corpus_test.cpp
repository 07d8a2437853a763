#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"
#include "tests/unit/analysis/run_table.h"

#include <iostream>
#include <set>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// What the device captures say without their NEFFs.
class EngineCorpusTest : public NeuronCaptureTest {
 protected:
  std::shared_ptr<const Trace> opened(const NeuronCapture& capture) {
    return open_exactly({capture.ntff});
  }
  TaskControl control_;
};

TEST_F(EngineCorpusTest, EveryNanosecondOfIdleTimeHasACause) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = opened(capture);
    ASSERT_TRUE(trace);
    const auto graph = dependency_graph(*trace, control_);
    ASSERT_TRUE(graph) << to_string(graph.error());
    const Scope scope(*trace, {});
    const auto timelines = engine_timelines(*graph, scope, control_);
    ASSERT_TRUE(timelines);
    EXPECT_EQ(timelines->size(), 10u) << capture.name;
    const Picoseconds window =
        graph->time_of(scope.windows().front().end) - graph->time_of(scope.windows().front().begin);
    Picoseconds unexplained = 0;
    Picoseconds idle = 0;
    for (const auto& list : {*timelines, root_causes(*graph, *timelines)}) {
      for (const EngineTimeline& timeline : list) {
        Picoseconds at = graph->time_of(scope.windows().front().begin);
        for (const EngineStretch& stretch : timeline.stretches) {
          EXPECT_EQ(stretch.begin, at) << capture.name;
          EXPECT_GT(stretch.end, stretch.begin);
          at = stretch.end;
          if (stretch.state == EngineState::kWork) continue;
          idle += stretch.end - stretch.begin;
          if (stretch.state == EngineState::kUnexplained) {
            unexplained += stretch.end - stretch.begin;
          }
          const bool waits = stretch.state == EngineState::kDmaWait ||
                             stretch.state == EngineState::kSemaphoreWait ||
                             stretch.state == EngineState::kCollectiveWait;
          EXPECT_EQ(waits && stretch.producer == kNoNode, false)
              << capture.name << ": a wait without a producer at " << graph->ns_of(stretch.begin);
        }
        EXPECT_EQ(at - graph->time_of(scope.windows().front().begin), window) << capture.name;
      }
    }
    const double share = static_cast<double>(unexplained) / static_cast<double>(idle);
    std::cout << fmt::format("  {}: {:.1f} % of idle time unexplained\n", capture.name,
                             100 * share);
    EXPECT_LT(share, 0.01) << capture.name;
  }
}

// The bounds of baseline_fp32_s1024, calculated by hand from the sums of the vendor's JSON export:
// 2 cores of trn2 with PEAK = 2 x 128 x 128 x 2.4e9 = 78.6432 TFLOP/s and BW = 358e9 B/s each.
// Times are added up over the cores.
TEST_F(EngineCorpusTest, BoundsEqualAHandCalculation) {
  const auto capture =
      std::find_if(captures_.begin(), captures_.end(),
                   [](const NeuronCapture& one) { return one.name == "baseline_fp32_s1024"; });
  ASSERT_NE(capture, captures_.end());
  const auto trace = open_exactly({capture->ntff, capture->neff});
  ASSERT_TRUE(trace);
  const NamedTable table = run_table("bounds", *trace, {{"rows", "0"}});
  const auto bound = [&](std::string_view name) {
    const std::size_t row = table.row({{"operator", "(whole run)"}, {"bound", name}});
    EXPECT_NEAR(table.number(row, "time_ns"), 2 * 116'923.984, 0.01);
    return table.number(row, "bound_ns");
  };
  constexpr double kMemory = (10'027'008 + 8'912'896) / 358e9 * 1e9;  // read and written
  EXPECT_NEAR(bound("memory"), kMemory, 0.01);
  EXPECT_NEAR(bound("no_reloads"), kMemory, 0.01) << "scores are written before each read";
  EXPECT_NEAR(bound("ideal"), 2'162'688 / 358e9 * 1e9, 0.01);  // inputs, output, constants
  constexpr double kFlops = 1'375'731'712;
  constexpr double kTransposes = 301'989'888;
  EXPECT_NEAR(bound("compute"), kFlops / 78.6432e12 * 1e9, 0.01);
  EXPECT_NEAR(bound("useful"), (kFlops - kTransposes) / 78.6432e12 * 1e9, 0.01);
  const double overlap = bound("overlap");
  EXPECT_GT(overlap, kMemory);
  EXPECT_LT(overlap, 2 * 116'923.984);
}

// The cores of a logical core meet before they begin: each writes the other one's semaphore. And
// a transfer of the runtime lets TensorE begin. Nothing else comes from outside.
TEST_F(EngineCorpusTest, SignalsFromOutsideACoreAreFound) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = opened(capture);
    ASSERT_TRUE(trace);
    const auto graph = dependency_graph(*trace, control_);
    ASSERT_TRUE(graph) << to_string(graph.error());
    const auto name = [&](std::uint32_t node) {
      return trace->text(trace->slice(graph->nodes[node].slice).name());
    };
    const auto core = [&](std::uint32_t node) {
      return trace->tracks()[graph->nodes[node].track].core;
    };
    std::size_t barriers = 0;
    std::size_t flags = 0;
    for (const DependencyEdge& edge : graph->edges) {
      if (!graph->nodes[edge.from].slice.valid() || !graph->nodes[edge.to].slice.valid()) continue;
      if (name(edge.from) == opcode::kWrite && core(edge.from) != core(edge.to)) {
        EXPECT_EQ(name(edge.to), "EVENT_SEMAPHORE");
        EXPECT_EQ(edge.kind, DependencyKind::kBarrier);
        ++barriers;
      }
      if (name(edge.to) == "NOP" && edge.kind == DependencyKind::kDmaDone) ++flags;
    }
    EXPECT_EQ(barriers, 1u) << capture.name << ": the later core does not wait";
    EXPECT_GE(flags, 2u) << capture.name << ": each core waits for one";
    for (const DependencyNode& node : graph->nodes) EXPECT_FALSE(node.outside) << capture.name;
  }
}

TEST_F(EngineCorpusTest, EveryPacketHasItsTrigger) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = opened(capture);
    ASSERT_TRUE(trace);
    std::set<std::uint32_t> triggered;
    for (const auto& pair : packet_triggers(*trace).pairs) triggered.insert(pair.packet.value);
    std::size_t packets = 0;
    std::size_t without = 0;
    for (const Track& track : trace->tracks()) {
      if (track.kind != TrackKind::kDmaQueue) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        // Packets of the runtime's own rings are in flight before the execution begins.
        const bool dynamic =
            trace->text(track.slices.name[row]).find("dynamic") != std::string_view::npos;
        if (!dynamic) continue;
        ++packets;
        without += triggered.count(Trace::slice_id(track, row).value) == 0 ? 1 : 0;
      }
    }
    std::cout << fmt::format("  {}: {} packets, {} without a trigger\n", capture.name, packets,
                             without);
    EXPECT_GT(packets, 0u) << capture.name;
    EXPECT_EQ(without, 0u) << capture.name;
  }
}

TEST_F(EngineCorpusTest, TheCriticalPathCoversTheRunWithoutGaps) {
  for (const NeuronCapture& capture : captures_) {
    const auto trace = opened(capture);
    ASSERT_TRUE(trace);
    const auto graph = dependency_graph(*trace, control_);
    ASSERT_TRUE(graph);
    const Picoseconds begin = graph->time_of(trace->time_base().window_begin);
    const Picoseconds end = graph->time_of(trace->time_base().window_end);
    const auto found = critical_path(*graph, {{begin, end}}, control_);
    ASSERT_TRUE(found);
    const std::vector<PathSegment>& path = *found;
    ASSERT_FALSE(path.empty());
    Picoseconds at = begin;
    Picoseconds unexplained = 0;
    for (const PathSegment& segment : path) {
      EXPECT_EQ(segment.begin, at) << capture.name;
      at = segment.end;
      if (segment.kind == PathSegment::Kind::kUnexplained) {
        unexplained += segment.end - segment.begin;
      }
    }
    EXPECT_EQ(at, end) << capture.name;
    // It begins with the launch of an engine and ends with the event that ends last.
    EXPECT_EQ(path.front().kind, PathSegment::Kind::kLaunch) << capture.name;
    Picoseconds last = 0;
    for (const DependencyNode& node : graph->nodes) {
      if (node.slice.valid() && node.start < end) last = std::max(last, std::min(node.end, end));
    }
    const PathSegment& final =
        path.back().kind == PathSegment::Kind::kAfter ? path[path.size() - 2] : path.back();
    EXPECT_EQ(final.end, last) << capture.name;
    std::cout << fmt::format(
        "  {}: {} segments, {:.1f} % unexplained\n", capture.name, path.size(),
        100.0 * static_cast<double>(unexplained) / static_cast<double>(end - begin));
    EXPECT_LT(static_cast<double>(unexplained), 0.03 * static_cast<double>(end - begin))
        << capture.name;
  }
}

}  // namespace
}  // namespace nscope::analysis
