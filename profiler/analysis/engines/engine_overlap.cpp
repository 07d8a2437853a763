#include "profiler/analysis/engines/engine_overlap.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/overlap_sweep.h"

#include <string>

namespace nscope::analysis {
namespace {

std::string name_of(std::size_t unit) {
  return std::string(to_string(kCoreUnits[unit]));
}

/// Writes the rows of one core.
class CoreRows {
 public:
  CoreRows(const Trace& trace, int core, const OverlapSweep& sweep, Table& table)
      : trace_(trace), core_(core), sweep_(sweep), table_(table) {}

  void all() {
    for (std::size_t unit = 0; unit < OverlapSweep::kUnits; ++unit) {
      if (sweep_.busy(unit) > 0) of(unit);
    }
    const std::int64_t window = sweep_.window();
    row("(any)", "(busy)", window - sweep_.nothing(), window, {});
    row("(none)", "(idle)", sweep_.nothing(), window, sweep_.longest_nothing());
  }

 private:
  void of(std::size_t unit) {
    const std::int64_t busy = sweep_.busy(unit);
    const std::int64_t alone = sweep_.alone(unit);
    row(name_of(unit), "(busy)", busy, sweep_.window(), sweep_.longest_busy(unit));
    row(name_of(unit), "(alone)", alone, busy, sweep_.longest_alone(unit));
    row(name_of(unit), "(any other)", busy - alone, busy, {});
    for (std::size_t other = 0; other < OverlapSweep::kUnits; ++other) {
      if (other == unit || sweep_.busy(other) == 0) continue;
      row(name_of(unit), name_of(other), sweep_.both(unit, other), busy,
          sweep_.longest_both(unit, other));
    }
  }

  void row(std::string engine, std::string with, std::int64_t ticks, std::int64_t of,
           OverlapSweep::Stretch longest) {
    Cell start = Missing{"no single stretch"};
    Cell duration = start;
    if (longest.length > 0) {
      start = in_ns(trace_, longest.begin);
      duration = in_ns(trace_, longest.length);
    }
    table_.add_row({std::int64_t{core_}, std::move(engine), std::move(with), in_ns(trace_, ticks),
                    ratio(static_cast<double>(ticks), static_cast<double>(of), "no time"), start,
                    duration});
  }

  const Trace& trace_;
  int core_;
  const OverlapSweep& sweep_;
  Table& table_;
};

Result<Table> overlap_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const auto cores = core_activities(trace, scope.core(), control);
  if (!cores) return fail(cores.error());
  Table table({{.id = "core", .title = "Core"},
               {.id = "engine", .title = "Engine"},
               {.id = "with", .title = "At the same time as"},
               {.id = "time_ns", .title = "Time", .unit = "ns", .decimals = 0},
               {.id = "share", .title = "Share", .decimals = 4},
               {.id = "start_ns", .title = "Longest: start", .unit = "ns", .decimals = 0},
               {.id = "duration_ns", .title = "Longest", .unit = "ns", .decimals = 0}});
  for (const CoreActivity& activity : *cores) {
    const auto sweep = OverlapSweep::of(activity, scope.windows(), control);
    if (!sweep) return fail(sweep.error());
    CoreRows(trace, activity.core, *sweep, table).all();
  }
  if (cores->empty()) table.add_note("The run shows no work of a NeuronCore.");
  return table;
}

}  // namespace

constinit const Analysis kEngineOverlapAnalysis{
    .id = "engine-overlap",
    .group = "Engines",
    .title = "Overlap of engines, DMA and collectives",
    .shows = "for each core what each engine, DMA and collectives overlap, and what runs alone",
    .definition =
        "For each core, over the time looked at and exact to the tick. Of an engine: (busy) = time "
        "covered by at least one of its events, EVENT_SEMAPHORE waits left out, and its share of "
        "the time looked at; (alone) = no other unit busy, the time that is exposed; (any other) = "
        "busy - alone; a unit's name = both busy. These shares are of the engine's busy time. DMA "
        "is all queues of the core, CC all collectives. (any) = at least one unit busy; (none) = "
        "none; they add up to the time looked at. start_ns and duration_ns show the longest "
        "uninterrupted stretch of the row. Events that reach over the border of the time looked at "
        "count with their part inside.",
    .run = overlap_table,
    .plot = {Plot::Kind::kBars, "with", "time_ns", "engine"}};

}  // namespace nscope::analysis
