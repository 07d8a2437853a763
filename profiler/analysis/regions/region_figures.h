#pragma once

#include "profiler/analysis/engines/core_units.h"
#include "profiler/analysis/metrics/range_summaries.h"
#include "profiler/analysis/regions/region_cut.h"
#include "profiler/base/tables/table.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The figures of a region after its duration, as columns.
std::vector<Table::Column> region_figure_columns();

/// How the time of a region of one core is divided. In ticks; the parts add up to its duration.
struct RegionTimes {
  std::array<std::int64_t, kCoreUnits.size()> alone{};  ///< only this unit is busy
  std::int64_t together = 0;                            ///< several units are busy
  std::int64_t idle = 0;                                ///< no unit is busy
};

/// The reason why a region has no RegionTimes.
Text no_times_text(const Region& region);

/// Computes the figures of regions of one run. One thread; the trace must outlive it.
class RegionFigures {
 public:
  /// Errors: kCancelled.
  static Result<RegionFigures> of(const Trace& trace, const Scope& scope, TaskControl& control);

  /// The cells for region_figure_columns(). Shares, work and bytes are those of summarize() for the
  /// range and the core of the region, or for all cores if it has none. Errors: kCancelled.
  Result<std::vector<Cell>> cells(const Region& region, const TaskControl& control);

  /// Takes logarithmic time; parts of events that cross an edge of the region are included.
  /// nullopt if the region is not of one core with work.
  std::optional<RegionTimes> times(const Region& region) const;

 private:
  struct UnitBusy {
    CoveredTime busy;
    CoveredTime shared;  ///< part of `busy` in which another unit is busy, too
  };
  struct CoreBusy {
    CoveredTime any;      ///< at least one unit is busy
    CoveredTime several;  ///< at least two units are
    std::vector<UnitBusy> units;
  };
  explicit RegionFigures(const Trace& trace) : trace_(&trace), summaries_(trace) {}

  const Trace* trace_;
  RangeSummaries summaries_;
  std::map<int, CoreBusy> cores_;
};

}  // namespace nscope::analysis
