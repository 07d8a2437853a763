#pragma once

#include "profiler/analysis/memory/onchip_lifetimes.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What is in an area of SBUF or PSUM, according to its writer.
struct OnchipContent {
  enum class Owner : std::uint8_t {
    kTensor,      ///< the HBM tensor that a DMA transfer loaded
    kValue,       ///< the compiler's name of the written value: "$17"
    kSource,      ///< the line of the program that wrote it
    kOperator,    ///< the operator or the layer that wrote it
    kOpcode,      ///< only the opcode of the writer is known
    kAllocation,  ///< the capture lists its allocations
  };
  Owner kind = Owner::kOpcode;
  bool by_dma = false;
  /// Copied to HBM and read back during the run, or marked as spilled by the compiler.
  bool saved = false;
  /// Loaded from HBM bytes that the core has written during the run, or marked by the compiler.
  bool reloaded = false;
  /// Loaded from HBM bytes that the core has read before and that were not written since.
  bool read_again = false;
  StringId owner{};  ///< a text of the trace that contains the name; see owner_name()
};

/// The name of the owner, a view into the trace.
std::string_view owner_name(const Trace& trace, const OnchipContent& content);

/// The lifetimes in SBUF and PSUM of one core.
struct OnchipCore {
  int core = 0;
  /// By OnchipMemory, sorted by start. Those that are live at some time in span_of() the scope.
  std::array<std::vector<OnchipLifetime>, 2> lifetimes{};
  std::vector<OnchipContent> contents{};
  std::array<bool, 2> allocations{};  ///< by memory: from the allocations of the capture

  const std::vector<OnchipLifetime>& of(OnchipMemory memory) const {
    return lifetimes[static_cast<std::size_t>(memory)];
  }
  /// Null if the writer is unknown.
  const OnchipContent* content_of(const OnchipLifetime& lifetime) const {
    return lifetime.content < contents.size() ? &contents[lifetime.content] : nullptr;
  }
};

struct OnchipMap {
  std::vector<OnchipCore> cores{};  ///< with at least one lifetime, in order of their numbers
  std::int64_t instructions = 0;    ///< with a known area in SBUF or PSUM
  /// Operands whose area is unknown, because their address is in a register or in another core's
  /// memory.
  std::int64_t unknown_operands = 0;
  /// Transfers that an instruction starts from prepared descriptors. Their addresses are not in
  /// the capture.
  std::int64_t descriptor_transfers = 0;
  /// Ticks from which a core was not evaluated, because it has too many instructions.
  std::optional<TraceTime> stopped_at{};
};

/// Follows all instructions of a run in order of their starts. Linear in their number times the
/// areas that they access; memory: about 40 bytes an instruction and 100 bytes a lifetime, with a
/// limit of 4 million instructions and lifetimes a core. Errors: kCancelled.
Result<OnchipMap> onchip_map(const Trace& trace, const Scope& scope, TaskControl& control);

/// From the first to the last window of the scope. Data stays on the chip between executions.
TimeWindow span_of(const Scope& scope);

/// The bytes of a partition of SBUF; nullopt if the generation of the device is unknown.
struct SbufSize {
  std::int64_t partition = 0;
  std::int64_t usable = 0;  ///< by programs
};
std::optional<SbufSize> sbuf_size(const Trace& trace);

}  // namespace nscope::analysis
