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

// What the records and instruction words of one core say about who waited for
// whom. No NEFF is needed.

/// "qActDynamicHW" as AWS's tools show it: "qScalarDynamicHW".
std::string queue_label(std::string_view queue);

/// "hardware_dynamic", "software_dynamic" or "unknown" by the queue's name;
/// "instruction" for rings that no queue is registered for.
std::string_view queue_type(std::string_view queue);

/// The name of the queue behind a ring; "" where none is registered.
std::string_view queue_of(const NtffCore& core, int dma_engine, int ring);

/// Names each semaphore after what the compiler's code makes update it: an
/// engine, or the DMA queue of the engine that triggers the transfer.
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

/// The update that brought each awaited semaphore to the awaited value: counted
/// in program order, from 0 in each execution, inside the compiler's code. Nothing
/// where `control` is cancelled.
SemaphoreEdges semaphore_edges(const CoreRun& run, const TaskControl& control);

/// Each instruction to the next one of its engine, within one execution.
std::vector<RowEdge> program_order(const CoreRun& run);

inline constexpr std::uint32_t kNoTrigger = 0xffffffff;

/// Finds the DMA_DIRECT2D instruction that caused a packet. On each ring the k-th
/// packet of 4 bytes (the semaphore write) closes the k-th trigger of the engine
/// that feeds the ring. Immutable; any thread. The run's core must outlive it.
class DmaTriggers {
 public:
  explicit DmaTriggers(const CoreRun& run);

  /// For each packet of one DMA engine, by begin: the row of the instruction, or
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
