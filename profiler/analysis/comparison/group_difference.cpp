#include "profiler/analysis/comparison/group_difference.h"

#include "profiler/base/format.h"

#include <cmath>
#include <string>
#include <utility>

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

Text titled(std::string name, Engine engine) {
  Text text = name == kNoLayer.english ? Text(kNoLayer) : Text::verbatim(std::move(name));
  const std::string_view on = engine_title(engine);
  return on.empty() ? text : tr("{} on {}", text, on);
}

}  // namespace

Text title_of(const GroupKey& key) {
  return titled(key.name, key.engine);
}

Text short_title_of(const GroupKey& key) {
  std::string name = key.name;
  shorten(name, kWidestName);
  return titled(std::move(name), key.engine);
}

Cell name_cell(const GroupKey& key) {
  return key.name == kNoLayer.english ? Cell(Text(kNoLayer)) : Cell(key.name);
}

Phrase plural_of(const GroupKey& key) {
  switch (key.work) {
    case WorkClass::kCompute:
      return key.kind == SliceKind::kInstruction ? phrase("instructions") : phrase("operators");
    case WorkClass::kCollective: return phrase("collectives");
    case WorkClass::kDma: return phrase("DMA transfers");
    case WorkClass::kHost: return phrase("host events");
    case WorkClass::kWait: return phrase("waits");
    case WorkClass::kRequest: return phrase("requests");
  }
  return phrase("events");
}

std::optional<double> mean_ns(const GroupTotals& totals) {
  if (totals.count <= 0.0) return std::nullopt;
  return totals.time_ns / totals.count;
}

TextNumber count_number(double count) {
  const double rounded = std::round(count);
  if (std::abs(count - rounded) < 1e-9) return as::count(std::llround(count));
  return as::fixed(count, 1);
}

}  // namespace nscope::analysis
