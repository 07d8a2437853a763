#pragma once

#include "profiler/analysis/memory/dma_operands.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::analysis {

inline constexpr int kPartitions = 128;
/// The addresses of one partition follow those of the previous one at this distance. All SBUF and
/// PSUM partitions are smaller.
inline constexpr std::int64_t kPartitionStride = 0x40000;
inline constexpr std::int64_t kPsumPartitionBytes = 16 * 1024;
inline constexpr std::int64_t kPsumBankBytes = 2048;

enum class OnchipMemory : std::uint8_t { kSbuf, kPsum };

/// A part of SBUF or PSUM: the bytes [begin, end) of the partitions [first_partition,
/// end_partition). Not empty, and inside the memory's address range.
struct OnchipArea {
  OnchipMemory memory = OnchipMemory::kSbuf;
  int first_partition = 0;
  int end_partition = 0;
  std::int64_t begin = 0;
  std::int64_t end = 0;

  std::int64_t bytes() const { return (end - begin) * (end_partition - first_partition); }
  bool overlaps(const OnchipArea& other) const {
    return memory == other.memory && begin < other.end && other.begin < end &&
           first_partition < other.end_partition && other.first_partition < end_partition;
  }
  friend bool operator==(const OnchipArea&, const OnchipArea&) = default;
};

/// An operand of an instruction in SBUF or PSUM.
struct OnchipOperand {
  OnchipArea area;
  bool write = false;
  /// The operand skips bytes of the area: other operands may use them.
  bool gaps = false;
  /// The write keeps what is in the area: a matrix multiplication that accumulates.
  bool adds = false;
};

/// The operands of one instruction, from the text that the Neuron tools print.
struct OnchipOperands {
  std::vector<OnchipOperand> operands;  ///< in the order of the text
  /// Operands that may be on-chip, but whose area is not stated: the address is in a register, the
  /// data type is unknown, or the address is outside the memories.
  int unknown = 0;
  /// The base address of the core's memories as a DMA instruction sees them.
  std::optional<std::uint64_t> dma_base{};
  DmaOperands dma{};  ///< both sides of a DMA instruction
};

/// Reads the text of "operands" of an instruction with this opcode. Engine operands have the form
/// "fp32@0x4800[1,1,1,1][512,1,1,1]": the byte address in the partition at 0x40000 bytes a
/// partition, strides and sizes in elements, fastest first. PSUM starts at 0x2000000. The
/// partitions are "channels=128" from that of the address, or rows and columns ("128*2") of
/// TensorE. The destination of MATMUL has no type; its elements count as 4 bytes, the size in which
/// PSUM accumulates, and end with the bank.
OnchipOperands onchip_operands(std::string_view opcode, std::string_view text);

}  // namespace nscope::analysis
