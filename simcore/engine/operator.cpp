#include "simcore/engine/operator.h"

#include <algorithm>

namespace nscope::sim {
namespace {

double aside(const Work& work) {
  return std::max({work[Unit::kVector], work[Unit::kScalar], work[Unit::kGpSimd]});
}

double pipeline(double a, double b, double tiles) {
  return (a + b) / tiles + (1.0 - 1.0 / tiles) * std::max(a, b);
}

}  // namespace

std::string_view to_string(Unit unit) {
  constexpr std::array<std::string_view, kUnitCount> kNames{"DMA", "TensorE", "VectorE", "ScalarE",
                                                            "GpSimdE"};
  return kNames[static_cast<std::size_t>(unit)];
}

double operator_seconds(const Operator& op, const Overlap& overlap) {
  if (op.collective) return op.collective->seconds - op.collective->hidden;
  const double compute = pipeline(op.work[Unit::kTensor], aside(op.work), overlap.engines);
  return pipeline(op.work[Unit::kDma], compute, overlap.prefetch);
}

OperatorTiming time_operator(const Operator& op, const Overlap& overlap) {
  OperatorTiming timing;
  timing.seconds = operator_seconds(op, overlap);
  if (op.collective) {
    timing.bound = "Collective";
    return timing;
  }
  const Work& work = op.work;
  double longest = 0;
  for (std::size_t i = 0; i < kUnitCount; ++i) {
    const auto unit = static_cast<Unit>(i);
    timing.units[i].busy = work[unit];
    if (work[unit] > longest) {
      longest = work[unit];
      timing.bound = to_string(unit);
    }
    double end = timing.seconds;
    if (unit == Unit::kTensor) end -= aside(work) / overlap.engines;
    timing.units[i].start = unit == Unit::kDma ? 0.0 : std::max(0.0, end - work[unit]);
  }
  return timing;
}

}  // namespace nscope::sim
