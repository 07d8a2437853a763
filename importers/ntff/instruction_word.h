#pragma once

#include "importers/ntff/file/container.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace nscope::importers {

/// A condition that an instruction waits for before it starts.
struct WaitCondition {
  enum Mode : std::uint8_t { kNone = 0, kEqual = 1, kAtLeast = 5, kEventThenClear = 7 };
  std::uint8_t mode = kNone;
  std::uint8_t id = 0;  ///< semaphore, or event for kEventThenClear
  std::uint32_t value = 0;

  bool on_semaphore() const { return mode == kEqual || mode == kAtLeast; }
};

/// An update of a semaphore or event when an instruction completes.
struct CompletionUpdate {
  enum Mode : std::uint8_t {
    kNone = 0,
    kSetEvent = 0x11,
    kIncrement = 0x13,
    kDecrement = 0x14,
    kAdd = 0x15,
    kSet = 0x19,
  };
  std::uint8_t mode = kNone;
  std::uint8_t id = 0;
  std::uint32_t value = 0;  ///< for kAdd and kSet
  bool by_dma = false;      ///< done by the DMA rings that the instruction triggers

  /// By how much the semaphore grows; 0 if it does not.
  std::uint32_t increment() const { return mode == kIncrement ? 1 : mode == kAdd ? value : 0; }
};

/// An on-chip operand: a byte address inside each partition, strides in elements, and sizes,
/// fastest dimension first.
struct AccessPattern {
  static constexpr std::uint32_t kPsumBase = 0x2000000;  ///< below: SBUF

  std::uint32_t address = 0;
  int rank = 0;
  std::array<std::int16_t, 4> stride{};
  std::array<std::uint16_t, 4> size{};
  std::uint8_t dtype = 0;

  bool in_psum() const { return address >= kPsumBase; }
  /// Product of the sizes; saturates.
  std::int64_t elements() const;
};

/// One side of a DMA_DIRECT2D instruction.
struct DmaSide {
  // Address forms; 0 is a plain address.
  static constexpr std::uint8_t kTensorForm = 0x10;  ///< tensor id and offset (before loading)
  static constexpr std::uint8_t kTableForm = 0x20;   ///< address table
  static constexpr std::uint8_t kRegisterForm =
      0x08;  ///< flag: the address or offset is in a register

  std::array<std::uint32_t, 2> step{};
  std::array<std::uint16_t, 2> size{};
  std::uint16_t element_bytes = 0;
  std::uint8_t form = 0;
  std::uint64_t address = 0;
  std::uint32_t table_offset = 0;
  std::uint32_t table_index = 0;
  std::optional<int> address_register{};

  /// False if the address is in a register and no table tells the memory.
  bool memory_known() const { return !address_register || (form & kTableForm) != 0; }
  bool in_sbuf() const;
  std::int64_t bytes() const;
};

/// Descriptors that a WRITE adds to a ring of all DMA engines that are not left out.
struct RingTail {
  int ring = 0;
  std::uint32_t source_descriptors = 0;
  std::optional<std::uint32_t> destination_descriptors{};  ///< absent: they were added before
  std::uint32_t left_out = 0;                              ///< bit n: the n-th of the 16 engines
};

/// Bytes read and written by memory. A count is absent if the instruction has no such operand or
/// if the size of its data type is unknown.
struct ByteCounts {
  std::optional<std::int64_t> hbm_read;
  std::optional<std::int64_t> hbm_write;
  std::optional<std::int64_t> sbuf_read;
  std::optional<std::int64_t> sbuf_write;
  std::optional<std::int64_t> psum_read;
  std::optional<std::int64_t> psum_write;
  std::optional<std::int64_t> psum_read_sbuf_write;
};

namespace opcode {
inline constexpr std::uint8_t kLoadWeights = 0x01;
inline constexpr std::uint8_t kMatmul = 0x02;
inline constexpr std::uint8_t kActivate = 0x21;
inline constexpr std::uint8_t kActTableLoad = 0x23;
inline constexpr std::uint8_t kTensorTensor = 0x41;
inline constexpr std::uint8_t kTensorReduce = 0x42;
inline constexpr std::uint8_t kTensorScalar = 0x43;
inline constexpr std::uint8_t kCopy = 0x46;
inline constexpr std::uint8_t kCast = 0x47;
inline constexpr std::uint8_t kReciprocal = 0x48;
inline constexpr std::uint8_t kMemset = 0x49;
inline constexpr std::uint8_t kEventSemaphore = 0xa0;
inline constexpr std::uint8_t kDrain = 0xa2;
inline constexpr std::uint8_t kNop = 0xa4;
inline constexpr std::uint8_t kWrite = 0xa5;
inline constexpr std::uint8_t kNotify = 0xa6;
inline constexpr std::uint8_t kMove = 0xa7;
inline constexpr std::uint8_t kAluOperation = 0xa8;
inline constexpr std::uint8_t kCompareBranch = 0xa9;
inline constexpr std::uint8_t kTensorLoad = 0xaa;
inline constexpr std::uint8_t kSemaphoreRangeClear = 0xb0;
inline constexpr std::uint8_t kSetOrderingMode = 0xb1;
inline constexpr std::uint8_t kDmaDirect2d = 0xb8;
inline constexpr std::uint8_t kPseudoDmaDirect2d = 0xd4;  ///< kDmaDirect2d before loading
}  // namespace opcode

using InstructionWord = std::span<const std::byte, kInstructionWord>;

/// One 64-byte instruction word, decoded. Layouts: docs/formats/ntff.md.
struct Instruction {
  std::uint8_t opcode = 0;
  bool layout_known = false;  ///< false: only the opcode and the first wait and update are set
  bool dtype_known = true;    ///< false: byte counts are absent because of an unknown data type
  std::array<WaitCondition, 2> waits;
  std::array<CompletionUpdate, 2> updates;
  bool transpose = false;
  std::optional<AccessPattern> source;
  std::optional<AccessPattern> second_source;
  std::optional<AccessPattern> destination;
  std::optional<DmaSide> dma_source;
  std::optional<DmaSide> dma_destination;
  std::optional<RingTail> ring_tail;
  std::optional<std::int64_t> elements;  ///< multiply-accumulates
  ByteCounts bytes;
  std::string activation;  ///< "EXP"; "" for other opcodes
  /// Operands as neuron-profile prints them, without waits and updates.
  std::string operands;
};

Instruction decode_instruction(InstructionWord word);

/// The name of a data type code; "dtype7" for an unknown one.
std::string dtype_name(std::uint8_t code);
/// Bytes of one element; 0 for an unknown code.
int dtype_bytes(std::uint8_t code);

}  // namespace nscope::importers
