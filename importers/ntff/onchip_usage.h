#pragma once

#include "importers/ntff/core_run.h"
#include "importers/ntff/transfer_rate.h"
#include "profiler/base/task_control.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace nscope::importers {

inline constexpr std::uint32_t kSbufPartitionBytes = 229'376;  ///< what AWS divides by
inline constexpr std::uint32_t kPsumBankBytes = 2048;
inline constexpr int kPsumBanks = 8;

struct OnchipUsage {
  std::vector<Step> sbuf;                          ///< share of a partition, 0..1
  std::array<std::vector<Step>, kPsumBanks> psum;  ///< 1: bank holds live data
  std::string left_out{};                          ///< why nothing is known, where nothing is
};

/// Which parts of SBUF and PSUM hold data that is still needed: a byte is live
/// from the start of the write to the end of the last read before it is written
/// again. The same definition as AWS's `instruction_usage`, with its limits: DMA
/// transfers and pointer operands do not count, and a pattern with a negative
/// stride is taken to lie one element lower than it does.
/// Where `control` is cancelled it returns early.
OnchipUsage onchip_usage(const CoreRun& run, const TaskControl& control);

}  // namespace nscope::importers
