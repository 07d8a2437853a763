#pragma once

#include "profiler/base/result.h"
#include "simcore/engine/events/event_queue.h"
#include "simcore/engine/instruction/core_rates.h"
#include "simcore/engine/instruction/kernel.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace nscope::sim {

/// The sequencers of a core, in the order of all tables by sequencer.
inline constexpr std::array<Engine, 5> kSequencers{Engine::kTensor, Engine::kVector,
                                                   Engine::kScalar, Engine::kGpSimd, Engine::kSync};
std::size_t sequencer_of(Engine engine);

/// The maximum number of DMA engines of a core.
inline constexpr std::size_t kMostDmaEngines = 16;

/// A kernel prepared for one core: durations from the published costs, and every dependency as
/// "counter at least value". Counters are, in this order: the number of completed instructions of
/// each sequencer; the semaphores of the kernel; one for each transfer.
struct CoreProgram {
  struct Condition {
    std::uint32_t counter = 0;
    std::int64_t value = 0;
  };
  struct Step {
    Picoseconds issue = 0;   ///< time in which it occupies its engine
    Picoseconds result = 0;  ///< time from the end of the issue until the result can be used
    std::uint32_t first_wait = 0;
    std::uint32_t first_signal = 0;
    std::int32_t transfer = -1;
    std::uint32_t after_own = 0;  ///< 1 + position in its queue of the step that it depends on
    std::uint8_t sequencer = 0;
    std::uint8_t ports = 0;  ///< PortSet: ports that it blocks for others
  };
  struct Transfer {
    std::uint32_t engines = 0;  ///< number of DMA engines that share it
    std::uint32_t packets = 0;  ///< on each of them
    double packet_bytes = 0;    ///< for the time: short rows count as the row floor
    double bytes = 0;
    bool hbm = false;
  };

  std::vector<Step> steps{};  ///< one for each instruction, followed by a sentinel
  std::vector<Condition> waits{};
  std::vector<Condition> signals{};
  std::vector<Transfer> transfers{};
  std::array<std::vector<std::uint32_t>, kSequencers.size()> queues{};
  std::vector<std::string> semaphores{};
  std::size_t instructions() const { return steps.empty() ? 0 : steps.size() - 1; }
  std::uint32_t counters = 0;

  std::uint32_t semaphore_counter(std::uint32_t id) const {
    return static_cast<std::uint32_t>(kSequencers.size()) + id;
  }
  std::uint32_t transfer_counter(std::uint32_t transfer) const {
    return static_cast<std::uint32_t>(kSequencers.size() + semaphores.size()) + transfer;
  }
};

/// The ports that an instruction blocks for other engines while it issues. v2: VectorE and GpSimd
/// share a port to SBUF, VectorE and ScalarE one to PSUM. v3 and later: only the performance modes
/// of VectorE block SBUF for GpSimd (nki/guides/architecture/trainium{_inferentia2,2}_arch.rst,
/// SDK 2.32).
enum PortSet : std::uint8_t {
  kSbufByVector = 1,
  kSbufByGpSimd = 2,
  kPsumByVector = 4,
  kPsumByScalar = 8,
};

/// Prepares a kernel. Errors: kBadInput with the instruction if its operation has no published cost
/// on its engine and generation, or if its transfer is too large; kInfeasible if the buffers do not
/// fit in SBUF or PSUM.
Result<CoreProgram> core_program(const Kernel& kernel, const CoreRates& rates);

}  // namespace nscope::sim
