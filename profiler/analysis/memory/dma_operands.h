#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace nscope::analysis {

/// The rows that a DMA instruction reads or writes: counts[0] x counts[1] rows of `row_bytes` at
/// `address` + i x steps[0] + j x steps[1].
struct DmaRows {
  std::uint64_t address = 0;
  std::array<std::int64_t, 2> steps{};  ///< bytes
  std::array<std::uint32_t, 2> counts{1, 1};
  std::uint32_t row_bytes = 0;

  std::uint64_t rows() const { return std::uint64_t{counts[0]} * counts[1]; }
  /// Whether the rows are in HBM. On-chip addresses have bit 37 set (six trn2 captures).
  bool in_hbm() const { return (address >> 37 & 1) == 0; }
};

struct DmaOperands {
  std::optional<DmaRows> source{};
  std::optional<DmaRows> destination{};
};

/// Reads the operand text of a DMA instruction as the Neuron tools print it:
/// "src_elem_size=4096 ... src_pattern=[262144,1][128,1] ... src_addr_imm=0x802000004000 ...". An
/// offset in an entry of the address table ("src_table_offset_imm=0x0 src_table_index=3") becomes
/// an address that no other entry has. A side is empty if its address is not a constant.
DmaOperands parse_dma_operands(std::string_view text);

/// Calls `visit(begin, size)` for each contiguous range of `rows`.
template <class Visit>
void for_each_range(const DmaRows& rows, Visit visit) {
  const auto at = [&](std::uint64_t i, std::uint64_t j) {
    // Steps may be negative; unsigned arithmetic wraps around.
    return rows.address + i * static_cast<std::uint64_t>(rows.steps[0]) +
           j * static_cast<std::uint64_t>(rows.steps[1]);
  };
  const bool one_piece = rows.counts[1] == 1 && rows.steps[0] == rows.row_bytes;
  if (one_piece) return visit(at(0, 0), std::uint64_t{rows.counts[0]} * rows.row_bytes);
  for (std::uint64_t i = 0; i < rows.counts[0]; ++i) {
    for (std::uint64_t j = 0; j < rows.counts[1]; ++j) visit(at(i, j), rows.row_bytes);
  }
}

}  // namespace nscope::analysis
