#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/memory/reloads.h"
#include "profiler/base/parallel.h"
#include "profiler/dependency/dependency_timing.h"
#include "profiler/dependency/dma_engine_work.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kWhatIfParameters{
    Parameter{
        .id = "factor",
        .title = phrase("Speed-up factor"),
        .meaning = phrase("Factor by which each engine, DMA or latency is faster, one at a time"),
        .value = 2,
        .lowest = 0.01,
        .highest = 1000},
};

/// A change whose effect on the length of the run is predicted.
struct Change {
  enum class Kind { kNone, kEngine, kLatency, kWaits, kReloads };
  Text title;
  Kind kind = Kind::kNone;
  Engine engine = Engine::kNone;
};

/// The changes to evaluate: none; each engine of the run, DMA or collectives `factor` times
/// faster; shorter latencies; no unexplained waits; no repeated reads of HBM.
std::vector<Change> changes(const DependencyGraph& graph, double factor, bool reloads) {
  std::set<Engine> engines;
  std::uint32_t track = kNoNode;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].slice.valid() || graph.nodes[i].track == track) continue;
    track = graph.nodes[i].track;
    engines.insert(graph.nodes[i].packet ? Engine::kDma : graph.track_of(i).engine);
  }
  std::vector<Change> list{{tr("no change")}};
  for (const Engine engine : engines) {
    list.push_back({tr("{} {}x faster", to_string(engine), factor), Change::Kind::kEngine, engine});
  }
  list.push_back({tr("latencies {}x shorter", factor), Change::Kind::kLatency});
  list.push_back({tr("no unexplained waits"), Change::Kind::kWaits});
  if (reloads) list.push_back({tr("no repeated reads of HBM"), Change::Kind::kReloads});
  return list;
}

/// The run without the bytes that its cores read repeatedly: transfers of only such bytes are
/// removed; the packets of other transfers take the share of their time that the other bytes have.
/// nullopt if nothing is read repeatedly. Errors: kCancelled.
Result<std::optional<DependencyScaling>> without_reloads(const DependencyGraph& graph,
                                                         TaskControl& control) {
  const auto found = hbm_transfers(*graph.trace, Scope(*graph.trace, {}), control);
  if (!found) return fail(found.error());
  std::unordered_map<std::uint32_t, double> needed;  // share of the bytes by slice
  for (const HbmTransfer& transfer : found->transfers) {
    // A copy within HBM still has to write.
    if (transfer.reread > 0.0 && transfer.written == 0.0) {
      needed.emplace(transfer.slice.value, 1.0 - transfer.reread / transfer.read);
    }
  }
  if (needed.empty()) return std::nullopt;
  DependencyScaling scaling;
  scaling.duration.assign(graph.nodes.size(), 1.0);
  scaling.removed.assign(graph.nodes.size(), 0);
  const auto share = [&](std::uint32_t node) {
    const auto at = needed.find(graph.nodes[node].slice.value);
    return at == needed.end() || graph.nodes[node].packet ? 1.0 : at->second;
  };
  for (std::uint32_t node = 0; node < graph.nodes.size(); ++node) {
    scaling.removed[node] = share(node) == 0.0 ? 1 : 0;
  }
  for (const DependencyEdge& edge : graph.edges) {
    if (edge.kind != DependencyKind::kDmaStart) continue;
    scaling.duration[edge.to] = share(edge.from);
    if (scaling.removes(edge.from)) scaling.removed[edge.to] = 1;
  }
  // The completion of a transfer follows its packets, which are nodes before it.
  for (const DependencyEdge& edge : graph.edges) {
    if (edge.kind == DependencyKind::kGather && scaling.removes(edge.from)) {
      scaling.removed[edge.to] = 1;
    }
  }
  return scaling;
}

DependencyScaling scaling_of(const DependencyGraph& graph, const Change& change, double factor) {
  DependencyScaling scaling;
  if (change.kind == Change::Kind::kLatency) scaling.latency.fill(1.0 / factor);
  if (change.kind == Change::Kind::kWaits) scaling.keep_waits = false;
  if (change.kind != Change::Kind::kEngine) return scaling;
  const bool dma = change.engine == Engine::kDma;
  if (dma) scaling.transfer_rate = 1.0 / factor;
  for (const Track& track : graph.trace->tracks()) {
    const bool packets = track.slice_kind == SliceKind::kDma;
    const bool faster = packets ? dma : track.engine == change.engine;
    scaling.track.push_back(faster ? 1.0 / factor : 1.0);
  }
  return scaling;
}

Result<Table> what_if_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  Table table({{.id = "change", .title = tr("Change")},
               {.id = "time_ns", .title = tr("Predicted time"), .unit = "ns", .decimals = 3},
               {.id = "gain_ns", .title = tr("Gain"), .unit = "ns", .decimals = 3},
               {.id = "gain_share", .title = tr("Gain share"), .decimals = 4}});
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    const auto order = order_of(graph, request, control);
    if (!order) return fail(order.error());
    const double factor = request.parameters.number("factor");
    const auto reloads = without_reloads(graph, control);
    if (!reloads) return fail(reloads.error());
    const std::vector<Change> list = changes(graph, factor, reloads->has_value());
    const DmaEngineWork dma(graph);
    std::vector<Picoseconds> totals(list.size());
    for_each_in_parallel(list.size(), [&](std::size_t i) {
      const DependencyScaling scaling =
          list[i].kind == Change::Kind::kReloads ? **reloads : scaling_of(graph, list[i], factor);
      const auto timing =
          run_dependencies(graph, **order, scaling, {.path = false, .waits = false}, control);
      if (timing) totals[i] = std::max(timing->total, dma.least_total(*timing, scaling));
    });
    if (control.cancelled()) return cancelled();
    const auto whole = static_cast<double>(std::max<Picoseconds>(1, totals[0]));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Picoseconds gain = totals[0] - totals[i];
      to.add_row({list[i].title, to_ns(totals[i]), to_ns(gain), static_cast<double>(gain) / whole});
    }
    to.add_note(tr("The run took {} ns. Running its dependencies without a change gives {} ns.",
                   as::fixed(to_ns(graph.total), 3), as::fixed(to_ns(totals[0]), 3)));
    if (!request.scope.range) return {};
    to.add_note(tr("The prediction is for the whole run; the selected range is ignored."));
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

}  // namespace

constinit const Analysis kWhatIfAnalysis{
    .id = "what-if",
    .group = phrase("Engines"),
    .title = phrase("Gain from faster engines"),
    .shows =
        phrase("Predicted length of the run if one engine, DMA or the latencies were faster, or if "
               "no HBM data were read twice"),
    .definition = phrase(
        "The dependencies of the run are run again with the durations of one engine divided by the "
        "factor. The order, all other durations and unexplained waits stay the same, and no DMA "
        "engine does more work than the time allows. Without repeated reads of HBM (analysis "
        "'bounds'), transfers of only such bytes are removed; the packets of other transfers take "
        "the share of their time that their other bytes have. TensorE keeps its clock unless the "
        "run states how the clock follows the load. gain_ns = time without a change - time with "
        "the change. gain_share = gain_ns / time without a change."),
    .run = what_if_table,
    .parameters = kWhatIfParameters,
    .plot = {Plot::Kind::kBars, "change", "gain_share", ""}};

}  // namespace nscope::analysis
