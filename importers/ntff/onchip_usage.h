#pragma once

#include "importers/ntff/core_run.h"
#include "importers/ntff/transfer_rate.h"
#include "profiler/base/task_control.h"
#include "profiler/base/text.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nscope::importers {

inline constexpr std::uint32_t kSbufPartitionBytes = 229'376;  ///< AWS's divisor for usage
inline constexpr std::uint32_t kPsumBankBytes = 2048;
inline constexpr int kPsumBanks = 8;

struct OnchipUsage {
  std::vector<Step> sbuf;                          ///< share of a partition, 0..1
  std::array<std::vector<Step>, kPsumBanks> psum;  ///< 1: the bank contains live data
  Text left_out{};                                 ///< why usage is unknown; empty if it is known
};

/// The usage of SBUF and PSUM by live data. A byte is live from the start of a write to the end
/// of the last read before the next write. This is the definition of AWS's `instruction_usage`
/// with its limitations: DMA transfers and pointer operands are ignored, and a pattern with a
/// negative stride is placed one element too low. Returns early if `control` is cancelled.
OnchipUsage onchip_usage(const CoreRun& run, const TaskControl& control);

}  // namespace nscope::importers
