#include "profiler/analysis/ranks/rank_skew.h"

#include "profiler/analysis/ranks/arrivals.h"

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <unordered_map>

namespace nscope::analysis {
namespace {

/// PyTorch's profiler marks the steps of a host thread with this name.
constexpr std::string_view kStepMark = "ProfilerStep#";

constexpr auto kRankSkewParameters = std::to_array<Parameter>(
    {{.id = "clocks",
      .title = phrase("Clocks"),
      .meaning = phrase("Arrival times as recorded, or shifted so that collectives end together"),
      .words = kClockWords}});

struct RankTotals {
  std::int64_t collectives = 0;
  std::int64_t came_last = 0;
  std::int64_t waited = 0;  ///< ticks
  std::int64_t caused =
      0;                  ///< waiting time of all ranks in collectives where it arrived last, ticks
  std::int64_t late = 0;  ///< sum of the delays from the first arrival, ticks
};

std::vector<RankTotals> totals_of(const RankArrivals& ranks) {
  std::vector<RankTotals> totals(ranks.events.devices.size());
  for (const CollectiveMatch& match : ranks.matches.all) {
    const Arrivals arrivals = ranks.arrivals(match);
    for (const CollectiveEvent* event : match) {
      RankTotals& rank = totals[event->device];
      ++rank.collectives;
      rank.waited += arrivals.last - ranks.arrival(*event);
      rank.late += ranks.arrival(*event) - arrivals.first;
    }
    if (arrivals.spread() == 0) continue;
    ++totals[arrivals.latest->device].came_last;
    totals[arrivals.latest->device].caused += arrivals.waited;
  }
  return totals;
}

struct Steps {
  std::int64_t count = 0;
  std::int64_t time = 0;  ///< ticks
};

/// Reads the steps of merged runs: their executions, or the step marks of their profiler.
class StepTimes {
 public:
  explicit StepTimes(const Trace& trace) : trace_(trace), parts_(trace) {}

  /// Returns false if cancelled.
  bool read(TaskControl& control) {
    for (const Track& track : trace_.tracks()) {
      const TrackId part = parts_.of(track);
      if (!part.valid()) continue;
      const bool executions = track.kind == TrackKind::kExecution;
      if (!executions && track.kind != TrackKind::kHost) continue;
      for (std::size_t row = 0; row < track.slices.size(); ++row) {
        if (control.cancelled_at(row)) return false;
        if (!executions && !is_step(track.slices.name[row])) continue;
        Steps& steps = (executions ? executions_ : marked_)[part];
        ++steps.count;
        steps.time += track.slices.duration[row];
      }
    }
    return true;
  }

  /// The steps of the device's run; nullopt if it has none.
  std::optional<Steps> of(const Device& device) const {
    for (const auto* steps : {&executions_, &marked_}) {
      if (const auto found = steps->find(device.part); found != steps->end()) return found->second;
    }
    return std::nullopt;
  }

 private:
  bool is_step(StringId name) {
    const auto [entry, added] = is_step_.try_emplace(name, false);
    if (added) entry->second = trace_.text(name).starts_with(kStepMark);
    return entry->second;
  }

  const Trace& trace_;
  Parts parts_;
  std::map<TrackId, Steps> executions_;
  std::map<TrackId, Steps> marked_;
  std::unordered_map<StringId, bool> is_step_;
};

double mean_of(const Steps& steps) {
  return static_cast<double>(steps.time) / static_cast<double>(steps.count);
}

Result<Table> rank_table(const Trace& trace, const AnalysisRequest& request, TaskControl& control) {
  const auto ranks = rank_arrivals(trace, request, control);
  if (!ranks) return fail(ranks.error());
  StepTimes steps(trace);
  if (!steps.read(control)) return cancelled();
  Table table({{.id = "rank", .title = tr("Rank")},
               {.id = "collectives", .title = tr("Collectives")},
               {.id = "came_last", .title = tr("Arrived last")},
               {.id = "waited_ns", .title = tr("Waiting time"), .unit = "ns", .decimals = 0},
               {.id = "caused_ns", .title = tr("Caused waiting time"), .unit = "ns", .decimals = 0},
               {.id = "mean_lag_ns", .title = tr("Mean lag"), .unit = "ns", .decimals = 0},
               {.id = "clock_offset_ns", .title = tr("Clock offset"), .unit = "ns", .decimals = 0},
               {.id = "steps", .title = tr("Steps")},
               {.id = "step_ns", .title = tr("Mean step"), .unit = "ns", .decimals = 0},
               {.id = "step_skew_ns", .title = tr("Step skew"), .unit = "ns", .decimals = 0}});
  add_arrival_notes(trace, *ranks, table);
  if (ranks->events.devices.size() < 2) return table;
  const auto totals = totals_of(*ranks);
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const auto ns = [&](double ticks) { return Cell(ticks / ticks_per_ns); };
  double fastest = std::numeric_limits<double>::max();
  for (const Device& device : ranks->events.devices) {
    if (const auto own = steps.of(device)) fastest = std::min(fastest, mean_of(*own));
  }
  for (std::size_t i = 0; i < totals.size(); ++i) {
    const RankTotals& rank = totals[i];
    const auto own = steps.of(ranks->events.devices[i]);
    const auto& offset = ranks->clock_offset[i];
    const Cell no_steps = Missing{tr("no steps")};
    const Cell no_match = Missing{tr("no matched collectives")};
    table.add_row({ranks->events.devices[i].name, rank.collectives, rank.came_last,
                   ns(static_cast<double>(rank.waited)), ns(static_cast<double>(rank.caused)),
                   rank.collectives > 0
                       ? ns(static_cast<double>(rank.late) / static_cast<double>(rank.collectives))
                       : no_match,
                   offset ? ns(static_cast<double>(*offset)) : no_match,
                   own ? Cell(own->count) : no_steps, own ? ns(mean_of(*own)) : no_steps,
                   own ? ns(mean_of(*own) - fastest) : no_steps});
  }
  return table;
}

}  // namespace

constinit const Analysis kRankSkewAnalysis{
    .id = "rank-skew",
    .group = phrase("Collectives"),
    .title = phrase("Skew between ranks"),
    .shows =
        phrase("Waiting time of each rank in collectives, waiting time that it causes, and its "
               "step time"),
    .definition = phrase(
        "Includes the collectives of several ranks, matched as in the analysis 'stragglers'. "
        "came_last = number of collectives with a spread in which this rank arrived last. "
        "waited_ns = sum(last arrival - own arrival). caused_ns = waiting time of all ranks in "
        "collectives in which this rank arrived last. mean_lag_ns = mean(own arrival - first "
        "arrival). clock_offset_ns = median(own end - end on the first rank) of collectives that "
        "end together on all ranks, which is the difference of the clocks. step_ns = mean duration "
        "of the executions of the rank's own run, or of its ProfilerStep marks. step_skew_ns = "
        "step_ns - step_ns of the fastest rank."),
    .run = rank_table,
    .parameters = kRankSkewParameters,
    .plot = {Plot::Kind::kBars, "rank", "caused_ns", ""}};

}  // namespace nscope::analysis
