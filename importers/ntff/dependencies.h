#pragma once

#include "importers/ntff/core_run.h"
#include "importers/ntff/semaphore_text.h"
#include "profiler/base/task_control.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

// Dependencies between instructions and DMA packets, from the records and instruction words of
// one core. No NEFF is needed.

/// The name of a queue in AWS's tools: "qScalarDynamicHW" for "qActDynamicHW".
std::string queue_label(std::string_view queue);

/// "hardware_dynamic", "software_dynamic" or "unknown" by the queue's name; "instruction" for
/// rings without a registered queue.
std::string_view queue_type(std::string_view queue);

/// The name of the queue of a ring; "" if none is registered.
std::string_view queue_of(const NtffCore& core, int dma_engine, int ring);

/// Names each semaphore after what updates it in the compiler's code: an engine, or the DMA
/// queue of the engine that triggers the transfer.
SemaphoreNames semaphore_names(const CoreRun& run);

/// An edge between two rows of a CoreRun.
struct RowEdge {
  std::uint32_t from = 0;
  std::uint32_t to = 0;
};

struct SemaphoreEdges {
  std::vector<RowEdge> edges;   ///< update -> wait
  std::int64_t unresolved = 0;  ///< waits whose update is not among the rows
};

/// For each wait the update that brought the semaphore to the awaited value. Updates are counted
/// in program order, from 0 in each execution, in the compiler's code. Empty if `control` is
/// cancelled.
SemaphoreEdges semaphore_edges(const CoreRun& run, const TaskControl& control);

/// Edges from each instruction to the next one of its engine in the same execution.
std::vector<RowEdge> program_order(const CoreRun& run);

inline constexpr std::uint32_t kNoTrigger = 0xffffffff;

/// Finds the DMA_DIRECT2D instruction that caused a packet. On each ring the k-th packet of
/// 4 bytes (the semaphore write) is the last one of the k-th trigger of the engine that feeds
/// the ring. Immutable; any thread. The core of the run must outlive it.
class DmaTriggers {
 public:
  explicit DmaTriggers(const CoreRun& run);

  /// For each packet of one DMA engine, sorted by start: the row of the instruction, or
  /// kNoTrigger.
  std::vector<std::uint32_t> of(std::span<const DmaRow> packets) const;

 private:
  static std::uint64_t key(std::uint32_t execution, HardwareEngine engine) {
    return std::uint64_t{execution} << 8 | static_cast<std::uint8_t>(engine);
  }

  const NtffCore& core_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> triggers_;
};

}  // namespace nscope::importers
