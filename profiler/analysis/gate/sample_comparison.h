#pragma once

#include "profiler/analysis/gate/gate.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace nscope::gate {

/// The values of one metric in some runs.
struct Sample {
  std::vector<double> values;
  std::string unit{};
  bool mixed_units = false;
  bool simulated = true;  ///< all values are simulated
  Text absent{};          ///< reason why a run does not have the metric, if one is known
  std::size_t runs = 0;   ///< number of runs, also those without the metric

  bool constant() const;
};

Sample sample_of(std::span<const Run> runs, std::string_view metric);

/// The comparison of one metric, before the p-values of the whole gate are corrected.
struct Comparison {
  Check check;
  bool worse = false;   ///< by more than the limit and at least the minimum effect
  bool better = false;  ///< likewise
  bool tested = false;  ///< check.p takes part in the correction
  double p_better = 1.0;
  double smallest_p = 0.0;  ///< smallest p-value that these samples can give
};

/// Compares the samples of `check.metric` under `rule`. `tests` is the number of metrics that are
/// tested together, which decides the number of resamples of the bootstrap.
Comparison compare(const Rule& rule, Check check, const Sample& baseline, const Sample& changed,
                   std::size_t tests, std::uint64_t seed);

}  // namespace nscope::gate
