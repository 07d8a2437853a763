#pragma once

#include "profiler/analysis/engines/overlap_sweep.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/analysis/regions/region_cut.h"
#include "profiler/analysis/regions/region_figures.h"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::analysis {

/// Checks that each metric of `part` has the same value in `whole`.
inline void expect_same_metrics(const Summary& part, const Summary& whole) {
  EXPECT_FALSE(part.metrics.empty());
  for (const Metric& metric : part.metrics) {
    const Metric* same = whole.find(metric.name);
    ASSERT_NE(same, nullptr) << metric.name;
    EXPECT_EQ(metric.value, same->value) << metric.name;
  }
}

/// The sum of metrics of a summary; nullopt if one of them is unknown.
inline std::optional<double> sum_of(const Summary& summary,
                                    std::initializer_list<std::string_view> names) {
  double sum = 0.0;
  for (const std::string_view name : names) {
    const Metric* metric = summary.find(name);
    if (metric == nullptr) return std::nullopt;
    sum += metric->value;
  }
  return sum;
}

/// Checks a cell against the value that it must have; nullopt: missing.
inline void expect_cell(const Cell& cell, std::optional<double> value, std::string_view what) {
  std::optional<double> number;
  if (const auto* whole = std::get_if<std::int64_t>(&cell)) number = static_cast<double>(*whole);
  if (const auto* real = std::get_if<double>(&cell)) number = *real;
  EXPECT_EQ(number, value) << what;
}

/// Computes the regions of a run and compares the figures of each with the summary and the overlap
/// of its range and core, computed separately. Returns the number of regions.
inline std::size_t check_regions(const Trace& trace, std::string_view method) {
  TaskControl control;
  const Scope scope(trace, {});
  const auto index = static_cast<std::size_t>(
      std::find(kRegionMethods.begin(), kRegionMethods.end(), method) - kRegionMethods.begin());
  const auto regions =
      run_regions(trace, scope, static_cast<RegionMethod>(index), std::nullopt, control);
  auto figures = RegionFigures::of(trace, scope, control);
  const auto cores = core_activities(trace, std::nullopt, control);
  if (!regions || !figures || !cores) {
    ADD_FAILURE() << method;
    return 0;
  }
  const double ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  for (const Region& region : regions->regions) {
    const auto core = region.core >= 0 ? std::optional(region.core) : std::nullopt;
    const Summary summary =
        summarize(trace, {.range = std::pair(region.begin, region.end), .core = core});
    std::vector<std::optional<double>> expected;
    for (const std::string_view engine : {"tensor", "vector", "scalar", "gpsimd"}) {
      expected.push_back(sum_of(summary, {std::string(engine) + "_engine_active_time_percent"}));
    }
    expected.push_back(sum_of(summary, {"dma_active_time_percent"}));
    expected.push_back(sum_of(summary, {"hardware_flops"}));
    expected.push_back(sum_of(summary, {"mfu_estimated_percent"}));
    expected.push_back(sum_of(summary, {"hbm_read_bytes", "hbm_write_bytes"}));
    expected.push_back(sum_of(summary, {"mbu_estimated_percent"}));
    expected.push_back(sum_of(summary, {"spill_save_bytes", "spill_reload_bytes"}));
    const auto activity = std::find_if(cores->begin(), cores->end(), [&](const CoreActivity& each) {
      return each.core == region.core;
    });
    if (activity == cores->end()) {
      expected.resize(expected.size() + 3);
    } else {
      const TimeWindow window{region.begin, region.end};
      const auto sweep = OverlapSweep::of(*activity, std::span(&window, 1), control);
      for (const std::int64_t ticks : {sweep->alone(5), sweep->alone(6), sweep->nothing()}) {
        expected.emplace_back(static_cast<double>(ticks) / ticks_per_ns);
      }
      const auto times = figures->times(region);
      EXPECT_TRUE(times);
      if (times) {
        EXPECT_EQ(std::accumulate(times->alone.begin(), times->alone.end(),
                                  times->idle + times->together),
                  region.duration().value());
      }
    }
    const auto cells = figures->cells(region, control);
    const auto columns = region_figure_columns();
    if (!cells || cells->size() != expected.size() || columns.size() != expected.size()) {
      ADD_FAILURE() << "number of figures";
      return 0;
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      expect_cell((*cells)[i], expected[i], columns[i].id);
    }
  }
  return regions->regions.size();
}

}  // namespace nscope::analysis
