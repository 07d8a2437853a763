#include "profiler/analysis/memory/onchip_operands.h"

#include "profiler/base/text/text_cursor.h"

#include <algorithm>
#include <array>
#include <cstdlib>

namespace nscope::analysis {
namespace {

constexpr std::uint64_t kPsumBase = 0x2000000;
constexpr std::uint64_t kDmaOnchipBit = 1ull << 37;
// A DMA address is the base of the core's memories plus the address that its engines use.
constexpr std::uint64_t kLocalAddress = 0x3ffffff;

struct TypeBytes {
  std::string_view name;
  int bytes;
};
// Names as in the texts of neuron-profile.
constexpr std::array<TypeBytes, 17> kTypes{{{"uint64", 8},
                                            {"int64", 8},
                                            {"fp32", 4},
                                            {"fp32r", 4},
                                            {"int32", 4},
                                            {"uint32", 4},
                                            {"bfloat16", 2},
                                            {"fp16", 2},
                                            {"int16", 2},
                                            {"uint16", 2},
                                            {"int8", 1},
                                            {"uint8", 1},
                                            {"fp8_e3", 1},
                                            {"fp8_e4", 1},
                                            {"fp8_e5", 1},
                                            {"fp8e4", 1},
                                            {"fp8e5", 1}}};

std::optional<int> bytes_of(std::string_view type) {
  for (const TypeBytes& known : kTypes) {
    if (known.name == type) return known.bytes;
  }
  return std::nullopt;
}

/// An operand of an engine: "fp32@0x4800[1,1][512,2]".
struct Pattern {
  std::uint64_t address = 0;
  std::optional<int> element_bytes{};  ///< nullopt: the text has no type
  bool type_unknown = false;
  int rank = 0;
  std::array<std::int64_t, 5> stride{};
  std::array<std::int64_t, 5> size{};
};

template <std::size_t N>
std::optional<int> numbers(TextCursor& in, std::array<std::int64_t, N>& to) {
  if (!in.take("[")) return std::nullopt;
  for (std::size_t k = 0; k < N; ++k) {
    std::int64_t number = 0;
    // Larger steps would leave the partition; the limit keeps the products below small.
    if (!in.number(number) || std::abs(number) > (1 << 20)) return std::nullopt;
    to[k] = number;
    if (in.take("]")) return static_cast<int>(k + 1);
    if (!in.take(",")) return std::nullopt;
  }
  return std::nullopt;
}

std::optional<Pattern> parse_pattern(std::string_view text) {
  Pattern to;
  if (const std::size_t at = text.find('@'); at != std::string_view::npos) {
    to.element_bytes = bytes_of(text.substr(0, at));
    to.type_unknown = !to.element_bytes;
    text.remove_prefix(at + 1);
  }
  TextCursor in(text);
  if (!in.take("0x") || !in.number(to.address, 16)) return std::nullopt;
  const auto rank = numbers(in, to.stride);
  const auto sizes = rank ? numbers(in, to.size) : std::nullopt;
  if (!sizes || *sizes != *rank || !in.done()) return std::nullopt;
  to.rank = *rank;
  return to;
}

/// Bytes relative to the address, from the lowest to the end of the highest element.
struct Extent {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  bool gaps = false;
};

Extent extent_of(const Pattern& p, std::int64_t element) {
  Extent to{.end = element};
  std::int64_t covered = element;
  for (std::size_t k = 0; k < static_cast<std::size_t>(p.rank); ++k) {
    const std::int64_t size = std::max<std::int64_t>(p.size[k], 1);
    const std::int64_t last = p.stride[k] * (size - 1) * element;
    (last < 0 ? to.begin : to.end) += last;
    if (p.stride[k] != 0) covered = std::min(covered * size, kPartitionStride);
  }
  to.gaps = covered < to.end - to.begin;
  return to;
}

/// The area at the local address `address`; nullopt if it is not in a memory.
std::optional<OnchipArea> area_at(std::uint64_t address, const Extent& extent, int partitions) {
  OnchipArea area;
  if (address >= kPsumBase) {
    area.memory = OnchipMemory::kPsum;
    address -= kPsumBase;
  }
  const std::int64_t size =
      area.memory == OnchipMemory::kPsum ? kPsumPartitionBytes : kPartitionStride;
  constexpr auto kStride = static_cast<std::uint64_t>(kPartitionStride);
  const auto within = static_cast<std::int64_t>(address % kStride);
  const std::uint64_t first = address / kStride;
  if (first >= std::uint64_t{kPartitions}) return std::nullopt;
  area.first_partition = static_cast<int>(first);
  area.end_partition = std::min(area.first_partition + partitions, kPartitions);
  area.begin = std::clamp<std::int64_t>(within + extent.begin, 0, size);
  area.end = std::clamp<std::int64_t>(within + extent.end, 0, size);
  const bool empty = area.begin >= area.end || area.first_partition >= area.end_partition;
  return empty ? std::nullopt : std::optional(area);
}

/// The local address of an on-chip DMA address. Engine addresses are local already.
std::uint64_t local(std::uint64_t address, OnchipOperands& to) {
  if ((address & kDmaOnchipBit) == 0) return address;
  to.dma_base = address & ~kLocalAddress;
  return address & kLocalAddress;
}

/// A pointer to one number of each partition: "fp32@0x4814". Address 0 means that there is none.
void add_pointer(std::string_view text, int partitions, OnchipOperands& to) {
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos) text.remove_prefix(at + 1);
  TextCursor in(text);
  std::uint64_t address = 0;
  if (!in.take("0x") || !in.number(address, 16) || !in.done()) {
    ++to.unknown;
    return;
  }
  constexpr Extent kOneNumber{.begin = 0, .end = 4};
  if (address == 0) return;
  const auto area = area_at(address, kOneNumber, partitions);
  if (area)
    to.operands.push_back({.area = *area});
  else
    ++to.unknown;
}

/// The numbers of TENSOR_SCALAR that are pointers: "0x6840,0" with the sources "PTR,INSTRUCTION".
void add_scalars(std::string_view values, std::string_view sources, int partitions,
                 OnchipOperands& to) {
  while (!sources.empty()) {
    const std::string_view value = values.substr(0, values.find(','));
    const std::string_view source = sources.substr(0, sources.find(','));
    if (source == "PTR") add_pointer(value, partitions, to);
    values.remove_prefix(std::min(value.size() + 1, values.size()));
    sources.remove_prefix(std::min(source.size() + 1, sources.size()));
  }
}

/// How many partitions the operands use.
struct Channels {
  int source = kPartitions;
  int destination = kPartitions;
};

class EngineText {
 public:
  EngineText(std::string_view opcode, std::string_view text)
      : text_(text),
        matmul_(opcode == "MATMUL"),
        // Reads registers from memory: one partition.
        tensor_load_(opcode == "TENSOR_LOAD") {}

  OnchipOperands parse() {
    read_channels();
    std::string_view scalars;
    for_each_word([&](std::string_view name, std::string_view value) {
      if (name == "imm")
        scalars = value;
      else if (name == "imm_src")
        add_scalars(scalars, value, channels_.source, to_);
      else if (name.ends_with("_ptr"))
        add_pointer(value, channels_.source, to_);
      else if (value.find("0x") != std::string_view::npos && value.ends_with("]"))
        add(name, value);
    });
    return std::move(to_);
  }

 private:
  template <class Visit>
  void for_each_word(Visit visit) const {
    for (std::string_view rest = text_; !rest.empty();) {
      const std::string_view word = rest.substr(0, rest.find(' '));
      rest.remove_prefix(std::min(word.size() + 1, rest.size()));
      const std::size_t equals = word.find('=');
      if (equals == std::string_view::npos || equals == 0)
        visit(std::string_view(), word);
      else
        visit(word.substr(0, equals), word.substr(equals + 1));
    }
  }

  void read_channels() {
    if (tensor_load_) channels_ = {1, 1};
    for_each_word([&](std::string_view name, std::string_view value) {
      TextCursor in(value);
      int rows = 0;
      int columns = 0;
      if (name == "channels" && in.number(rows) && in.done() && rows > 0) {
        channels_ = {rows, rows};
      } else if (name == "acc_flags") {
        in.number(flags_);
      } else if (name.empty() && in.number(rows) && in.take("*") && in.number(columns) &&
                 in.done() && rows > 0 && columns > 0) {
        channels_ = {rows, columns};
      }
    });
    channels_.source = std::min(channels_.source, kPartitions);
    channels_.destination = std::min(channels_.destination, kPartitions);
  }

  void add(std::string_view name, std::string_view value) {
    const auto pattern = parse_pattern(value);
    const bool write = name.starts_with("dst") || name.starts_with("out");
    if (!pattern || pattern->type_unknown) {
      ++to_.unknown;
      return;
    }
    if (pattern->address > kLocalAddress && (pattern->address & kDmaOnchipBit) == 0) return;  // HBM
    constexpr int kAccumulatorBytes = 4;
    const Extent extent = extent_of(*pattern, pattern->element_bytes.value_or(kAccumulatorBytes));
    auto area = area_at(local(pattern->address, to_), extent,
                        write ? channels_.destination : channels_.source);
    if (!area) {
      ++to_.unknown;
      return;
    }
    if (matmul_ && write && area->memory == OnchipMemory::kPsum) {
      const std::int64_t bank_end = (area->begin / kPsumBankBytes + 1) * kPsumBankBytes;
      area->end = std::min(area->end, bank_end);
    }
    constexpr int kFirst = 1;  // of an accumulation group
    const bool adds = matmul_ && write && flags_ >= 0 && (flags_ & kFirst) == 0;
    to_.operands.push_back({.area = *area, .write = write, .gaps = extent.gaps, .adds = adds});
  }

  std::string_view text_;
  bool matmul_;
  bool tensor_load_;
  Channels channels_;
  int flags_ = -1;  ///< of MATMUL; negative: not stated
  OnchipOperands to_;
};

/// The area of the on-chip side of a DMA instruction. Steps of whole partitions lead to other
/// partitions, others to other bytes of the same one.
std::optional<OnchipOperand> dma_operand(const DmaRows& rows, bool write, OnchipOperands& to) {
  const std::uint64_t address = local(rows.address, to);
  Extent bytes{.end = rows.row_bytes};
  std::int64_t partitions = 1;
  std::int64_t covered = rows.row_bytes;
  bool gaps = false;
  for (std::size_t k = 0; k < 2; ++k) {
    const std::int64_t count = rows.counts[k];
    const std::int64_t step = rows.steps[k];
    if (count == 0) return std::nullopt;
    if (count == 1) continue;
    constexpr std::int64_t kLongest = kPartitionStride * kPartitions;
    if (step > kLongest || step < -kLongest) return std::nullopt;
    if (step != 0 && step % kPartitionStride == 0) {
      if (step < 0) return std::nullopt;
      partitions += (count - 1) * (step / kPartitionStride);
      gaps = gaps || step > kPartitionStride;
    } else {
      const std::int64_t last = std::clamp(step * (count - 1), -kPartitionStride, kPartitionStride);
      (last < 0 ? bytes.begin : bytes.end) += last;
      if (step != 0) covered = std::min(covered * count, kPartitionStride);
    }
  }
  bytes.gaps = covered < bytes.end - bytes.begin;
  const auto area =
      area_at(address, bytes, static_cast<int>(std::min<std::int64_t>(partitions, kPartitions)));
  if (!area) return std::nullopt;
  return OnchipOperand{.area = *area, .write = write, .gaps = gaps || bytes.gaps};
}

OnchipOperands dma_text(std::string_view text) {
  OnchipOperands to;
  to.dma = parse_dma_operands(text);
  const auto add = [&](const std::optional<DmaRows>& rows, std::string_view in_register,
                       bool write) {
    if (!rows) {
      // An offset in an entry of the address table is in HBM.
      to.unknown += text.find(in_register) != std::string_view::npos ? 1 : 0;
      return;
    }
    if (rows->in_hbm()) return;
    if (const auto operand = dma_operand(*rows, write, to))
      to.operands.push_back(*operand);
    else
      ++to.unknown;
  };
  add(to.dma.source, "src_addr_reg=", false);
  add(to.dma.destination, "dst_addr_reg=", true);
  return to;
}

}  // namespace

OnchipOperands onchip_operands(std::string_view opcode, std::string_view text) {
  // A WRITE goes to registers of the hardware, not to these memories.
  if (opcode == "WRITE") return {};
  if (text.find("src_elem_size=") != std::string_view::npos) return dma_text(text);
  return EngineText(opcode, text).parse();
}

}  // namespace nscope::analysis
