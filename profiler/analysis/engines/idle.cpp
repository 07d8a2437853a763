#include "profiler/analysis/engines/idle.h"

#include "profiler/analysis/engines/engine_states.h"
#include "profiler/analysis/engines/followed_run.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kCauses{"direct", "root"};
constexpr std::array kIdleParameters{
    Parameter{.id = "cause",
              .title = phrase("Cause"),
              .meaning = phrase("What the engine waited for (direct), or the cause at the end of "
                                "the chain of waits (root)"),
              .words = kCauses},
};
constexpr std::array kWaitParameters{
    Parameter{.id = "min_ns",
              .title = phrase("Minimum duration"),
              .unit = "ns",
              .meaning = phrase("Minimum duration of listed waits; shorter waits are only counted"),
              .value = 100,
              .lowest = 0,
              .highest = 1e15},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of waits to list, longest first"),
              .value = 200,
              .lowest = 1,
              .highest = 1e6},
};
/// The engine that produces what is waited for: "Vector", "DMA"; empty if there is none.
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
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "engine", .title = tr("Engine")},
                {.id = "cause", .title = tr("Cause")},
                {.id = "producer", .title = tr("Waited for")},
                {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 3},
                {.id = "share", .title = tr("Share of time"), .decimals = 4},
                {.id = "share_of_idle", .title = tr("Share of idle time"), .decimals = 4},
                {.id = "count", .title = tr("Intervals")}});
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
                     : Cell(Missing{tr("the time is zero")});
  };
  const auto core = static_cast<std::int64_t>(timeline.core);
  const std::string engine(to_string(timeline.engine));
  for (const auto& [cause, totals] : rows) {
    table.add_row({core, engine, title(cause.first), cause.second, to_ns(totals.time),
                   share(totals.time, window), share(totals.time, idle), totals.count});
  }
  std::int64_t all = 0;
  for (const auto& [cause, totals] : rows) all += totals.count;
  table.add_row({core, engine, tr("total idle"), std::string(), to_ns(idle), share(idle, window),
                 share(idle, idle), all});
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
  return Table({{.id = "core", .title = tr("Core")},
                {.id = "engine", .title = tr("Engine")},
                {.id = "start_ns", .title = tr("Start"), .unit = "ns", .decimals = 3},
                {.id = "duration_ns", .title = tr("Duration"), .unit = "ns", .decimals = 3},
                {.id = "cause", .title = tr("Cause")},
                {.id = "slice_id", .title = tr("Waiting event")},
                {.id = "instruction", .title = tr("Waiting instruction")},
                {.id = "producer", .title = tr("Waited for")},
                {.id = "producer_slice_id", .title = tr("Producer event")},
                {.id = "producer_instruction", .title = tr("Producer instruction")}});
}

void add_wait_row(const DependencyGraph& graph, const EngineTimeline& timeline,
                  const EngineStretch& stretch, Table& table) {
  const Trace& trace = *graph.trace;
  const SliceId waiting = stretch.node != kNoNode ? slice_of(graph, stretch.node) : SliceId();
  const bool produced = stretch.producer != kNoNode;
  const SliceId producer = produced ? slice_of(graph, stretch.producer) : SliceId();
  const std::string from = producer_text(graph, stretch);
  const Cell none = Missing{tr("none")};
  table.add_row({static_cast<std::int64_t>(timeline.core), std::string(to_string(timeline.engine)),
                 graph.ns_of(stretch.begin), to_ns(stretch.end - stretch.begin),
                 title(stretch.state), stretch.node != kNoNode ? id_cell(waiting) : none,
                 stretch.node != kNoNode ? name_cell(trace, waiting) : none,
                 from.empty() ? none : Cell(from), produced ? id_cell(producer) : none,
                 produced ? name_cell(trace, producer) : none});
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
    std::int64_t shorter = 0;
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
      const std::size_t hidden = waits.size() - shown;
      to.add_note(tr_plural(hidden, "{} more wait is not listed (parameter 'rows').",
                            "{} more waits are not listed (parameter 'rows').",
                            as::count(static_cast<std::int64_t>(hidden))));
    }
    if (shorter > 0) {
      to.add_note(tr_plural(shorter, "{} wait shorter than {} ns is not listed.",
                            "{} waits shorter than {} ns are not listed.", as::count(shorter),
                            least));
    }
    return {};
  };
  return from_dependencies(trace, request, control, std::move(table), fill);
}

}  // namespace

constinit const Analysis kIdleAnalysis{
    .id = "idle",
    .group = phrase("Engines"),
    .title = phrase("Idle time by cause"),
    .shows = phrase("Idle time of each engine by cause"),
    .definition = phrase(
        "An engine is idle while no instruction except EVENT_SEMAPHORE runs. Idle time is assigned "
        "to the instruction that comes next. Until its last dependency is satisfied, the cause is "
        "a DMA wait, semaphore wait or collective wait. The time after that, up to the p90 of "
        "dependencies of that kind in this run, is latency. Other causes: launch, before the first "
        "instruction of an execution; finished, after the last instruction; DMA descriptors, which "
        "GpSimd writes before it triggers a transfer; clock stopped, throttled to 0 cycles; "
        "control instruction, after a taken branch, a load of registers or a write, which the "
        "sequencer executes itself; semaphore instruction, an EVENT_SEMAPHORE whose semaphore was "
        "already set, up to the engine's shortest EVENT_SEMAPHORE; outside signal, a semaphore or "
        "an event flag whose sender is not in the run; unexplained, none of these. With "
        "cause=root, waits are traced through the engine that is waited for: while it waits "
        "itself, its own cause counts. The causes of an engine add up to the row 'total idle'. "
        "Idle time and work add up to the analysed range."),
    .run = idle_table,
    .parameters = kIdleParameters,
    .plot = {Plot::Kind::kBars, "cause", "time_ns", "engine"}};

constinit const Analysis kWaitAnalysis{
    .id = "waits",
    .group = phrase("Engines"),
    .title = phrase("Longest waits"),
    .shows = phrase("Longest idle intervals, each with the waiting instruction and its producer"),
    .definition =
        phrase("The intervals of the analysis 'idle', longest first. The producer is the event "
               "that the instruction waited for; for a transfer, it is the last packet."),
    .run = wait_table,
    .parameters = kWaitParameters};

}  // namespace nscope::analysis
