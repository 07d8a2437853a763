#include "simcore/engine/graph/operator.h"

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

Engine engine_of(Unit unit) {
  constexpr std::array<Engine, kUnitCount> kEngines{Engine::kDma, Engine::kTensor, Engine::kVector,
                                                    Engine::kScalar, Engine::kGpSimd};
  return kEngines[static_cast<std::size_t>(unit)];
}

void Work::add(const Work& one, double times) {
  for (std::size_t i = 0; i < kUnitCount; ++i) seconds[i] += times * one.seconds[i];
  read_bytes += times * one.read_bytes;
  write_bytes += times * one.write_bytes;
  flops += times * one.flops;
}

double operator_seconds(const Operator& op, const Overlap& overlap, double& ahead) {
  if (op.collective) {
    const double seconds = op.collective->seconds - op.collective->hidden;
    ahead = std::min(overlap.lead, ahead + seconds);
    return seconds;
  }
  const double compute = pipeline(op.work[Unit::kTensor], aside(op.work), overlap.engines);
  const double transfer = op.work[Unit::kDma];
  if (compute <= 0) {
    ahead = 0;
    return transfer;
  }
  const double seconds = pipeline(std::max(0.0, transfer - ahead), compute, overlap.prefetch);
  ahead = std::min(overlap.lead, ahead - transfer + seconds);
  return seconds;
}

double operator_seconds(const Operator& op, const Overlap& overlap) {
  double ahead = 0;
  return operator_seconds(op, overlap, ahead);
}

OperatorTiming time_operator(const Operator& op, const Overlap& overlap) {
  double ahead = 0;
  return time_operator(op, overlap, ahead);
}

OperatorTiming time_operator(const Operator& op, const Overlap& overlap, double& ahead) {
  OperatorTiming timing;
  const double before = ahead;
  timing.seconds = operator_seconds(op, overlap, ahead);
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
    timing.units[i].start = std::max(0.0, end - work[unit]);
  }
  OperatorTiming::Interval& transfers = timing.units[static_cast<std::size_t>(Unit::kDma)];
  const bool computes = work[Unit::kTensor] > 0 || aside(work) > 0;
  transfers.start = computes ? -before : 0.0;
  return timing;
}

}  // namespace nscope::sim
