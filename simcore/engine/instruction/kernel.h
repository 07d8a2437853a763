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

/// A named piece of memory. On-chip ones are allocated for the whole kernel: a
/// kernel that reuses memory reuses the buffer.
struct KernelBuffer {
  std::string name;
  BufferSpace space = BufferSpace::kSbuf;
  double bytes = 0;  ///< per partition; of all of it in HBM
};

/// Waits until a semaphore is at least `value`, or adds `value` to it.
struct KernelSemaphore {
  std::uint32_t id = 0;  ///< index into Kernel::semaphores
  std::int64_t value = 0;
};

/// One instruction. The sequencer of `engine` issues them in the kernel's order.
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
  double rows = 0;                     ///< dma: descriptors
  double row_bytes = 0;                ///< dma: of each
  std::vector<std::uint32_t> reads{};  ///< buffers; decide places and dependencies
  std::vector<std::uint32_t> writes{};
  std::vector<KernelSemaphore> waits{};
  std::vector<KernelSemaphore> increments{};

  bool is_dma() const { return op == "dma"; }
};

/// A program for one NeuronCore. Instructions depend on each other through their
/// buffers (what was written before is read after, and not overwritten before it
/// was read), and through semaphores where they name some.
struct Kernel {
  std::string name;
  std::vector<KernelBuffer> buffers{};
  std::vector<std::string> semaphores{};
  std::vector<KernelInstruction> instructions{};
};

/// Reads a document of schema nscope.kernel/1 (docs/simulator.md), strictly. `name`
/// is the file's name for messages. Errors: kBadInput naming file, member, reason.
Result<Kernel> kernel_from_json(const Json& json, std::string_view name);

}  // namespace nscope::sim
