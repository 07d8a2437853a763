#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/dependency/packet_triggers.h"
#include "profiler/trace/vocabulary.h"
#include "tests/corpus/neuron_captures.h"
#include "tests/unit/analysis/run_table.h"

#include <initializer_list>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

/// The work of a capture, from sources other than this program.
struct HandCount {
  std::vector<std::string> files;
  double cores = 2;
  double flops_per_s = 0;  ///< of one core: 2 x 128 x 128 x clock
  double bytes_per_s = 0;  ///< HBM bandwidth of one core
  double read = 0;         ///< bytes
  double written = 0;
  double reread = -1;      ///< bytes that a core had read before; -1: not stated
  double compulsory = -1;  ///< bytes of inputs, constants and outputs; -1: not stated
  double flops = -1;       ///< -1: not stated
  double transposes = 0;
};

constexpr double kTrn2Flops = 2 * 128 * 128 * 2.4e9;
constexpr double kTrn2Bytes = 358e9;

std::string corpus_file(const std::string& path) {
  return corpus_path(path).string();
}

std::vector<std::string> attention_files(const std::string& folder, const std::string& kernel) {
  const std::string path = "captures/neuron/" + folder + "/" + kernel;
  return {corpus_file(path + "_exec_2.ntff"), corpus_file(path + ".neff")};
}

/// The attention kernels: reads, writes and FLOPs are sums over the instructions in the vendor's
/// JSON exports. q, k, v and the output have `tokens` x 128 elements; the constants are identity
/// matrices of 128 x 128 for the transposes.
HandCount attention(const std::string& folder, double tokens, double element, double constants,
                    double read, double written, double flops, double transposes) {
  return {.files = attention_files(folder, folder.substr(0, folder.find('_'))),
          .flops_per_s = kTrn2Flops,
          .bytes_per_s = kTrn2Bytes,
          .read = read,
          .written = written,
          .reread = 0,
          .compulsory = 4 * tokens * 128 * element + constants,
          .flops = flops,
          .transposes = transposes};
}

std::vector<HandCount> hand_counts() {
  const std::string moe = "captures_2026/neuron_moe/";
  const std::string older = "captures_2026/neuron_older/";
  constexpr double kIdentity = 128 * 128;
  constexpr double kGateUp = 8.0 * 2'048 * 512 * 2;
  constexpr double kDown = 8.0 * 256 * 2'048 * 2;
  return {
      attention("baseline_attention", 512, 4, 4 * kIdentity, 2'949'120, 2'359'296, 352'321'536,
                83'886'080),
      attention("fused_attention", 512, 4, 4 * kIdentity, 851'968, 262'144, 352'321'536,
                83'886'080),
      attention("baseline_bf16_s512", 512, 2, 6 * kIdentity, 2'588'672, 2'228'224, 285'212'672,
                83'886'080),
      attention("fused_bf16_s512", 512, 2, 6 * kIdentity, 491'520, 131'072, 285'212'672,
                83'886'080),
      attention("baseline_fp32_s1024", 1024, 4, 4 * kIdentity, 10'027'008, 8'912'896, 1'375'731'712,
                301'989'888),
      attention("fused_fp32_s1024", 1024, 4, 4 * kIdentity, 1'638'400, 524'288, 1'375'731'712,
                301'989'888),
      // A mixture of experts for one token, in bf16: of 8 of 128 experts the matrices 2,048 x 512
      // and 256 x 2,048, the token and its 8 numbers and weights of experts. AWS's profiler prints
      // 25.17 MB and 25.166 MFLOP. The transfers of static queues (the numbers, the weights, the
      // output) do not state their tensors, so that 'ideal' leaves them out.
      {.files = {corpus_file(moe + "profile_v6b_exec_2.ntff"), corpus_file(moe + "v6b.neff")},
       .flops_per_s = kTrn2Flops,
       .bytes_per_s = kTrn2Bytes,
       .read = kGateUp + kDown + 2'048 * 2 + 8 * 4 + 8 * 4,
       .written = 2'048 * 2,
       .reread = 0,
       .compulsory = kGateUp + kDown + 2'048 * 2,
       .flops = kGateUp + kDown},  // 2 for each weight, which has 2 bytes
      // Attention with 296 loads of 128 x 128 weights, 20 of 256 B, and 20 that read the same 8 B
      // 128 times. 8 stores of 256 B and 20 spills of 8 B.
      {.files = {corpus_file(moe + "profile_attn_v6_exec_2.ntff"),
                 corpus_file(moe + "attn_v6.neff")},
       .flops_per_s = kTrn2Flops,
       .bytes_per_s = kTrn2Bytes,
       .read = 296 * 32'768 + 20 * 256 + 20 * 1'024,
       .written = 8 * 256 + 20 * 8,
       .reread = 20 * 1'024 - 8},
      // The vendor's summaries of these two.
      {.files = {corpus_file(older + "v5_trn2_stream_256k_fd1k.ntff")},
       .flops_per_s = kTrn2Flops,
       .bytes_per_s = kTrn2Bytes,
       .read = 2'048'000,
       .written = 1'024'000},
      {.files = {corpus_file(older + "v5_trn2_transpose_1024.ntff")},
       .flops_per_s = kTrn2Flops,
       .bytes_per_s = kTrn2Bytes,
       .read = 4'210'688,
       .written = 4'194'304,
       .flops = 268'435'456,
       .transposes = 268'435'456},
      // The same program as the stream on trn2, on one core of trn1: c = a + b with 256,000 floats.
      {.files = {corpus_file(older + "v4_trn1_stream_256k_fd1k.ntff")},
       .cores = 1,
       .flops_per_s = 2 * 128 * 128 * 2.8e9,
       .bytes_per_s = 820e9 / 2,
       .read = 2 * 256'000 * 4,
       .written = 256'000 * 4},
  };
}

double bound_of(const NamedTable& table, std::string_view item, std::string_view name) {
  return table.number(table.row({{"operator", item}, {"bound", name}}), "bound_ns");
}

bool has_bound(const NamedTable& table, std::string_view item, std::string_view name) {
  return !table.missing(table.row({{"operator", item}, {"bound", name}}), "bound_ns");
}

constexpr std::string_view kWhole = "(whole run)";

/// The trace of a capture, opened once.
std::shared_ptr<const Trace> opened_once(const std::vector<std::string>& files) {
  static std::map<std::vector<std::string>, std::shared_ptr<const Trace>> traces;
  auto& trace = traces[files];
  if (!trace) trace = open_exactly(files);
  return trace;
}

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

// Times are added up over the cores of a capture.
TEST_F(EngineCorpusTest, BoundsEqualAHandCalculation) {
  for (const HandCount& hand : hand_counts()) {
    SCOPED_TRACE(hand.files.front());
    const auto trace = opened_once(hand.files);
    ASSERT_TRUE(trace);
    const NamedTable table = run_table("bounds", *trace, {{"rows", "0"}});
    const auto& base = trace->time_base();
    const double length = trace->to_seconds(base.window_end - base.window_begin) * 1e9;
    EXPECT_NEAR(table.number(0, "time_ns"), hand.cores * length, 0.01);
    const auto bytes_ns = [&](double bytes) { return bytes / hand.bytes_per_s * 1e9; };
    const double memory = bytes_ns(hand.read + hand.written);
    EXPECT_NEAR(bound_of(table, kWhole, "memory"), memory, 0.01);
    EXPECT_EQ(has_bound(table, kWhole, "no_reloads"), hand.reread >= 0);
    if (hand.reread >= 0) {
      EXPECT_NEAR(bound_of(table, kWhole, "no_reloads"), memory - bytes_ns(hand.reread), 0.01);
    }
    if (hand.compulsory >= 0) {
      EXPECT_NEAR(bound_of(table, kWhole, "ideal"), bytes_ns(hand.compulsory), 0.01);
    }
    if (hand.flops >= 0) {
      const auto flops_ns = [&](double flops) { return flops / hand.flops_per_s * 1e9; };
      EXPECT_NEAR(bound_of(table, kWhole, "compute"), flops_ns(hand.flops), 0.01);
      EXPECT_NEAR(bound_of(table, kWhole, "useful"), flops_ns(hand.flops - hand.transposes), 0.01);
    }
    for (std::size_t row = 0; row < table.rows(); ++row) {
      if (table.missing(row, "bound_ns")) continue;
      EXPECT_LE(table.number(row, "bound_ns"), table.number(row, "time_ns"));
    }
  }
}

// Of source lines, the kernel and its region: counts of instructions x bytes or products of each.
TEST_F(EngineCorpusTest, BoundsOfPartsEqualAHandCalculation) {
  const std::string moe = "captures_2026/neuron_moe/";
  const auto experts =
      opened_once({corpus_file(moe + "profile_v6b_exec_2.ntff"), corpus_file(moe + "v6b.neff")});
  const auto attention = opened_once(
      {corpus_file(moe + "profile_attn_v6_exec_2.ntff"), corpus_file(moe + "attn_v6.neff")});
  ASSERT_TRUE(experts && attention);
  const auto bytes_ns = [](double bytes) { return bytes / kTrn2Bytes * 1e9; };
  const auto products_ns = [](double count, double columns) {
    return count * 2 * 128 * 128 * columns / kTrn2Flops * 1e9;
  };
  const std::string of_experts =
      "/home/ubuntu/nki-moe/kernels/moe_tkg/agents/v6b_1_coalesce_down_dma.py:";
  const NamedTable lines = run_table("bounds", *experts, {{"by", "source"}, {"rows", "1000"}});
  for (const auto& [line, bytes] : std::initializer_list<std::pair<std::string_view, double>>{
           {"125", 16 * 256}, {"190", 128 * 131'072}, {"270", 16 * 524'288}}) {
    for (const std::string_view name : {"memory", "no_reloads", "ideal"}) {
      EXPECT_NEAR(bound_of(lines, of_experts + std::string(line), name), bytes_ns(bytes), 0.01)
          << line << " " << name;
    }
    EXPECT_FALSE(has_bound(lines, of_experts + std::string(line), "compute")) << line;
  }
  for (const auto& [line, count] :
       std::initializer_list<std::pair<std::string_view, double>>{{"205", 512}, {"291", 256}}) {
    for (const std::string_view name : {"compute", "useful"}) {
      EXPECT_NEAR(bound_of(lines, of_experts + std::string(line), name), products_ns(count, 1),
                  0.01)
          << line << " " << name;
    }
    EXPECT_FALSE(has_bound(lines, of_experts + std::string(line), "memory")) << line;
  }
  const std::string of_attention = "/home/ubuntu/nki-moe/kernels/attn_tkg/agents/v6_ultimate.py:";
  const NamedTable more = run_table("bounds", *attention, {{"by", "source"}, {"rows", "1000"}});
  EXPECT_NEAR(bound_of(more, of_attention + "273", "memory"), bytes_ns(128 * 32'768), 0.01);
  EXPECT_NEAR(bound_of(more, of_attention + "278", "useful"), products_ns(128, 1), 0.01);
  EXPECT_NEAR(bound_of(more, of_attention + "473", "compute"), products_ns(20, 128), 0.01);
  EXPECT_NEAR(bound_of(more, of_attention + "473", "useful"), 0, 0.01) << "transposes";
  // 20 reads of the same 8 B, 128 times each
  EXPECT_NEAR(bound_of(more, of_attention + "416", "memory"), bytes_ns(20 * 1'024), 0.01);
  EXPECT_NEAR(bound_of(more, of_attention + "416", "no_reloads"), bytes_ns(8), 0.01);

  const double weights = 128 * 131'072 + 16 * 524'288;
  const NamedTable kernels = run_table("bounds", *experts, {{"by", "kernel"}});
  const std::string kernel = "__main__.nki_moe_v6b";
  EXPECT_NEAR(bound_of(kernels, kernel, "ideal"), bytes_ns(weights + 16 * 256), 0.01);
  EXPECT_NEAR(bound_of(kernels, kernel, "useful"), products_ns(768, 1), 0.01);
  const NamedTable regions = run_table("bounds", *experts, {{"by", "region"}});
  const std::string region = kernel + ", core 0";
  EXPECT_NEAR(bound_of(regions, region, "memory"), bytes_ns(weights + 2 * 4'096 + 64), 0.01);
  EXPECT_NEAR(bound_of(regions, region, "compute"), products_ns(768, 1), 0.01);
  SummaryOptions part;
  part.core = 0;
  const NamedTable of_regions = run_table("regions", *experts);
  const double begin = of_regions.number(0, "start_ns");
  part.range = {experts->from_ns(begin),
                experts->from_ns(begin + of_regions.number(0, "duration_ns"))};
  const NamedTable range = run_table("bounds", *experts, {{"rows", "0"}}, part);
  EXPECT_NEAR(range.number(0, "bound_ns"), bound_of(regions, region, "overlap"), 1)
      << "a region is analysed like its range";
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
