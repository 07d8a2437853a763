#pragma once

#include <optional>
#include <string>

namespace nscope::cost {

/// The tokens per dollar of an alternative, with the p5 and p95 of its throughput.
struct RankedCost {
  double tokens_per_usd = 0;  ///< positive
  std::optional<double> low{};  ///< 0: at the slow end no load meets the limits
  std::optional<double> high{};
  /// The accelerator for which the throughput was predicted; empty for measured and stated figures.
  std::string device{};
};

/// The probability that `a` gives more tokens per dollar than `b`. Both errors are lognormal with
/// the stated p5 and p95, so that P = Phi(ln(m_a / m_b) / s), where m is the middle of a band and s
/// the standard deviation of the difference. Predictions for the same device have the error of the
/// device in common: s is then the difference of the two deviations, else the root of the sum of
/// their squares. Empty unless both have a band. Pure.
std::optional<double> probability_cheaper(const RankedCost& a, const RankedCost& b);

struct ProbabilityRange {
  double low = 0;
  double high = 1;
};
/// The bounds of this probability if a `low` is 0. The fast half of such an error is lognormal from
/// the predicted value to its p95; its slow half is only known to be below the prediction. Empty if
/// both have a whole band, if a band is unknown, and for predictions for the same device. Pure.
std::optional<ProbabilityRange> probability_range(const RankedCost& a, const RankedCost& b);

}  // namespace nscope::cost
