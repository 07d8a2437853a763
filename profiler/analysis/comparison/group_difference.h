#pragma once

#include "profiler/analysis/comparison/compared_groups.h"
#include "profiler/analysis/comparison/mean_interval.h"
#include "profiler/analysis/comparison/run_alignment.h"
#include "profiler/analysis/comparison/run_profile.h"

#include <optional>
#include <string>

namespace nscope::analysis {

/// One group on both sides; where a side has repeats, their means.
struct GroupDifference {
  GroupKey key;
  GroupTotals base;
  GroupTotals now;
  GroupMatches matches;                         ///< of the first run of each side
  std::optional<MeanInterval> time_interval{};  ///< of time_change()
  bool differs = false;                         ///< by more than rounding

  double time_change() const { return now.time_ns - base.time_ns; }
  double exposed_change() const { return now.exposed_ns - base.exposed_ns; }
};

/// "MATMUL on TensorE", "hardware_dynamic".
std::string title_of(const GroupKey& key);
/// "instructions", "DMA transfers", ...
std::string_view plural_of(const GroupKey& key);

/// Mean duration; nullopt without events.
std::optional<double> mean_ns(const GroupTotals& totals);

/// A count that may be the mean of several runs: "1,240" or "1,240.5".
std::string count_text(double count);

}  // namespace nscope::analysis
