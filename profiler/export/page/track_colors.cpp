#include "profiler/export/page/track_colors.h"

namespace nscope {
namespace {

std::string_view engine_color_text(Engine engine, bool matmul) {
  switch (engine) {
    case Engine::kTensor: return matmul ? "#2f86d6" : "#56b4e9";
    case Engine::kVector: return "#2bb58a";
    case Engine::kScalar: return "#e69f00";
    case Engine::kGpSimd: return "#cc79a7";
    case Engine::kSync: return "#8b95a5";
    case Engine::kDma: return "#b9a23a";
    case Engine::kCc: return "#e06a3b";
    case Engine::kNone: break;
  }
  return {};
}

}  // namespace

std::string_view track_color_text(const Trace& trace, const Track& track) {
  switch (track.kind) {
    // Counters of links belong to no core; all counters of a core are of memory.
    case TrackKind::kCounter: return track.core < 0 ? "#3fb6b2" : "#7a6ff0";
    case TrackKind::kSemaphore: return "#8b95a5";
    case TrackKind::kThrottle: return "#e06a3b";
    case TrackKind::kCompile: return "#d46a9f";
    default: break;
  }
  const bool matmul = trace.text(track.name).find("matmul") != std::string_view::npos;
  const std::string_view color = engine_color_text(track.engine, matmul);
  if (!color.empty()) return color;
  switch (track.kind) {
    case TrackKind::kCollective: return "#e06a3b";
    case TrackKind::kHost: return "#5b9bd5";
    case TrackKind::kEngine: return "#2bb58a";
    default: return "#8b95a5";
  }
}

bool is_colored_by_name(const Track& track) {
  return track.kind == TrackKind::kLayer || track.kind == TrackKind::kHost ||
         track.kind == TrackKind::kExecution || track.kind == TrackKind::kRequest ||
         (track.engine == Engine::kNone && track.kind != TrackKind::kCompile);
}

}  // namespace nscope
