#include "profiler/analysis/engines/engine_overlap.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/overlap_sweep.h"

#include <string>

namespace nscope::analysis {
namespace {

std::string name_of(std::size_t unit) {
  return std::string(to_string(kCoreUnits[unit]));
}

/// Adds the rows of one core.
class CoreRows {
 public:
  CoreRows(const Trace& trace, int core, const OverlapSweep& sweep, Table& table)
      : trace_(trace), core_(core), sweep_(sweep), table_(table) {}

  void all() {
    for (std::size_t unit = 0; unit < OverlapSweep::kUnits; ++unit) {
      if (sweep_.busy(unit) > 0) of(unit);
    }
    const std::int64_t window = sweep_.window();
    row(tr("(any)"), tr("(busy)"), window - sweep_.nothing(), window, {});
    row(tr("(none)"), tr("(idle)"), sweep_.nothing(), window, sweep_.longest_nothing());
  }

 private:
  void of(std::size_t unit) {
    const std::int64_t busy = sweep_.busy(unit);
    const std::int64_t alone = sweep_.alone(unit);
    row(name_of(unit), tr("(busy)"), busy, sweep_.window(), sweep_.longest_busy(unit));
    row(name_of(unit), tr("(alone)"), alone, busy, sweep_.longest_alone(unit));
    row(name_of(unit), tr("(any other)"), busy - alone, busy, {});
    for (std::size_t other = 0; other < OverlapSweep::kUnits; ++other) {
      if (other == unit || sweep_.busy(other) == 0) continue;
      row(name_of(unit), name_of(other), sweep_.both(unit, other), busy,
          sweep_.longest_both(unit, other));
    }
  }

  void row(Cell engine, Cell with, std::int64_t ticks, std::int64_t of,
           OverlapSweep::Interval longest) {
    Cell start = Missing{tr("n/a")};
    Cell duration = start;
    if (longest.length > 0) {
      start = in_ns(trace_, longest.begin);
      duration = in_ns(trace_, longest.length);
    }
    table_.add_row(
        {std::int64_t{core_}, std::move(engine), std::move(with), in_ns(trace_, ticks),
         ratio(static_cast<double>(ticks), static_cast<double>(of), phrase("the time is zero")),
         start, duration});
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
  Table table(
      {{.id = "core", .title = tr("Core")},
       {.id = "engine", .title = tr("Engine")},
       {.id = "with", .title = tr("Overlaps with")},
       {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
       {.id = "share", .title = tr("Share"), .decimals = 4},
       {.id = "start_ns", .title = tr("Longest start"), .unit = "ns", .decimals = 0},
       {.id = "duration_ns", .title = tr("Longest duration"), .unit = "ns", .decimals = 0}});
  for (const CoreActivity& activity : *cores) {
    const auto sweep = OverlapSweep::of(activity, scope.windows(), control);
    if (!sweep) return fail(sweep.error());
    CoreRows(trace, activity.core, *sweep, table).all();
  }
  if (cores->empty()) table.add_note(tr("The run contains no work of a NeuronCore."));
  return table;
}

}  // namespace

constinit const Analysis kEngineOverlapAnalysis{
    .id = "engine-overlap",
    .group = phrase("Engines"),
    .title = phrase("Overlap of engines, DMA and collectives"),
    .shows = phrase("Overlap of engines, DMA and collectives on each core, and the time in which "
                    "each runs alone"),
    .definition = phrase(
        "Times are exact to the tick. (busy) = time with at least one event of the unit, without "
        "EVENT_SEMAPHORE waits. (alone) = time in which no other unit is busy, which is the "
        "exposed time. (any other) = (busy) - (alone). A unit's name = time in which both units "
        "are busy. (any) and (none) = time in which at least one unit and no unit is busy; they "
        "add up to the analysed range. DMA contains all queues of the core, CC all collectives. "
        "The shares of (busy), (any) and (none) refer to the analysed range, the others to the "
        "unit's busy time. start_ns and duration_ns are the longest uninterrupted interval. Of "
        "events that cross an edge of the analysed range, only the part inside is included."),
    .run = overlap_table,
    .plot = {Plot::Kind::kBars, "with", "time_ns", "engine"}};

}  // namespace nscope::analysis
