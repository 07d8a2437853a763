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
    IntervalUnion any;
    IntervalUnion several;
    for (const IntervalUnion& busy : activity.busy) {
      if (control.cancelled()) return cancelled();
      several = merged(several, intersection(any, busy));
      any = merged(any, busy);
    }
    std::vector<UnitBusy> units;
    for (const IntervalUnion& busy : activity.busy) {
      if (control.cancelled()) return cancelled();
      units.push_back({CoveredTime(busy), CoveredTime(intersection(busy, several))});
    }
    figures.cores_.emplace(activity.core, CoreBusy{.any = CoveredTime(any),
                                                   .several = CoveredTime(several),
                                                   .units = std::move(units)});
  }
  return figures;
}

std::optional<RegionTimes> RegionFigures::times(const Region& region) const {
  const auto core = cores_.find(region.core);
  if (core == cores_.end()) return std::nullopt;
  const std::int64_t begin = region.begin.value();
  const std::int64_t end = region.end.value();
  const CoreBusy& busy = core->second;
  RegionTimes times{.together = busy.several.within(begin, end),
                    .idle = end - begin - busy.any.within(begin, end)};
  for (std::size_t unit = 0; unit < kCoreUnits.size(); ++unit) {
    const UnitBusy& of = busy.units[unit];
    times.alone[unit] = of.busy.within(begin, end) - of.shared.within(begin, end);
  }
  return times;
}

Text no_times_text(const Region& region) {
  return region.core < 0 ? tr("the region is not of one core") : tr("the core has no work");
}

Result<std::vector<Cell>> RegionFigures::cells(const Region& region, const TaskControl& control) {
  const std::optional<int> core = region.core >= 0 ? std::optional(region.core) : std::nullopt;
  const auto summary = summaries_.of({region.begin, region.end}, core, control);
  if (!summary) return fail(summary.error());
  std::vector<Cell> cells;
  for (const SummaryFigure& figure : kSummaryFigures) cells.push_back(cell_of(*summary, figure));
  const auto parts = times(region);
  if (!parts) {
    cells.resize(cells.size() + kTimeFigures.size(), Missing{no_times_text(region)});
    return cells;
  }
  for (const std::int64_t ticks :
       {parts->alone[kDmaUnit], parts->alone[kCollectiveUnit], parts->idle}) {
    cells.emplace_back(in_ns(*trace_, ticks));
  }
  return cells;
}

}  // namespace nscope::analysis
