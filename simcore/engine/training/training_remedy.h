#pragma once

#include "profiler/base/text.h"
#include "simcore/engine/training/training_step.h"

#include <optional>

namespace nscope::sim {

/// A changed training step that fits in memory, and its changes: "ZeRO-1 and checkpointing 'full'".
struct TrainingRemedy {
  TrainingStep step;
  Text changes{};
};

/// The first of these changes of a step that does not fit with which it can be planned and fits, each
/// evaluated: ZeRO-1, more checkpointing, smaller microbatches, ZeRO-3, a higher tensor parallel
/// degree, each with those before it; then adapters, alone or with all of these; then tensor and
/// pipeline parallel degrees; then up to 64 nodes. nullopt if none does.
std::optional<TrainingRemedy> training_remedy(const TrainingStep& step);

}  // namespace nscope::sim
