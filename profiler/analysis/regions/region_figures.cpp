#include "profiler/analysis/regions/region_figures.h"

#include "profiler/analysis/definition/cells.h"

#include <string>
#include <utility>

namespace nscope::analysis {
namespace {

/// A figure that is a metric of the summary, or the sum of two.
struct SummaryFigure {
  std::string_view id;
  Phrase title;
  std::string_view unit;
  int decimals;
  std::string_view metric;
  std::string_view added{};  ///< a second metric; empty: none
};

constexpr auto kSummaryFigures = std::to_array<SummaryFigure>({
    {"tensor_share", phrase("TensorE busy"), "", 4, "tensor_engine_active_time_percent"},
    {"vector_share", phrase("VectorE busy"), "", 4, "vector_engine_active_time_percent"},
    {"scalar_share", phrase("ScalarE busy"), "", 4, "scalar_engine_active_time_percent"},
    {"gpsimd_share", phrase("GpSimd busy"), "", 4, "gpsimd_engine_active_time_percent"},
    {"dma_share", phrase("DMA busy"), "", 4, "dma_active_time_percent"},
    {"flops", phrase("FLOPs"), "FLOP", 0, "hardware_flops"},
    {"mfu_share", phrase("MFU"), "", 4, "mfu_estimated_percent"},
    {"hbm_bytes", phrase("HBM bytes"), "B", 0, "hbm_read_bytes", "hbm_write_bytes"},
    {"mbu_share", phrase("MBU"), "", 4, "mbu_estimated_percent"},
    {"spill_bytes", phrase("Spilled bytes"), "B", 0, "spill_save_bytes", "spill_reload_bytes"},
});

struct TimeFigure {
  std::string_view id;
  Phrase title;
};
constexpr auto kTimeFigures = std::to_array<TimeFigure>({
    {"exposed_dma_ns", phrase("Exposed DMA")},
    {"exposed_cc_ns", phrase("Exposed collectives")},
    {"idle_ns", phrase("Idle")},
});

constexpr std::size_t kDmaUnit = 5;
constexpr std::size_t kCollectiveUnit = 6;
static_assert(kCoreUnits[kDmaUnit] == Engine::kDma && kCoreUnits[kCollectiveUnit] == Engine::kCc);

Text reason_of(const Summary& summary, std::string_view metric) {
  for (const auto& [name, reason] : summary.unavailable) {
    if (name == metric) return reason;
  }
  return tr("unknown");
}

Cell cell_of(const Summary& summary, const SummaryFigure& figure) {
  const Metric* metric = summary.find(figure.metric);
  if (metric == nullptr) return Missing{reason_of(summary, figure.metric)};
  double value = metric->value;
  if (!figure.added.empty()) {
    const Metric* added = summary.find(figure.added);
    if (added == nullptr) return Missing{reason_of(summary, figure.added)};
    value += added->value;
  }
  return figure.unit.empty() ? Cell(value) : amount(value);
}

}  // namespace

std::vector<Table::Column> region_figure_columns() {
  std::vector<Table::Column> columns;
  for (const SummaryFigure& figure : kSummaryFigures) {
    columns.push_back({.id = std::string(figure.id),
                       .title = figure.title,
                       .unit = std::string(figure.unit),
                       .decimals = figure.decimals});
  }
  for (const TimeFigure& figure : kTimeFigures) {
    columns.push_back(
        {.id = std::string(figure.id), .title = figure.title, .unit = "ns", .decimals = 0});
  }
  return columns;
}

Result<RegionFigures> RegionFigures::of(const Trace& trace, const Scope& scope,
                                        TaskControl& control) {
  const auto activities = core_activities(trace, scope.core(), control);
  if (!activities) return fail(activities.error());
  RegionFigures figures(trace);
  for (const CoreActivity& activity : *activities) {
    std::vector<CoveredTime> others;
    IntervalUnion any;
    for (const IntervalUnion& busy : activity.busy) any = merged(any, busy);
    for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
      if (control.cancelled()) return cancelled();
      IntervalUnion other;
      for (std::size_t i = 0; i < kCoreUnits.size(); ++i) {
        if (i != unit) other = merged(other, activity.busy[i]);
      }
      others.emplace_back(other);
    }
    figures.cores_.emplace(activity.core,
                           CoreBusy{.any = CoveredTime(any), .others = std::move(others)});
  }
  return figures;
}

std::optional<RegionTimes> RegionFigures::times(const Region& region) const {
  const auto core = cores_.find(region.core);
  if (core == cores_.end()) return std::nullopt;
  const std::int64_t begin = region.begin.value();
  const std::int64_t end = region.end.value();
  const std::int64_t busy = core->second.any.within(begin, end);
  RegionTimes times{.together = busy, .idle = end - begin - busy};
  for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
    times.alone[unit] = busy - core->second.others[unit].within(begin, end);
    times.together -= times.alone[unit];
  }
  return times;
}

Result<std::vector<Cell>> RegionFigures::cells(const Region& region, const TaskControl& control) {
  const std::optional<int> core = region.core >= 0 ? std::optional(region.core) : std::nullopt;
  const auto summary = summaries_.of({region.begin, region.end}, core, control);
  if (!summary) return fail(summary.error());
  std::vector<Cell> cells;
  for (const SummaryFigure& figure : kSummaryFigures) cells.push_back(cell_of(*summary, figure));
  const auto parts = times(region);
  if (!parts) {
    cells.resize(cells.size() + kTimeFigures.size(), Missing{tr("the region is not of one core")});
    return cells;
  }
  for (const std::int64_t ticks :
       {parts->alone[kDmaUnit], parts->alone[kCollectiveUnit], parts->idle}) {
    cells.emplace_back(in_ns(*trace_, ticks));
  }
  return cells;
}

}  // namespace nscope::analysis
