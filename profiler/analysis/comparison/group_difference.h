#pragma once

#include "profiler/analysis/comparison/compared_groups.h"
#include "profiler/analysis/comparison/mean_interval.h"
#include "profiler/analysis/comparison/run_alignment.h"
#include "profiler/analysis/comparison/run_profile.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <optional>

namespace nscope::analysis {

/// One group on both sides. If a side has repeats, the values are means.
struct GroupDifference {
  GroupKey key;
  GroupTotals base;
  GroupTotals now;
  GroupMatches matches;                         ///< matches of the first run of each side
  std::optional<MeanInterval> time_interval{};  ///< interval of time_change()
  bool differs = false;                         ///< whether it differs by more than rounding

  double time_change() const { return now.time_ns - base.time_ns; }
  double exposed_change() const { return now.exposed_ns - base.exposed_ns; }
};

/// Longer names (operands, kernels of C++ templates) are shortened in narrow tables.
inline constexpr std::size_t kWidestName = 90;

/// "MATMUL on TensorE", "hardware_dynamic".
Text title_of(const GroupKey& key);
/// The same with a name of at most kWidestName bytes.
Text short_title_of(const GroupKey& key);
/// The name of a group as a cell.
Cell name_cell(const GroupKey& key);
/// "instructions", "DMA transfers", ...
Phrase plural_of(const GroupKey& key);

/// Mean duration; nullopt without events.
std::optional<double> mean_ns(const GroupTotals& totals);

/// A count that can be the mean of several runs: "1,240" or "1,240.5".
TextNumber count_number(double count);

}  // namespace nscope::analysis
