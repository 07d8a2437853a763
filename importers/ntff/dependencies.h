#pragma once

#include "importers/ntff/core_run.h"
#include "importers/ntff/semaphore_text.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace nscope::importers {

// Dependencies between instructions and DMA packets, from the records and instruction words of
// one core. No NEFF is needed.

/// The name of a queue in AWS's tools: "qScalarDynamicHW" for "qActDynamicHW".
std::string queue_label(std::string_view queue);

/// The type of a queue: "hardware_dynamic" or "software_dynamic" by its name, and "input",
/// "output", "weight" or "unknown" by its stated use if it has static transfers; "instruction" for
/// rings without a registered queue (null).
std::string_view queue_type(const NtffQueue* queue);

/// The queue of a ring; null if none is registered.
const NtffQueue* queue_of(const NtffCore& core, int dma_engine, int ring);

/// The engine whose DMA instructions feed a dynamic queue.
std::optional<HardwareEngine> feeding_engine(std::string_view queue);

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

/// Calls take(edge) with the edge from each instruction to the next one of its engine in the same
/// execution, until it returns false. False if it did.
template <class Take>
bool for_each_in_program_order(const CoreRun& run, Take take) {
  std::array<std::optional<std::uint32_t>, kHardwareEngines> previous;
  for (std::size_t i = 0; i < run.size(); ++i) {
    auto& last = previous[static_cast<std::size_t>(run.row(i).engine)];
    const auto from = std::exchange(last, static_cast<std::uint32_t>(i));
    if (!from || run.row(*from).execution != run.row(i).execution) continue;
    if (!take(RowEdge{*from, static_cast<std::uint32_t>(i)})) return false;
  }
  return true;
}

}  // namespace nscope::importers
