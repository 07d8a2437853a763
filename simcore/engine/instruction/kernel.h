#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"
#include "profiler/trace/columns/kinds.h"
#include "simcore/engine/machine/instruction_cost.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

enum class BufferSpace { kSbuf, kPsum, kHbm };

/// A named part of the memory. On-chip buffers are allocated for the whole kernel; a kernel that
/// reuses memory reuses the buffer.
struct KernelBuffer {
  std::string name;
  BufferSpace space = BufferSpace::kSbuf;
  double bytes = 0;  ///< per partition; in HBM, of the whole buffer
};

/// A wait until a semaphore is at least `value`, or an addition of `value` to it.
struct KernelSemaphore {
  std::uint32_t id = 0;  ///< index into Kernel::semaphores
  std::int64_t value = 0;
};

/// One instruction. The sequencer of `engine` issues instructions in the order of the kernel.
struct KernelInstruction {
  Engine engine = Engine::kVector;
  std::string op;  ///< of instruction_cost.h, or "dma"
  double elements = 0;
  double partitions = 128;
  double stationary = 0;
  double moving = 0;
  ElementType type = ElementType::kBf16;
  bool contiguous = true;
  std::string alu{};
  std::string second_alu{};
  bool zero = false;
  double indices = 0;
  double per_index = 1;
  double k = 0;
  double rows = 0;                     ///< dma: number of descriptors
  double row_bytes = 0;                ///< dma: bytes of each descriptor
  std::vector<std::uint32_t> reads{};  ///< buffers, which determine places and dependencies
  std::vector<std::uint32_t> writes{};
  std::vector<KernelSemaphore> waits{};
  std::vector<KernelSemaphore> increments{};

  bool is_dma() const { return op == "dma"; }
};

/// A program for one NeuronCore. Instructions depend on each other through their buffers (a read
/// follows the write of its data, and a write follows the reads of the old data) and through their
/// semaphores.
struct Kernel {
  std::string name;
  std::vector<KernelBuffer> buffers{};
  std::vector<std::string> semaphores{};
  std::vector<KernelInstruction> instructions{};
};

/// Reads a document with the schema nscope.kernel/1 (docs/simulator.md) strictly. `name` is the
/// file name for messages. Errors: kBadInput with file and key.
Result<Kernel> kernel_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
