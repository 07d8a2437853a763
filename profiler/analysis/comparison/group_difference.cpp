#include "profiler/analysis/comparison/group_difference.h"

#include "profiler/base/format.h"

#include <cmath>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

std::string_view engine_title(Engine engine) {
  switch (engine) {
    case Engine::kTensor: return "TensorE";
    case Engine::kVector: return "VectorE";
    case Engine::kScalar: return "ScalarE";
    case Engine::kGpSimd: return "GpSimdE";
    case Engine::kSync: return "SyncE";
    case Engine::kNone:
    case Engine::kDma:
    case Engine::kCc: break;
  }
  return {};
}

}  // namespace

std::string title_of(const GroupKey& key) {
  const std::string_view engine = engine_title(key.engine);
  return engine.empty() ? key.name : fmt::format("{} on {}", key.name, engine);
}

std::string_view plural_of(const GroupKey& key) {
  switch (key.work) {
    case WorkClass::kCompute:
      return key.kind == SliceKind::kInstruction ? "instructions" : "operators";
    case WorkClass::kCollective: return "collectives";
    case WorkClass::kDma: return "DMA transfers";
    case WorkClass::kHost: return "host events";
    case WorkClass::kWait: return "waits";
    case WorkClass::kRequest: return "requests";
  }
  return "events";
}

std::optional<double> mean_ns(const GroupTotals& totals) {
  if (totals.count <= 0.0) return std::nullopt;
  return totals.time_ns / totals.count;
}

std::string count_text(double count) {
  const double rounded = std::round(count);
  if (std::abs(count - rounded) < 1e-9) return format_count(std::llround(count));
  return group_thousands(fmt::format("{:.1f}", count));
}

}  // namespace nscope::analysis
