#include "profiler/analysis/engines/idle.h"

#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kCauses{"direct", "root"};
constexpr std::array kIdleParameters{
    Parameter{.id = "cause",
              .title = "Cause",
              .meaning = "what the engine waited for, or what that waited for in turn",
              .words = kCauses},
};
constexpr std::array kWaitParameters{
    Parameter{.id = "min_ns",
              .title = "Waits from",
              .unit = "ns",
              .meaning = "shorter waits are only counted",
              .value = 100,
              .lowest = 0,
              .highest = 1e15},
    Parameter{.id = "rows",
              .title = "Rows at most",
              .meaning = "the longest waits",
              .value = 200,
              .lowest = 1,
              .highest = 1e6},
};
/// "VectorE", "DMA"; "" for none.
std::string producer_text(const DependencyGraph& graph, const EngineStretch& stretch) {
  if (stretch.producer == kNoNode || stretch.state == EngineState::kLatency) return {};
  if (stretch.state == EngineState::kDmaWait) return "DMA";
  const Track& track = graph.track_of(stretch.producer);
  return std::string(to_string(track.engine));
}

struct IdleTotals {
  Picoseconds time = 0;
  std::int64_t count = 0;
};

Table idle_columns() {
  return Table({{.id = "core", .title = "Core"},
                {.id = "engine", .title = "Engine"},
                {.id = "cause", .title = "Cause"},
                {.id = "producer", .title = "Waited for"},
                {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 3},
                {.id = "share", .title = "Share of the time", .decimals = 4},
                {.id = "share_of_idle", .title = "Share of idle", .decimals = 4},
                {.id = "count", .title = "Stretches"}});
}

void add_idle_rows(const DependencyGraph& graph, const EngineTimeline& timeline, Table& table) {
  std::map<std::pair<EngineState, std::string>, IdleTotals> causes;
  Picoseconds window = 0;
  Picoseconds idle = 0;
  for (const EngineStretch& stretch : timeline.stretches) {
    const Picoseconds length = stretch.end - stretch.begin;
    window += length;
    if (stretch.state == EngineState::kWork) continue;
    idle += length;
    IdleTotals& totals = causes[{stretch.state, producer_text(graph, stretch)}];
    totals.time += length;
    ++totals.count;
  }
  std::vector<std::pair<std::pair<EngineState, std::string>, IdleTotals>> rows(causes.begin(),
                                                                               causes.end());
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.second.time > b.second.time; });
  const auto share = [](Picoseconds part, Picoseconds whole) {
    return whole > 0 ? Cell(static_cast<double>(part) / static_cast<double>(whole))
                     : Cell(Missing{"no time"});
  };
  const auto core = static_cast<std::int64_t>(timeline.core);
  const std::string engine(to_string(timeline.engine));
  for (const auto& [cause, totals] : rows) {
    table.add_row({core, engine, std::string(to_string(cause.first)), cause.second,
                   to_ns(totals.time), share(totals.time, window), share(totals.time, idle),
                   totals.count});
  }
  std::int64_t all = 0;
  for (const auto& [cause, totals] : rows) all += totals.count;
  table.add_row({core, engine, std::string("idle in all"), std::string(), to_ns(idle),
                 share(idle, window), share(idle, idle), all});
}

Result<Table> idle_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  Table table = idle_columns();
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    const Scope scope(trace, request.scope);
    auto timelines = engine_timelines(graph, scope, control);
    if (!timelines) return fail(timelines.error());
    if (request.parameters.word("cause") == "root") {
      *timelines = root_causes(graph, *timelines);
    }
    for (const EngineTimeline& timeline : *timelines) {
      if (control.cancelled()) return cancelled();
      add_idle_rows(graph, timeline, to);
    }
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

Table wait_columns() {
  return Table({{.id = "core", .title = "Core"},
                {.id = "engine", .title = "Engine"},
                {.id = "start_ns", .title = "From", .unit = "ns", .decimals = 3},
                {.id = "duration_ns", .title = "Time", .unit = "ns", .decimals = 3},
                {.id = "cause", .title = "Cause"},
                {.id = "slice_id", .title = "Waiting"},
                {.id = "instruction", .title = "Instruction"},
                {.id = "producer", .title = "Waited for"},
                {.id = "producer_slice_id", .title = "Producer"},
                {.id = "producer_instruction", .title = "Its instruction"}});
}

void add_wait_row(const DependencyGraph& graph, const EngineTimeline& timeline,
                  const EngineStretch& stretch, Table& table) {
  const Trace& trace = *graph.trace;
  const SliceId waiting = stretch.node != kNoNode ? slice_of(graph, stretch.node) : SliceId();
  const bool produced = stretch.producer != kNoNode;
  const SliceId producer = produced ? slice_of(graph, stretch.producer) : SliceId();
  const std::string from = producer_text(graph, stretch);
  const Cell none = Missing{"nothing"};
  table.add_row(
      {static_cast<std::int64_t>(timeline.core), std::string(to_string(timeline.engine)),
       graph.ns_of(stretch.begin), to_ns(stretch.end - stretch.begin),
       std::string(to_string(stretch.state)), stretch.node != kNoNode ? id_cell(waiting) : none,
       stretch.node != kNoNode ? name_cell(trace, waiting) : none, from.empty() ? none : Cell(from),
       produced ? id_cell(producer) : none, produced ? name_cell(trace, producer) : none});
}

Result<Table> wait_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  Table table = wait_columns();
  const auto fill = [&](const DependencyGraph& graph, Table& to) -> Result<> {
    const auto timelines = engine_timelines(graph, Scope(trace, request.scope), control);
    if (!timelines) return fail(timelines.error());
    struct Wait {
      const EngineTimeline* timeline;
      const EngineStretch* stretch;
    };
    std::vector<Wait> waits;
    std::size_t shorter = 0;
    const double least = request.parameters.number("min_ns");
    for (const EngineTimeline& timeline : *timelines) {
      for (const EngineStretch& stretch : timeline.stretches) {
        if (stretch.state == EngineState::kWork) continue;
        if (to_ns(stretch.end - stretch.begin) < least) {
          ++shorter;
        } else {
          waits.push_back({&timeline, &stretch});
        }
      }
    }
    std::stable_sort(waits.begin(), waits.end(), [](const Wait& a, const Wait& b) {
      return a.stretch->end - a.stretch->begin > b.stretch->end - b.stretch->begin;
    });
    const std::size_t shown = std::min(waits.size(), request.parameters.count("rows"));
    for (std::size_t i = 0; i < shown; ++i) {
      add_wait_row(graph, *waits[i].timeline, *waits[i].stretch, to);
    }
    if (shown < waits.size()) {
      to.add_note(fmt::format("{} more waits are not shown.", waits.size() - shown));
    }
    if (shorter > 0) to.add_note(fmt::format("{} waits are shorter than {} ns.", shorter, least));
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

}  // namespace

constinit const Analysis kIdleAnalysis{
    .id = "idle",
    .group = "Engines",
    .title = "Idle time by cause",
    .shows = "why each engine did nothing, to the nanosecond",
    .definition =
        "An engine is idle while no instruction but EVENT_SEMAPHORE runs on it. Idle time belongs "
        "to "
        "the instruction that comes next. Until the dependency that let it go last was there it is "
        "a DMA, semaphore or collective wait; then, for as long as nine of ten dependencies of "
        "that kind take in the run, latency. launch: before the first instruction of an "
        "execution; finished: after the last; DMA descriptors: GpSimd before it triggers a "
        "transfer; clock stopped: throttled to 0 cycles; control instruction: behind a taken "
        "branch, a load of registers or a write, which the sequencer carries out itself; "
        "semaphore instruction: an EVENT_SEMAPHORE whose semaphore was there, up to the shortest "
        "of the engine; outside signal: for a semaphore or an event flag that nothing in the run "
        "was seen to set; unexplained: none of these. With cause=root, time in which the engine "
        "waited for is itself waiting counts "
        "for that engine's reason. The causes of an engine add up to its row 'idle in all'; that "
        "and its work to the time looked at.",
    .run = idle_table,
    .parameters = kIdleParameters,
    .plot = {Plot::Kind::kBars, "cause", "time_ns", "engine"}};

constinit const Analysis kWaitAnalysis{
    .id = "waits",
    .group = "Engines",
    .title = "Longest waits",
    .shows = "each wait with the instruction that waited and the one it waited for",
    .definition =
        "The stretches of 'idle' one by one, longest first. Of a transfer the producer is "
        "its last packet.",
    .run = wait_table,
    .parameters = kWaitParameters};

}  // namespace nscope::analysis
