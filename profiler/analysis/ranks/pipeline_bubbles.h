#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <cstdint>

namespace nscope::analysis {

/// Share of time in which each of `stages` equal stages is idle for `microbatches` microbatches
/// and `chunks` chunks per stage: (p - 1) / (v m + p - 1). GPipe (arXiv:1811.06965) and 1F1B have
/// one chunk, interleaved schedules v chunks (Megatron-LM, arXiv:2104.04473, section 2.2). All
/// arguments must be positive.
double ideal_bubble_share(std::int64_t stages, std::int64_t microbatches, std::int64_t chunks);

extern const Analysis kPipelineBubblesAnalysis;

}  // namespace nscope::analysis
