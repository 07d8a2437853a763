#include "profiler/trace/columns/kinds.h"

namespace nscope {

std::string_view to_string(Engine engine) {
  switch (engine) {
    case Engine::kNone: return "";
    case Engine::kTensor: return "Tensor";
    case Engine::kVector: return "Vector";
    case Engine::kScalar: return "Scalar";
    case Engine::kGpSimd: return "GpSimd";
    case Engine::kSync: return "Sync";
    case Engine::kDma: return "DMA";
    case Engine::kCc: return "CC";
  }
  return "";
}

std::string_view to_string(SliceKind kind) {
  switch (kind) {
    case SliceKind::kOther: return "other";
    case SliceKind::kInstruction: return "instruction";
    case SliceKind::kDma: return "dma";
    case SliceKind::kCollective: return "collective";
    case SliceKind::kOperator: return "operator";
    case SliceKind::kLayer: return "layer";
    case SliceKind::kHost: return "host";
    case SliceKind::kRequest: return "request";
    case SliceKind::kCompile: return "compile";
  }
  return "other";
}

std::string_view to_string(TrackKind kind) {
  switch (kind) {
    case TrackKind::kGroup: return "group";
    case TrackKind::kCore: return "core";
    case TrackKind::kEngine: return "engine";
    case TrackKind::kDmaQueue: return "dma_queue";
    case TrackKind::kCollective: return "collective";
    case TrackKind::kSemaphore: return "semaphore";
    case TrackKind::kThrottle: return "throttle";
    case TrackKind::kCounter: return "counter";
    case TrackKind::kLayer: return "layer";
    case TrackKind::kHost: return "host";
    case TrackKind::kExecution: return "execution";
    case TrackKind::kRequest: return "request";
    case TrackKind::kCompile: return "compile";
    case TrackKind::kOther: return "other";
  }
  return "group";
}

}  // namespace nscope
