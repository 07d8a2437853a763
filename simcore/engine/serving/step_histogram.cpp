#include "simcore/engine/serving/step_histogram.h"

#include <algorithm>
#include <cmath>

namespace nscope::sim {
namespace {

constexpr double kPerOctave = 64;

}  // namespace

void StepHistogram::add(Picoseconds gap, std::int64_t count) {
  if (count <= 0) return;
  const double seconds = to_seconds(std::max<Picoseconds>(gap, 1));
  const auto at = static_cast<std::size_t>(
      std::floor(std::log2(static_cast<double>(std::max<Picoseconds>(gap, 1))) * kPerOctave));
  if (at >= classes_.size()) classes_.resize(at + 1);
  classes_[at] += count;
  count_ += count;
  seconds_ += seconds * static_cast<double>(count);
}

void StepHistogram::merge(const StepHistogram& other) {
  if (other.classes_.size() > classes_.size()) classes_.resize(other.classes_.size());
  for (std::size_t i = 0; i < other.classes_.size(); ++i) classes_[i] += other.classes_[i];
  count_ += other.count_;
  seconds_ += other.seconds_;
}

double StepHistogram::mean() const {
  return count_ > 0 ? seconds_ / static_cast<double>(count_) : 0;
}

double StepHistogram::quantile(double share) const {
  const double wanted = share * static_cast<double>(count_);
  double seen = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    seen += static_cast<double>(classes_[i]);
    if (classes_[i] > 0 && seen >= wanted) {
      return std::exp2((static_cast<double>(i) + 0.5) / kPerOctave) * 1e-12;
    }
  }
  return 0;
}

}  // namespace nscope::sim
