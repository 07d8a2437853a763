#pragma once

#include <cstdint>
#include <string_view>

namespace nscope {

/// The unit that did the work. Names as in the SQL column `engine`.
enum class Engine : std::uint8_t { kNone, kTensor, kVector, kScalar, kGpSimd, kSync, kDma, kCc };

/// What a slice is. Names as in the SQL column `slice.kind`.
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

/// What a track shows. Names as in the SQL column `track.kind`.
enum class TrackKind : std::uint8_t {
  kGroup,       ///< only holds other tracks
  kCore,        ///< one physical NeuronCore, holds its engines
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
  kOther,       ///< events of a capture that we have no row for
};

/// How slices of one track may lie to each other.
enum class TrackLayout : std::uint8_t {
  kFlat,    ///< hardware intervals: overlaps go to the next free lane, no parents
  kNested,  ///< call stacks: contained slices become children, one level deeper
};

std::string_view to_string(Engine engine);
std::string_view to_string(SliceKind kind);
std::string_view to_string(TrackKind kind);

}  // namespace nscope
