#pragma once

#include <span>
#include <string>
#include <vector>

namespace nscope::sim {

/// A measured value divided by its prediction, whose parameters were fitted without its group.
struct GroupedRatio {
  double ratio = 1;
  std::string group{};
};

/// A range of measured divided by predicted values.
struct ErrorBand {
  double low = 1;
  double high = 1;
  int groups = 0;  ///< groups that determine the band
};

/// The 90 % band of a row of a group that was not measured: the 5th and 95th percentiles of the
/// logarithms, where a group weighs as much as the square root of its number of rows, widened about
/// the median by 1 + 2 / groups. Rows of one group have common errors, so a large group must not
/// hide the others, and the number of groups determines the precision of the percentiles; but a
/// group of one row says less than one of many. The widening is the finite-sample correction of
/// hierarchical conformal prediction (Lee, Barber, Willett: "Distribution-free inference with
/// hierarchical data", 2023) applied to both tails in proportion to their distance, because the
/// exact correction is infinite for fewer than 19 groups. A single group gives a band that is
/// symmetric about 1. `ratios` must be positive and not empty.
ErrorBand error_band(std::span<const GroupedRatio> ratios);

/// How many ratios lie inside a band that was computed without their group.
struct BandCoverage {
  int inside = 0;
  int rows = 0;
  double share() const { return rows > 0 ? static_cast<double>(inside) / rows : 0.0; }
};
/// The coverage of `ratios` by the bands of `population` without the group of each ratio. Groups
/// that leave no population are not counted.
BandCoverage band_coverage(std::span<const GroupedRatio> ratios,
                           std::span<const GroupedRatio> population);

}  // namespace nscope::sim
