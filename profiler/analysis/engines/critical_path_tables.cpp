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

std::string engine_text(const DependencyGraph& graph, const PathSegment& segment) {
  if (segment.kind == PathSegment::Kind::kAfter) return {};
  if (segment.kind == PathSegment::Kind::kTransfer) return "DMA";
  return std::string(to_string(graph.track_of(segment.node).engine));
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
         ends ? none : Cell(static_cast<std::int64_t>(graph_.track_of(segment.node).core)),
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
  Table table({{.id = "kind", .title = "What"},
               {.id = "engine", .title = "Engine"},
               {.id = "instruction", .title = "Instruction"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 3},
               {.id = "share", .title = "Share of the path", .decimals = 4},
               {.id = "count", .title = "Segments"}});
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    std::map<std::tuple<std::string_view, std::string, std::string_view>,
             std::pair<Picoseconds, std::int64_t>>
        totals;
    Picoseconds all = 0;
    const auto path = critical_path(graph, Scope(trace, request.scope), control);
    if (!path) return fail(path.error());
    for (const PathSegment& segment : *path) {
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
      to.add_row({std::string(kind), engine, std::string(instruction), to_ns(sum.first),
                  static_cast<double>(sum.first) / static_cast<double>(all), sum.second});
    }
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
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
        "work of an instruction, transfer of a packet, latency (up to what nine of ten "
        "dependencies of that kind take in this run), launch before the first instruction of an "
        "engine, DMA engine busy where that of a packet serves another ring; beyond the latency "
        "the causes of 'idle'; what is left is unexplained.",
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

}  // namespace nscope::analysis
