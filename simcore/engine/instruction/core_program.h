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

/// The sequencers of a core, in this order everywhere.
inline constexpr std::array<Engine, 5> kSequencers{Engine::kTensor, Engine::kVector,
                                                   Engine::kScalar, Engine::kGpSimd, Engine::kSync};
std::size_t sequencer_of(Engine engine);

/// More than any core has.
inline constexpr std::size_t kMostDmaEngines = 16;

/// A kernel made ready for one core: durations from the published costs, and every
/// dependency as "counter at least value". Counters are, in this order: how many
/// instructions each sequencer has completed; the kernel's semaphores; one for
/// each transfer.
struct CoreProgram {
  struct Condition {
    std::uint32_t counter = 0;
    std::int64_t value = 0;
  };
  struct Step {
    Picoseconds issue = 0;   ///< occupies its engine
    Picoseconds result = 0;  ///< from the end of that until the result can be used
    std::uint32_t first_wait = 0;
    std::uint32_t first_signal = 0;
    std::int32_t transfer = -1;
    std::uint32_t after_own = 0;  ///< 1 + place in its own queue of what it depends on
    std::uint8_t sequencer = 0;
    std::uint8_t ports = 0;  ///< PortSet: what it keeps others from
  };
  struct Transfer {
    std::uint32_t engines = 0;  ///< DMA engines it is spread over
    std::uint32_t packets = 0;  ///< on each of them
    double packet_bytes = 0;    ///< in time: rows shorter than the floor count as it
    double bytes = 0;
    bool hbm = false;
  };

  std::vector<Step> steps{};  ///< one for each instruction, and a sentinel
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

/// What an instruction keeps others from using while it issues. v2: VectorE and
/// GpSimd share a port to SBUF, VectorE and ScalarE one to PSUM. v3 and later: only
/// VectorE's performance modes keep GpSimd from SBUF
/// (nki/guides/architecture/trainium{_inferentia2,2}_arch.rst, SDK 2.32).
enum PortSet : std::uint8_t {
  kSbufByVector = 1,
  kSbufByGpSimd = 2,
  kPsumByVector = 4,
  kPsumByScalar = 8,
};

/// Errors: kBadInput naming the instruction whose operation has no published cost
/// on its engine and generation, or whose transfer is unreasonable; kInfeasible
/// where the buffers do not fit SBUF or PSUM.
Result<CoreProgram> core_program(const Kernel& kernel, const CoreRates& rates);

}  // namespace nscope::sim
