#pragma once

#include <cstdint>
#include <string_view>

namespace nscope {

/// The unit that executes a slice. Names as in the SQL column `engine`.
enum class Engine : std::uint8_t { kNone, kTensor, kVector, kScalar, kGpSimd, kSync, kDma, kCc };

/// The kind of a slice. Names as in the SQL column `slice.kind`.
enum class SliceKind : std::uint8_t {
  kOther,
  kInstruction,
  kDma,
  kCollective,
  kOperator,
  kLayer,
  kHost,
  kRequest,
  kCompile,
};

/// The kind of a track. Names as in the SQL column `track.kind`.
enum class TrackKind : std::uint8_t {
  kGroup,       ///< contains only other tracks
  kCore,        ///< one physical NeuronCore, contains its engines
  kEngine,      ///< instructions or operator intervals of one engine
  kDmaQueue,    ///< packets of one ring of one DMA engine
  kCollective,  ///< collective operations
  kSemaphore,   ///< value of one semaphore over time
  kThrottle,    ///< clock gating and throttling intervals
  kCounter,     ///< any other value over time
  kLayer,       ///< model layers
  kHost,        ///< host threads and runtime calls
  kExecution,   ///< profiled executions
  kRequest,     ///< serving requests
  kCompile,     ///< compile cache and compiler
  kOther,       ///< other events of a capture
};

/// How overlapping slices of a track are arranged.
enum class TrackLayout : std::uint8_t {
  kFlat,    ///< hardware intervals: overlapping slices are on different lanes, without parents
  kNested,  ///< call stacks: a slice that contains another is its parent, one level above
};

std::string_view to_string(Engine engine);
std::string_view to_string(SliceKind kind);
std::string_view to_string(TrackKind kind);

}  // namespace nscope
