#include "profiler/analysis/engines/critical_path.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/dependency/dependency_timing.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kPathParameters{
    Parameter{.id = "min_share",
              .title = phrase("Minimum share"),
              .meaning = phrase("Adjacent segments shorter than this share of the path are merged "
                                "into one row"),
              .value = 0.002,
              .lowest = 0,
              .highest = 1},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of rows, in order of time"),
              .value = 1000,
              .lowest = 1,
              .highest = 1e6},
};

std::string engine_text(const DependencyGraph& graph, const PathSegment& segment) {
  if (segment.kind == PathSegment::Kind::kAfter) return {};
  if (segment.kind == PathSegment::Kind::kTransfer) return "DMA";
  return std::string(to_string(graph.track_of(segment.node).engine));
}

/// Adjacent segments that are merged into one row.
struct Merged {
  Picoseconds begin = 0;
  Picoseconds end = 0;
  std::int64_t count = 0;
};

/// Adds rows in order of time and merges adjacent short segments.
class PathRows {
 public:
  PathRows(const DependencyGraph& graph, std::size_t most, Table& table)
      : graph_(graph), most_(most), table_(table) {}

  void add(const PathSegment& segment, Picoseconds least) {
    if (segment.end - segment.begin < least) {
      if (merged_.count == 0) merged_.begin = segment.begin;
      merged_.end = segment.end;
      ++merged_.count;
      return;
    }
    add_merged();
    const SliceId slice = slice_of(graph_, segment.node);
    const bool ends = segment.kind == PathSegment::Kind::kAfter;
    const Cell none = Missing{tr("none")};
    row({graph_.ns_of(segment.begin), to_ns(segment.end - segment.begin), title(segment.kind),
         ends ? none : Cell(static_cast<std::int64_t>(graph_.track_of(segment.node).core)),
         engine_text(graph_, segment), ends ? none : id_cell(slice),
         ends ? none : name_cell(*graph_.trace, slice)});
  }

  void finish() {
    add_merged();
    if (left_out_ > 0) {
      table_.add_note(tr_plural(left_out_, "{} more row is not listed (parameter 'rows').",
                                "{} more rows are not listed (parameter 'rows').",
                                as::count(left_out_)));
    }
  }

 private:
  void add_merged() {
    if (merged_.count == 0) return;
    const Cell none = Missing{tr("several")};
    row({graph_.ns_of(merged_.begin), to_ns(merged_.end - merged_.begin),
         tr_plural(merged_.count, "{} short segment", "{} short segments", merged_.count), none,
         std::string(), none, none});
    merged_ = {};
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
  Merged merged_;
  std::int64_t left_out_ = 0;
};

Result<Table> path_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  Table table({{.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 3},
               {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 3},
               {.id = "kind", .title = tr("Kind")},
               {.id = "core", .title = tr("Core")},
               {.id = "engine", .title = tr("Engine")},
               {.id = "slice_id", .title = tr("Event")},
               {.id = "instruction", .title = tr("Instruction")}});
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    const auto path = critical_path(graph, Scope(trace, request.scope), control);
    if (!path) return fail(path.error());
    Picoseconds total = 0;
    for (const PathSegment& segment : *path) total += segment.end - segment.begin;
    const Picoseconds least =
        bounded(request.parameters.number("min_share") * static_cast<double>(total));
    PathRows rows(graph, request.parameters.count("rows"), to);
    for (const PathSegment& segment : *path) rows.add(segment, least);
    rows.finish();
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

Result<Table> path_totals_table(const Trace& trace, const AnalysisRequest& request,
                                TaskControl& control) {
  Table table({{.id = "kind", .title = tr("Kind")},
               {.id = "engine", .title = tr("Engine")},
               {.id = "instruction", .title = tr("Instruction")},
               {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 3},
               {.id = "share", .title = tr("Share of the path"), .decimals = 4},
               {.id = "count", .title = tr("Segments")}});
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    std::map<std::tuple<PathSegment::Kind, std::string, std::string_view>,
             std::pair<Picoseconds, std::int64_t>>
        totals;
    Picoseconds all = 0;
    const auto path = critical_path(graph, Scope(trace, request.scope), control);
    if (!path) return fail(path.error());
    for (const PathSegment& segment : *path) {
      const SliceId slice = slice_of(graph, segment.node);
      const bool named = segment.kind != PathSegment::Kind::kAfter && slice.valid();
      auto& [time, count] = totals[{segment.kind, engine_text(graph, segment),
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
      to.add_row({title(kind), engine, std::string(instruction), to_ns(sum.first),
                  static_cast<double>(sum.first) / static_cast<double>(all), sum.second});
    }
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

}  // namespace

constinit const Analysis kCriticalPathAnalysis{
    .id = "critical-path",
    .group = phrase("Engines"),
    .title = phrase("Critical path"),
    .shows = phrase("Chain of dependent events that determines the length of the run, in order of "
                    "time"),
    .definition = phrase(
        "The path starts at the event that ends last and goes back through the last satisfied "
        "dependency of each event: program order, semaphore, transfer or trigger. Segments follow "
        "each other without gaps. Kinds of segments: work of an instruction; transfer of a "
        "packet; latency, up to the p90 of dependencies of that kind in this run; launch, before "
        "the first instruction of an engine; DMA engine busy, if a packet waits while its DMA "
        "engine serves another ring; and after the last event. Time beyond the usual latency has "
        "the causes that the analysis 'idle' defines."),
    .run = path_table,
    .parameters = kPathParameters,
    .plot = {Plot::Kind::kBars, "kind", "duration_ns", "engine"}};

constinit const Analysis kCriticalPathTotalsAnalysis{
    .id = "critical-path-totals",
    .group = phrase("Engines"),
    .title = phrase("Critical path by instruction"),
    .shows = phrase("Instructions, transfers, latencies and waits of the critical path"),
    .definition = phrase(
        "The segments of the analysis 'critical-path', added up by kind, engine and instruction."),
    .run = path_totals_table,
    .plot = {Plot::Kind::kBars, "instruction", "time_ns", "kind"}};

}  // namespace nscope::analysis
