#pragma once

#include "profiler/base/files/byte_source.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Protobuf encoding by hand, so that fixtures do not depend on the message
/// definitions they test.
class MessageWriter {
 public:
  MessageWriter& number(int field, std::uint64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(value);
    return *this;
  }
  /// A field of the type double.
  MessageWriter& real(int field, double value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 1);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
    return *this;
  }
  MessageWriter& text(int field, const std::string& value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  MessageWriter& message(int field, const MessageWriter& value) {
    return text(field, value.bytes_);
  }
  /// A packed repeated number.
  MessageWriter& packed(int field, const std::vector<std::uint64_t>& values) {
    MessageWriter content;
    for (const std::uint64_t value : values) content.varint(value);
    return text(field, content.bytes_);
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_ += static_cast<char>(value | 0x80);
      value >>= 7;
    }
    bytes_ += static_cast<char>(value);
  }

  std::string bytes_;
};

/// A 64-byte instruction word, field by field.
struct TestWord {
  std::array<unsigned char, 64> bytes{};

  explicit TestWord(unsigned opcode) {
    bytes[0] = static_cast<unsigned char>(opcode);
    bytes[1] = 0x10;
  }
  template <class T>
  TestWord& put(std::size_t at, T value) {
    std::memcpy(bytes.data() + at, &value, sizeof(T));
    return *this;
  }
  TestWord& u8(std::size_t at, unsigned value) { return put(at, static_cast<std::uint8_t>(value)); }
  TestWord& u16(std::size_t at, unsigned value) {
    return put(at, static_cast<std::uint16_t>(value));
  }
  TestWord& u32(std::size_t at, std::uint32_t value) { return put(at, value); }
  TestWord& u64(std::size_t at, std::uint64_t value) { return put(at, value); }
  /// Waits until semaphore `id` is at least `value`.
  TestWord& wait_at_least(unsigned id, unsigned value) { return u8(4, 5).u8(5, id).u32(8, value); }
  /// Increments semaphore `id` at completion.
  TestWord& increment(unsigned id) { return u8(6, 0x13).u8(7, id); }
};

struct TestRecord {
  std::uint32_t a = 0;
  std::uint32_t c = 0;
  std::uint64_t ticks = 0;
};

/// The address, in words, at which the writers load the code of an engine.
constexpr std::uint32_t loaded_at(unsigned engine) {
  return 0x10000 + 0x2000 * engine;
}

/// The first number of the start record of a word. Bit 24 makes it a stop, bit 25 the notification
/// of descriptors.
constexpr std::uint32_t word_record(unsigned engine, unsigned pc) {
  return 0x80000000u | (engine + 1) << 26 | ((loaded_at(engine) + pc) & 0xfffff);
}

/// One core of a hand-made capture. Engines: 0 PE, 1 ACT, 2 POOL, 3 DVE, 4 SP.
struct TestCore {
  std::string subgraph = "sg00";
  std::uint32_t device_core = 0;
  std::array<std::vector<TestWord>, 5> code{};
  std::uint32_t loaded_after = 0;  ///< words between loaded_at() and the place of the code
  struct Transfer {
    unsigned packets;
    unsigned source_descriptors;
    unsigned destination_descriptors;
  };
  struct Queue {
    int dma_engine;
    int ring;
    std::string name;
    unsigned use = 0;                   ///< 2 weights, 3 input, 4 output
    std::vector<Transfer> transfers{};  ///< of a static queue
  };
  std::vector<Queue> queues{};
  std::vector<std::pair<std::string, std::uint64_t>> memory{};
  std::vector<TestRecord> instructions{};
  std::vector<TestRecord> events{};
  std::vector<TestRecord> dma{};
  std::vector<TestRecord> throttle{};
  std::uint64_t length = 0;  ///< stated length of the execution, ps; 0: not stated
  /// Clocks in the order of the message: PE, ACT, DVE, POOL, SP, then the DMA engines.
  struct Clock {
    std::uint64_t origin;
    std::uint64_t divisor;
    std::uint64_t factor;
  };
  std::vector<Clock> clocks{};

  TestCore& instruction(unsigned engine, unsigned pc, std::uint64_t begin, std::uint64_t end,
                        unsigned wait_cycles = 0) {
    const std::uint32_t id = word_record(engine, pc);
    instructions.push_back({id, wait_cycles << 16, begin});
    instructions.push_back({id | 1u << 24, 0xffffffff, end});
    return *this;
  }
  /// The notification that `packets` on each ring were generated for a DMA instruction.
  TestCore& descriptors(unsigned engine, unsigned pc, unsigned packets, std::uint64_t ticks) {
    instructions.push_back(
        {word_record(engine, pc) | 1u << 25 | 1u << 20, packets << 16 | 0xffff, ticks});
    return *this;
  }
  TestCore& packet(unsigned dma_engine, unsigned ring, unsigned bytes, std::uint64_t begin,
                   std::uint64_t end) {
    const std::uint32_t engine = (dma_engine - 64) << 24;
    dma.push_back({engine, ring << 4 | 1, begin});
    dma.push_back({engine | bytes, 0xabcd0000u | ring << 4 | 5, end});
    return *this;
  }
  TestCore& semaphore(unsigned id, unsigned value, std::uint64_t ticks) {
    events.push_back({0xf30100u | id, value, ticks});
    return *this;
  }
  /// A DMA ring changes a semaphore.
  TestCore& dma_semaphore(unsigned id, unsigned value, std::uint64_t ticks) {
    events.push_back({0x9bf30100u | id, value, ticks});
    return *this;
  }
  TestCore& event_flag(unsigned id, bool set, std::uint64_t ticks) {
    events.push_back({(set ? 0xf1u : 0x07u) << 16 | id, set ? 1u : 0u, ticks});
    return *this;
  }
  TestCore& clock_limit(unsigned type, unsigned k, std::uint64_t ticks) {
    throttle.push_back({0, type << 8 | k, ticks});
    return *this;
  }
};

/// Writes an NTFF. Times are absolute device ticks (ps). Everything may be
/// changed to what no runtime would write; text() believes it. Versions 4 and 5 have the words in
/// the header message and no executions.
struct NtffWriter {
  int version = 6;
  std::string neff_name = "model.neff";
  std::string uuid = "0123456789abcdef";  ///< 16 bytes
  std::string instance_type = "trn2.3xlarge";
  std::string instance_id{};
  std::uint64_t process_id = 0;  ///< 0: not stated
  std::vector<std::pair<std::uint64_t, std::uint64_t>> executions{};
  std::vector<TestCore> cores{};
  /// A further NEFF of a session: its cores share NeuronCores and records with `cores`.
  struct Model {
    std::string uuid;
    std::vector<TestCore> cores;
  };
  std::vector<Model> more_models{};

  std::string text() const;

 private:
  std::string older_text() const;
};

/// One execution of one instruction on one core.
inline NtffWriter one_instruction_run() {
  NtffWriter ntff;
  ntff.executions = {{1000, 9000}};
  TestCore core;
  core.code[0] = {TestWord(0xa4)};
  core.instruction(0, 0, 2000, 3000);
  ntff.cores = {core};
  return ntff;
}

/// A capture of any size: cores that run the same loop of DMA triggers, matrix
/// products and copies, several times. Per core and step of the loop: 20
/// instructions of five engines, 64 DMA packets on 16 rings, 30 semaphore
/// updates: the mix, the order of the records and the local disorder are those
/// of real captures.
struct LargeNtff {
  int version = 6;                  ///< 4, 5 or 6
  std::uint64_t bytes = 1'000'000;  ///< the file gets about this size
  int cores = 1;
  int executions = 1;
  int loop_steps = 32;  ///< steps the loop's body is unrolled to
  std::uint64_t first_tick = 2'000'000'000'000;
  std::uint64_t seed = 1;
  std::string uuid = "0123456789abcdef";
};

struct LargeNtffContents {
  std::uint64_t bytes = 0;
  std::uint64_t instructions = 0;
  std::uint64_t packets = 0;
  std::uint64_t semaphore_updates = 0;
};

/// Streams such a capture to `path`, in memory that does not depend on its
/// size. nullopt where the file cannot be written.
std::optional<LargeNtffContents> write_large_ntff(const LargeNtff& shape, const std::string& path);

inline ByteSource source_of(const std::string& text, std::string name = "test.ntff") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

}  // namespace nscope::importers
