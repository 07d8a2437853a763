#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/scope.h"
#include "profiler/base/parallel.h"
#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array kPathParameters{
    Parameter{.id = "min_share",
              .title = "Segments from",
              .meaning = "share of the path; shorter neighbours are folded into one row",
              .value = 0.002,
              .lowest = 0,
              .highest = 1},
    Parameter{.id = "rows",
              .title = "Rows at most",
              .meaning = "in order of time",
              .value = 1000,
              .lowest = 1,
              .highest = 1e6},
};
constexpr std::array kWhatIfParameters{
    Parameter{.id = "factor",
              .title = "Faster by",
              .meaning = "how many times faster each engine in turn runs",
              .value = 2,
              .lowest = 0.01,
              .highest = 1000},
};

/// The segments of every window.
std::vector<PathSegment> path_of(const DependencyGraph& graph, const Scope& scope) {
  std::vector<PathSegment> path;
  for (const TimeWindow& window : scope.windows()) {
    const auto part = critical_path(graph, graph.time_of(window.begin), graph.time_of(window.end));
    path.insert(path.end(), part.begin(), part.end());
  }
  return path;
}

const Track& track_of(const DependencyGraph& graph, std::uint32_t node) {
  return graph.trace->tracks()[graph.nodes[node].track];
}

std::string engine_text(const DependencyGraph& graph, const PathSegment& segment) {
  if (segment.kind == PathSegment::Kind::kAfter) return {};
  if (segment.kind == PathSegment::Kind::kTransfer) return "DMA";
  return std::string(to_string(track_of(graph, segment.node).engine));
}

struct Folded {
  Picoseconds begin = 0;
  Picoseconds end = 0;
  std::int64_t count = 0;
};

/// Writes rows in order of time, short neighbours as one.
class PathRows {
 public:
  PathRows(const DependencyGraph& graph, std::size_t most, Table& table)
      : graph_(graph), most_(most), table_(table) {}

  void add(const PathSegment& segment, Picoseconds least) {
    if (segment.end - segment.begin < least) {
      if (folded_.count == 0) folded_.begin = segment.begin;
      folded_.end = segment.end;
      ++folded_.count;
      return;
    }
    fold();
    const SliceId slice = slice_of(graph_, segment.node);
    const bool ends = segment.kind == PathSegment::Kind::kAfter;
    const Cell none = Missing{"none"};
    row({graph_.ns_of(segment.begin), to_ns(segment.end - segment.begin),
         std::string(to_string(segment.kind)),
         ends ? none : Cell(static_cast<std::int64_t>(track_of(graph_, segment.node).core)),
         engine_text(graph_, segment), ends ? none : id_cell(slice),
         ends ? none : name_cell(*graph_.trace, slice)});
  }

  void finish() {
    fold();
    if (left_out_ > 0) table_.add_note(fmt::format("{} more rows are not shown.", left_out_));
  }

 private:
  void fold() {
    if (folded_.count == 0) return;
    const Cell none = Missing{"several"};
    row({graph_.ns_of(folded_.begin), to_ns(folded_.end - folded_.begin),
         fmt::format("{} short segments", folded_.count), none, std::string(), none, none});
    folded_ = {};
  }
  void row(std::vector<Cell> cells) {
    if (table_.row_count() < most_) {
      table_.add_row(std::move(cells));
    } else {
      ++left_out_;
    }
  }

  const DependencyGraph& graph_;
  std::size_t most_;
  Table& table_;
  Folded folded_;
  std::size_t left_out_ = 0;
};

Result<Table> path_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  Table table({{.id = "start_ns", .title = "From", .unit = "ns", .decimals = 3},
               {.id = "duration_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "kind", .title = "What"},
               {.id = "core", .title = "Core"},
               {.id = "engine", .title = "Engine"},
               {.id = "slice_id", .title = "Event"},
               {.id = "instruction", .title = "Instruction"}});
  const auto run = follow_run(trace, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    table.add_note((*run)->missing);
    return table;
  }
  const std::vector<PathSegment> path = path_of(*(*run)->graph, Scope(trace, request.scope));
  Picoseconds total = 0;
  for (const PathSegment& segment : path) total += segment.end - segment.begin;
  const Picoseconds least =
      bounded(request.parameters.number("min_share") * static_cast<double>(total));
  PathRows rows(*(*run)->graph, request.parameters.count("rows"), table);
  for (const PathSegment& segment : path) rows.add(segment, least);
  rows.finish();
  return table;
}

Result<Table> path_totals_table(const Trace& trace, const AnalysisRequest& request,
                                TaskControl& control) {
  Table table({{.id = "kind", .title = "What"},
               {.id = "engine", .title = "Engine"},
               {.id = "instruction", .title = "Instruction"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "share", .title = "Share of the path", .decimals = 4},
               {.id = "count", .title = "Segments"}});
  const auto run = follow_run(trace, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    table.add_note((*run)->missing);
    return table;
  }
  const DependencyGraph& graph = *(*run)->graph;
  std::map<std::tuple<std::string_view, std::string, std::string_view>,
           std::pair<Picoseconds, std::int64_t>>
      totals;
  Picoseconds all = 0;
  for (const PathSegment& segment : path_of(graph, Scope(trace, request.scope))) {
    const SliceId slice = slice_of(graph, segment.node);
    const bool named = segment.kind != PathSegment::Kind::kAfter && slice.valid();
    auto& [time, count] = totals[{to_string(segment.kind), engine_text(graph, segment),
                                  named ? trace.text(trace.slice(slice).name()) : ""}];
    time += segment.end - segment.begin;
    all += segment.end - segment.begin;
    ++count;
  }
  std::vector<std::pair<decltype(totals)::key_type, decltype(totals)::mapped_type>> rows(
      totals.begin(), totals.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.first > b.second.first; });
  for (const auto& [what, sum] : rows) {
    const auto& [kind, engine, instruction] = what;
    table.add_row({std::string(kind), engine, std::string(instruction), to_ns(sum.first),
                   static_cast<double>(sum.first) / static_cast<double>(all), sum.second});
  }
  return table;
}

/// Dependencies that go round in a circle are a fact about the run, not an error.
Result<Table> without_timing(const Error& error, Table table) {
  if (error.code != ErrorCode::kBadInput) return fail(error);
  table.add_note(error.message + ".");
  return table;
}

/// What is different when the run runs again.
struct Change {
  enum class Kind { kNone, kEngine, kLatency, kWaits };
  std::string what;
  Kind kind = Kind::kNone;
  Engine engine = Engine::kNone;
};

/// Each engine, DMA and collectives that the run has, `factor` times faster; latencies;
/// unexplained waits.
std::vector<Change> changes(const DependencyGraph& graph, double factor) {
  std::set<Engine> engines;
  std::uint32_t track = kNoNode;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    if (!graph.nodes[i].slice.valid() || graph.nodes[i].track == track) continue;
    track = graph.nodes[i].track;
    engines.insert(graph.nodes[i].packet ? Engine::kDma : track_of(graph, i).engine);
  }
  std::vector<Change> list{{"nothing changes"}};
  for (const Engine engine : engines) {
    list.push_back(
        {fmt::format("{} {}x faster", to_string(engine), factor), Change::Kind::kEngine, engine});
  }
  list.push_back({fmt::format("latencies {}x shorter", factor), Change::Kind::kLatency});
  list.push_back({"without unexplained waits", Change::Kind::kWaits});
  return list;
}

DependencyScaling scaling_of(const DependencyGraph& graph, const Change& change, double factor) {
  DependencyScaling scaling;
  if (change.kind == Change::Kind::kLatency) scaling.latency.fill(1.0 / factor);
  if (change.kind == Change::Kind::kWaits) scaling.keep_waits = false;
  if (change.kind != Change::Kind::kEngine) return scaling;
  const bool dma = change.engine == Engine::kDma;
  if (dma) scaling.transfer_rate = 1.0 / factor;
  const auto tracks = graph.trace->tracks();
  scaling.duration.reserve(graph.nodes.size());
  for (const DependencyNode& node : graph.nodes) {
    const bool faster =
        node.slice.valid() && (node.packet ? dma : tracks[node.track].engine == change.engine);
    scaling.duration.push_back(faster ? 1.0 / factor : 1.0);
  }
  return scaling;
}

Result<Table> what_if_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  Table table({{.id = "change", .title = "If"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "gain_ns", .title = "Gain", .unit = "ns", .decimals = 3},
               {.id = "gain_share", .title = "Share", .decimals = 4}});
  const auto run = follow_run(trace, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    table.add_note((*run)->missing);
    return table;
  }
  const DependencyGraph& graph = *(*run)->graph;
  const auto order = order_of(graph, request, control);
  if (!order) return without_timing(order.error(), std::move(table));
  const double factor = request.parameters.number("factor");
  const std::vector<Change> list = changes(graph, factor);
  std::vector<Picoseconds> totals(list.size());
  for_each_in_parallel(list.size(), [&](std::size_t i) {
    const DependencyScaling scaling = scaling_of(graph, list[i], factor);
    const auto timing = run_dependencies(graph, **order, scaling, {.path = false}, control);
    if (timing) totals[i] = timing->total;
  });
  if (control.cancelled()) return cancelled();
  const auto whole = static_cast<double>(std::max<Picoseconds>(1, totals[0]));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Picoseconds gain = totals[0] - totals[i];
    table.add_row({list[i].what, to_ns(totals[i]), to_ns(gain), static_cast<double>(gain) / whole});
  }
  table.add_note(
      fmt::format("The run itself took {:.3f} ns; its dependencies run again give {:.3f} ns.",
                  to_ns(graph.total), to_ns(totals[0])));
  if (!request.scope.range) return table;
  table.add_note("The whole run is meant, whatever range is looked at.");
  return table;
}

struct SlackTotals {
  std::int64_t count = 0;
  std::int64_t critical = 0;
  Picoseconds time = 0;
  Picoseconds critical_time = 0;
  std::vector<Picoseconds> slack;
};

Result<Table> slack_table(const Trace& trace, const AnalysisRequest& request,
                          TaskControl& control) {
  Table table({{.id = "engine", .title = "Engine"},
               {.id = "instruction", .title = "Instruction"},
               {.id = "count", .title = "Count"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "critical", .title = "Without slack"},
               {.id = "critical_ns", .title = "Their time", .unit = "ns", .decimals = 3},
               {.id = "least_slack_ns", .title = "Least slack", .unit = "ns", .decimals = 3},
               {.id = "median_slack_ns", .title = "Median slack", .unit = "ns", .decimals = 3}});
  const auto run = follow_run(trace, request, control);
  if (!run) return fail(run.error());
  if (!(*run)->graph) {
    table.add_note((*run)->missing);
    return table;
  }
  const DependencyGraph& graph = *(*run)->graph;
  const auto order = order_of(graph, request, control);
  if (!order) return without_timing(order.error(), std::move(table));
  const auto timing = run_dependencies(graph, **order, {}, {.path = false, .slack = true}, control);
  if (!timing) return fail(timing.error());
  const Scope scope(trace, request.scope);
  std::map<std::pair<Engine, StringId>, SlackTotals> totals;
  for (std::uint32_t i = 0; i < graph.nodes.size(); ++i) {
    const DependencyNode& node = graph.nodes[i];
    if (!node.slice.valid() || !scope.holds(track_of(graph, i))) continue;
    const auto slice = trace.slice(node.slice);
    if (!scope.holds(slice.begin(), slice.end())) continue;
    const Engine engine = node.packet ? Engine::kDma : track_of(graph, i).engine;
    SlackTotals& of = totals[{engine, slice.name()}];
    ++of.count;
    of.time += node.end - node.start;
    of.slack.push_back(timing->slack[i]);
    if (timing->slack[i] > 0) continue;
    ++of.critical;
    of.critical_time += node.end - node.start;
  }
  std::vector<std::pair<decltype(totals)::key_type, SlackTotals*>> rows;
  for (auto& [what, of] : totals) rows.emplace_back(what, &of);
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::pair(a.second->critical_time, a.second->time) >
           std::pair(b.second->critical_time, b.second->time);
  });
  for (const auto& [what, of] : rows) {
    std::vector<Picoseconds>& slack = of->slack;
    const auto middle = slack.begin() + static_cast<std::ptrdiff_t>(slack.size() / 2);
    std::nth_element(slack.begin(), middle, slack.end());
    const Picoseconds median = *middle;
    table.add_row({std::string(to_string(what.first)), std::string(trace.text(what.second)),
                   of->count, to_ns(of->time), of->critical, to_ns(of->critical_time),
                   to_ns(*std::min_element(slack.begin(), slack.end())), to_ns(median)});
  }
  return table;
}

}  // namespace

constinit const Analysis kCriticalPathAnalysis{
    .id = "critical-path",
    .group = "Engines",
    .title = "Critical path",
    .shows = "the chain of events that decided how long the run took, in order of time",
    .definition =
        "From the event that ends last back through the dependency (program order, semaphore, "
        "transfer, trigger) that let each event go last. Segments follow each other without gaps: "
        "work of an instruction, transfer of a packet, latency (up to the median of that kind of "
        "dependency in this run), unexplained beyond it, launch before the first instruction of an "
        "engine.",
    .run = path_table,
    .parameters = kPathParameters,
    .plot = {Plot::Kind::kBars, "kind", "duration_ns", "engine"}};

constinit const Analysis kCriticalPathTotalsAnalysis{
    .id = "critical-path-totals",
    .group = "Engines",
    .title = "Critical path by instruction",
    .shows = "which instructions, transfers and latencies the critical path consists of",
    .definition = "The segments of 'critical-path' added up by kind, engine and instruction.",
    .run = path_totals_table,
    .plot = {Plot::Kind::kBars, "instruction", "time_ns", "kind"}};

constinit const Analysis kSlackAnalysis{
    .id = "slack",
    .group = "Engines",
    .title = "Slack by instruction",
    .shows = "how much later instructions could have begun without making the run longer",
    .definition =
        "The run's dependencies are run again forwards (earliest) and backwards (latest times that "
        "keep the end): slack = latest start - earliest start. Instructions without slack decide "
        "how long the run takes.",
    .run = slack_table,
    .plot = {Plot::Kind::kBars, "instruction", "critical_ns", "engine"}};

constinit const Analysis kWhatIfAnalysis{
    .id = "what-if",
    .group = "Engines",
    .title = "What a faster engine would gain",
    .shows = "how long the run would take if one engine, DMA or the latencies were faster",
    .definition =
        "The run's dependencies are run again with the durations of one engine divided by the "
        "factor; everything else keeps its duration, order and unexplained waits. gain_ns = time "
        "of the unchanged run - time; gain_share = gain_ns / time of the unchanged run.",
    .run = what_if_table,
    .parameters = kWhatIfParameters,
    .plot = {Plot::Kind::kBars, "change", "gain_share", ""}};

}  // namespace nscope::analysis
