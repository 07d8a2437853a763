#pragma once

#include "profiler/base/byte_source.h"

#include <array>
#include <cstdint>
#include <cstring>
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

/// One core of a hand-made capture. Engines: 0 PE, 1 ACT, 2 POOL, 3 DVE, 4 SP.
struct TestCore {
  std::string subgraph = "sg00";
  std::uint32_t device_core = 0;
  std::array<std::vector<TestWord>, 5> code{};
  struct Queue {
    int dma_engine;
    int ring;
    std::string name;
  };
  std::vector<Queue> queues{};
  std::vector<std::pair<std::string, std::uint64_t>> memory{};
  std::vector<TestRecord> instructions{};
  std::vector<TestRecord> events{};
  std::vector<TestRecord> dma{};
  std::vector<TestRecord> throttle{};

  TestCore& instruction(unsigned engine, unsigned pc, std::uint64_t begin, std::uint64_t end,
                        unsigned wait_cycles = 0) {
    const std::uint32_t id = 0x80000000u | (engine + 1) << 26 | (pc & 0x1ff);
    instructions.push_back({id, wait_cycles << 16, begin});
    instructions.push_back({id | 1u << 24, 0xffffffff, end});
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
  TestCore& event_flag(unsigned id, bool set, std::uint64_t ticks) {
    events.push_back({(set ? 0xf1u : 0x07u) << 16 | id, set ? 1u : 0u, ticks});
    return *this;
  }
  TestCore& clock_limit(unsigned type, unsigned k, std::uint64_t ticks) {
    throttle.push_back({0, type << 8 | k, ticks});
    return *this;
  }
};

/// Writes an NTFF. Times are absolute device ticks (ps).
struct NtffWriter {
  int version = 6;
  std::string neff_name = "model.neff";
  std::string uuid = "0123456789abcdef";  ///< 16 bytes
  std::string instance_type = "trn2.3xlarge";
  std::vector<std::pair<std::uint64_t, std::uint64_t>> executions{};
  std::vector<TestCore> cores{};

  std::string text() const {
    std::string payload;
    MessageWriter info;
    info.text(1, neff_name);
    MessageWriter device;
    for (const TestCore& core : cores) device.message(1, subgraph(core, payload));
    info.message(4, MessageWriter().message(4, device).text(5, uuid));
    info.message(8, MessageWriter().number(1, 2).number(2, 30).number(3, 51).text(5, "faafe26f"));
    info.text(9, instance_type);
    for (const auto& [begin, end] : executions) {
      info.message(15, MessageWriter().text(1, uuid).number(2, begin).number(3, end));
    }
    for (const TestCore& core : cores) {
      block(info, payload, core, 0, 0, core.instructions);
      block(info, payload, core, 1, 0, core.events);
      block(info, payload, core, 4, 1, core.dma);
      block(info, payload, core, 5, 0, core.throttle);
    }
    std::string head(128, '\x5a');  // the rest of the header is junk in real files
    const std::uint64_t size = info.bytes().size();
    head[0] = static_cast<char>(version);
    for (int i = 0; i < 7; ++i)
      head[1 + static_cast<std::size_t>(i)] = static_cast<char>(size >> (8 * i));
    return head + info.bytes() + payload;
  }

 private:
  static MessageWriter subgraph(const TestCore& core, std::string& payload) {
    MessageWriter to;
    to.text(1, core.subgraph).number(3, core.device_core);
    for (std::size_t e = 0; e < core.code.size(); ++e) {
      to.message(4, MessageWriter()
                        .number(1, e)
                        .number(7, payload.size())
                        .number(8, core.code[e].size() * 64));
      for (const TestWord& word : core.code[e]) {
        payload.append(reinterpret_cast<const char*>(word.bytes.data()), word.bytes.size());
      }
    }
    for (const auto& queue : core.queues) {
      to.message(7, MessageWriter()
                        .number(1, static_cast<std::uint64_t>(queue.dma_engine))
                        .number(2, static_cast<std::uint64_t>(queue.ring))
                        .text(4, queue.name));
    }
    for (const auto& [kind, bytes] : core.memory) {
      to.message(11, MessageWriter().number(2, bytes).text(3, kind));
    }
    return to;
  }
  static void block(MessageWriter& info, std::string& payload, const TestCore& core, int type,
                    int kind, const std::vector<TestRecord>& records) {
    info.message(16, MessageWriter()
                         .number(1, static_cast<std::uint64_t>(type))
                         .number(3, static_cast<std::uint64_t>(kind))
                         .number(5, payload.size())
                         .number(6, records.size() * 16)
                         .number(7, core.device_core));
    for (const TestRecord& record : records) {
      char bytes[16];
      std::memcpy(bytes, &record.a, 4);
      std::memcpy(bytes + 4, &record.c, 4);
      std::memcpy(bytes + 8, &record.ticks, 8);
      payload.append(bytes, sizeof bytes);
    }
  }
};

inline ByteSource source_of(const std::string& text, std::string name = "test.ntff") {
  const auto bytes = std::as_bytes(std::span(text.data(), text.size()));
  return ByteSource::from_bytes(std::move(name), {bytes.begin(), bytes.end()});
}

}  // namespace nscope::importers
