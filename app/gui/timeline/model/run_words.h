#pragma once

#include "profiler/trace/trace.h"

#include <algorithm>

namespace nscope::gui {

/// The words for the work of a run.
enum class RunWords {
  kNeuron,  ///< engines, instructions, opcodes
  kGpu,     ///< streams and kernels
  kOther,   ///< events with names
};

inline RunWords run_words(const Trace& trace) {
  const auto tracks = trace.tracks();
  const auto any = [&](auto is) { return std::any_of(tracks.begin(), tracks.end(), is); };
  if (any([](const Track& track) { return track.core >= 0 || track.engine != Engine::kNone; })) {
    return RunWords::kNeuron;
  }
  const bool gpu = any([](const Track& track) {
    return track.kind == TrackKind::kEngine && track.slices.size() > 0;
  });
  return gpu ? RunWords::kGpu : RunWords::kOther;
}

}  // namespace nscope::gui
