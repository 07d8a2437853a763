#pragma once

#include "importers/ntff/core_run.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nscope::importers {

/// A value that holds from `time` (ps) on.
struct Step {
  std::int64_t time = 0;
  double value = 0.0;
};

inline constexpr std::uint32_t kSbufPartitionBytes = 229'376;  ///< what AWS divides by
inline constexpr std::uint32_t kPsumBankBytes = 2048;
inline constexpr int kPsumBanks = 8;

struct OnchipUsage {
  std::vector<Step> sbuf;                          ///< share of a partition, 0..1
  std::array<std::vector<Step>, kPsumBanks> psum;  ///< 1: bank holds live data
  /// False where the accesses are so fragmented that following them was given up.
  bool complete = true;
};

/// Which parts of SBUF and PSUM hold data that is still needed: a byte is live
/// from the start of the write to the end of the last read before it is written
/// again. The same definition as AWS's `instruction_usage`, with its limits: DMA
/// transfers and pointer operands do not count, and a pattern with a negative
/// stride is taken to lie one element lower than it does.
OnchipUsage onchip_usage(const CoreRun& run);

/// Sum of bytes/duration over the packets in flight, in B/s, with `weight` (per
/// packet, may be empty for all 1) as a factor. Packets without duration are
/// left out.
std::vector<Step> transfer_rate(const std::vector<DmaRow>& packets,
                                const std::vector<std::uint8_t>& weight = {});

}  // namespace nscope::importers
