#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// A measured value divided by its prediction, whose parameters were fitted without its group.
struct GroupedRatio {
  double ratio = 1;
  std::string group{};
  std::string generation{};  ///< of chips; groups have rows of one generation
};

/// A range of measured divided by predicted values.
struct ErrorBand {
  double low = 1;
  double high = 1;
  int groups = 0;  ///< groups that determine the band
};

/// The 90 % band of a row of a group that was not measured: the 5th and 95th percentiles of the
/// logarithms, where a group weighs as much as its number of rows to the power of 0.75, widened
/// about the median by 1 + 5 / groups^1.5, at most 3. Rows of one group have common errors, so a
/// large group must not hide the others; but a band of equal groups is too wide for the rows, most
/// of which belong to large groups. The widening is a finite-sample correction: the percentiles of
/// few groups are too close to each other. With it, the mean width for 2 to 33 groups of a normal
/// population is 3.2 to 3.5 standard deviations; 90 % of that population are within 3.3. The
/// exponent was chosen so that the bands contain 80 to 97 % of the rows of the classes, with groups
/// left out. A single group gives a band that is symmetric about 1. `ratios` must be positive and
/// not empty.
ErrorBand error_band(std::span<const GroupedRatio> ratios);

/// The 90 % band of a row of `generation` in a population of several: the band of all logarithms,
/// each divided by the scale of its generation, times that of `generation`. Errors of generations
/// differ more in size than in shape, and few groups determine a size better than percentiles. The
/// scale is the square of the weighted mean of the roots of the absolute logarithms, which single
/// outliers hardly move. The logarithm of a generation's own scale counts as its number of groups
/// against eight of the scale of all rows, so that few groups do not narrow the band. Without
/// `generation`, or if it has no ratios, this is error_band(ratios).
ErrorBand error_band(std::span<const GroupedRatio> ratios, std::string_view generation);

/// How many ratios lie inside a band that was computed without their group.
struct BandCoverage {
  int inside = 0;
  int rows = 0;
  double share() const { return rows > 0 ? static_cast<double>(inside) / rows : 0.0; }
};
/// The coverage of `ratios` by the bands of `population` for their generations without the group of
/// each ratio. Groups that leave no population are not counted.
BandCoverage band_coverage(std::span<const GroupedRatio> ratios,
                           std::span<const GroupedRatio> population);

}  // namespace nscope::sim
