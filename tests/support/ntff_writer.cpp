#include "tests/support/ntff_writer.h"

namespace nscope::importers {
namespace {

constexpr std::uint64_t kHighAddress = 0x800500000000;  // of all code; the records lack these bits

std::string words_of(const std::vector<TestWord>& code) {
  std::string words;
  for (const TestWord& word : code) {
    words.append(reinterpret_cast<const char*>(word.bytes.data()), word.bytes.size());
  }
  return words;
}

MessageWriter queue_message(const TestCore::Queue& queue) {
  MessageWriter to;
  to.number(1, static_cast<std::uint64_t>(queue.dma_engine))
      .number(2, static_cast<std::uint64_t>(queue.ring))
      .number(3, queue.use)
      .text(4, queue.name);
  for (std::size_t i = 0; i < queue.transfers.size(); ++i) {
    const TestCore::Transfer& transfer = queue.transfers[i];
    to.message(8, MessageWriter()
                      .number(1, i)
                      .number(2, transfer.packets)
                      .number(3, transfer.source_descriptors)
                      .number(4, transfer.destination_descriptors));
  }
  return to;
}

MessageWriter clocks_message(const std::vector<TestCore::Clock>& clocks) {
  MessageWriter to;
  for (std::size_t i = 0; i < clocks.size(); ++i) {
    to.message(i < 5 ? static_cast<int>(i) + 1 : 8, MessageWriter()
                                                        .number(1, clocks[i].origin)
                                                        .number(2, clocks[i].divisor)
                                                        .number(3, clocks[i].factor));
  }
  return to;
}

/// The message of a core. The words are in the message if `payload` is null, otherwise they are
/// appended to the payload.
MessageWriter subgraph(const TestCore& core, std::string* payload) {
  MessageWriter to;
  to.text(1, core.subgraph).number(3, core.device_core);
  for (std::size_t e = 0; e < core.code.size(); ++e) {
    MessageWriter code;
    const std::uint64_t at = loaded_at(static_cast<unsigned>(e)) + core.loaded_after;
    code.number(1, e).number(2, kHighAddress + at * 64);
    const std::string words = words_of(core.code[e]);
    if (payload == nullptr) {
      code.text(3, words);
    } else {
      code.number(7, payload->size()).number(8, words.size());
      *payload += words;
    }
    to.message(4, code);
  }
  for (const auto& queue : core.queues) to.message(7, queue_message(queue));
  if (!core.clocks.empty()) to.message(10, clocks_message(core.clocks));
  for (const auto& [kind, bytes] : core.memory) {
    to.message(11, MessageWriter().number(2, bytes).text(3, kind));
  }
  if (core.length > 0) to.number(14, core.length);
  return to;
}

void append(std::string& to, const TestRecord& record) {
  char bytes[16];
  std::memcpy(bytes, &record.a, 4);
  std::memcpy(bytes + 4, &record.c, 4);
  std::memcpy(bytes + 8, &record.ticks, 8);
  to.append(bytes, sizeof bytes);
}

void block(MessageWriter& info, std::string& payload, const TestCore& core, std::uint64_t type,
           std::uint64_t kind, const std::vector<TestRecord>& records) {
  info.message(16, MessageWriter()
                       .number(1, type)
                       .number(3, kind)
                       .number(5, payload.size())
                       .number(6, records.size() * 16)
                       .number(7, core.device_core));
  for (const TestRecord& record : records) append(payload, record);
}

std::string head_of(int version, std::uint64_t message_size) {
  std::string head(128, '\x5a');  // the rest of the header is junk in real files
  head[0] = static_cast<char>(version);
  for (int i = 0; i < 7; ++i) {
    head[1 + static_cast<std::size_t>(i)] = static_cast<char>(message_size >> (8 * i));
  }
  return head;
}

}  // namespace

/// Versions 4 and 5: each core lists its records, one kind after the other.
std::string NtffWriter::older_text() const {
  std::string payload;
  MessageWriter device;
  for (const TestCore& core : cores) {
    MessageWriter to = subgraph(core, nullptr);
    const auto list = [&](std::uint64_t type, std::uint64_t kind,
                          const std::vector<TestRecord>& records) {
      to.message(6, MessageWriter()
                        .number(1, type)
                        .number(3, kind)
                        .number(5, payload.size())
                        .number(6, records.size() * 16));
      for (const TestRecord& record : records) append(payload, record);
    };
    list(0, 0, core.instructions);
    list(1, 0, core.events);
    list(4, 1, core.dma);
    list(5, 0, core.throttle);
    device.message(1, to);
  }
  MessageWriter info;
  info.text(1, neff_name).text(2, uuid + "junk??");
  info.message(4, MessageWriter().message(4, device));
  info.message(8, MessageWriter().number(1, 2).number(2, 27).number(3, 23).text(5, "8deec4db"));
  info.text(9, instance_type);
  return head_of(version, info.bytes().size()) + info.bytes() + payload;
}

std::string NtffWriter::text() const {
  if (version == 4 || version == 5) return older_text();
  std::string payload;
  MessageWriter info;
  info.text(1, neff_name);
  MessageWriter device;
  for (const TestCore& core : cores) device.message(1, subgraph(core, &payload));
  info.message(4, MessageWriter().message(4, device).text(5, uuid));
  for (const Model& model : more_models) {
    MessageWriter other;
    for (const TestCore& core : model.cores) other.message(1, subgraph(core, &payload));
    info.message(4, MessageWriter().message(4, other).text(5, model.uuid));
  }
  info.message(8, MessageWriter().number(1, 2).number(2, 30).number(3, 51).text(5, "faafe26f"));
  info.text(9, instance_type);
  for (const auto& [begin, end] : executions) {
    info.message(15, MessageWriter().text(1, uuid).number(2, begin).number(3, end));
  }
  if (!instance_id.empty()) info.text(17, instance_id);
  if (process_id != 0) info.number(18, process_id);
  for (const TestCore& core : cores) {
    block(info, payload, core, 0, 0, core.instructions);
    block(info, payload, core, 1, 0, core.events);
    block(info, payload, core, 4, 1, core.dma);
    block(info, payload, core, 5, 0, core.throttle);
  }
  return head_of(version, info.bytes().size()) + info.bytes() + payload;
}

namespace {

constexpr std::uint64_t kStepTicks = 2'000'000;  // 2 us
constexpr std::uint64_t kGapTicks = 50'000'000;  // between executions
constexpr unsigned kDmaEngines = 16;
constexpr unsigned kRing = 2;
constexpr unsigned kPacketsPerStep = 4;  // of one ring: three of data, the semaphore's
constexpr unsigned kUpdatesPerStep = 30;
constexpr std::array<unsigned, 5> kPerStep{8, 3, 2, 5, 2};  // instructions: PE ACT POOL DVE SP
constexpr std::uint64_t kInstructionsPerStep = 20;
constexpr std::uint64_t kBytesPerStep =
    16 * (2 * kInstructionsPerStep + 3 * kDmaEngines * kPacketsPerStep + kUpdatesPerStep);

/// A number that looks random and depends on the position only.
std::uint64_t mixed(std::uint64_t x) {
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
  x = (x ^ x >> 27) * 0x94d049bb133111ebu;
  return x ^ x >> 31;
}

TestWord word_of(std::size_t engine, unsigned index) {
  const std::uint32_t at = 0x400u * (index % 150);
  switch (engine) {
    case 0: {
      TestWord word(index % 2 == 0 ? 0x01 : 0x02);
      word.u32(16, at).u16(20, 1).u16(26, 64).u16(28, 1).u16(30, 1).u8(32, 6);
      word.u8(38, 128).u8(39, 128);
      if (index % 2 == 0) return word.wait_at_least(24, 16);
      const std::uint32_t bank = 0x2000000u + 0x800u * (index / 2 % 8);
      return word.u32(48, bank).u16(52, 1).u16(58, 64).u16(60, 1).u16(62, 1).increment(5);
    }
    case 4: {
      if (index % 2 != 0) return TestWord(0xa0).wait_at_least(5, 4).increment(7);
      TestWord word(0xb8);
      word.u8(13, 24).u8(14, 16).u64(16, 0x1000).u16(32, 3).u16(34, 16).u16(36, 4096);
      return word.u64(40, 0x2000000000u + at).u16(56, 3).u16(58, 16).u16(60, 4096);
    }
    default: {
      TestWord word(0x46);
      word.u32(12, 0x2000000u + 0x800u * (index % 8)).u16(16, 1).u16(24, 64).u16(26, 1);
      word.u16(28, 1).u16(30, 1).u32(44, at).u16(48, 1).u16(56, 64).u16(58, 1).u16(60, 1);
      word.u16(62, 1).u8(32, 10).u8(33, 6).u8(34, 128);
      return word.wait_at_least(5, 1).increment(static_cast<unsigned>(8 + engine));
    }
  }
}

class LargeWriter {
 public:
  LargeWriter(const LargeNtff& shape, const std::string& path)
      : shape_(shape), file_(std::fopen(path.c_str(), "wb")) {
    const auto parts = static_cast<std::uint64_t>(shape.cores) * kBytesPerStep;
    const auto executions = static_cast<std::uint64_t>(shape.executions);
    steps_ = std::max<std::uint64_t>(1, shape.bytes / parts / executions);
  }
  ~LargeWriter() {
    if (file_ != nullptr) std::fclose(file_);
  }
  LargeWriter(const LargeWriter&) = delete;
  LargeWriter& operator=(const LargeWriter&) = delete;

  std::optional<LargeNtffContents> write();

 private:
  std::uint64_t all_steps() const { return steps_ * static_cast<std::uint64_t>(shape_.executions); }
  std::uint64_t begin_of(std::uint64_t step) const {
    return shape_.first_tick + step * kStepTicks + step / steps_ * kGapTicks;
  }
  std::uint64_t noise(std::uint64_t core, std::uint64_t step, std::uint64_t index) const {
    return mixed(((shape_.seed * 64 + core) << 40 | step) * 64 + index);
  }
  MessageWriter info() const;
  MessageWriter older_info() const;
  void for_each_block(auto take) const {
    const std::uint64_t marks =
        shape_.version < 6 ? static_cast<std::uint64_t>(shape_.executions) : 0;
    take(0, 0, all_steps() * kInstructionsPerStep * 2 + marks * 2);
    take(1, 0, all_steps() * kUpdatesPerStep);
    take(4, 1, all_steps() * kDmaEngines * kPacketsPerStep * 3);
    take(5, 0, 1);
  }
  TestCore code_of(int core) const;
  void instructions(std::uint64_t core);
  void updates(std::uint64_t core);
  void packets(std::uint64_t core);
  void put(const TestRecord& record) {
    append(buffer_, record);
    if (buffer_.size() >= (1u << 20)) flush();
  }
  void flush() {
    ok_ = ok_ && std::fwrite(buffer_.data(), 1, buffer_.size(), file_) == buffer_.size();
    written_ += buffer_.size();
    buffer_.clear();
  }

  LargeNtff shape_;
  std::FILE* file_;
  std::uint64_t steps_ = 0;  ///< of one execution
  std::uint64_t written_ = 0;
  std::string buffer_;
  bool ok_ = true;
};

/// The loop's body between the marks of compiled code.
TestCore LargeWriter::code_of(int core) const {
  TestCore to;
  to.subgraph = "sg0" + std::to_string(core);
  to.device_core = static_cast<std::uint32_t>(core);
  for (std::size_t e = 0; e < to.code.size(); ++e) {
    to.code[e].push_back(TestWord(0xb1).u8(12, 0));
    const unsigned words = kPerStep[e] * static_cast<unsigned>(shape_.loop_steps);
    for (unsigned i = 0; i < words; ++i) to.code[e].push_back(word_of(e, i));
    to.code[e].push_back(TestWord(0xa2).u8(40, 1));
  }
  if (shape_.version < 6) to.code[0].push_back(TestWord(0xa6).u8(36, 2));  // marks the start
  for (unsigned e = 0; e < kDmaEngines; ++e) {
    to.queues.push_back({static_cast<int>(64 + e), kRing, "qSPDynamicHW"});
  }
  return to;
}

/// Versions 4 and 5 list the records in the core and state no executions: TensorE's NOTIFY marks
/// their starts.
MessageWriter LargeWriter::older_info() const {
  MessageWriter device;
  std::uint64_t offset = 0;
  for (int core = 0; core < shape_.cores; ++core) {
    TestCore described = code_of(core);
    if (shape_.executions == 1) described.length = steps_ * kStepTicks;
    MessageWriter to = subgraph(described, nullptr);
    for_each_block([&](std::uint64_t type, std::uint64_t kind, std::uint64_t records) {
      to.message(6, MessageWriter().number(1, type).number(3, kind).number(5, offset).number(
                        6, records * 16));
      offset += records * 16;
    });
    device.message(1, to);
  }
  MessageWriter to;
  to.text(1, "model.neff").text(2, shape_.uuid + "junk??");
  return to.message(4, MessageWriter().message(4, device)).text(9, "trn2.3xlarge");
}

MessageWriter LargeWriter::info() const {
  if (shape_.version < 6) return older_info();
  std::string code;
  MessageWriter device;
  for (int core = 0; core < shape_.cores; ++core) device.message(1, subgraph(code_of(core), &code));
  MessageWriter to;
  to.text(1, "model.neff");
  to.message(4, MessageWriter().message(4, device).text(5, shape_.uuid));
  to.text(9, "trn2.3xlarge");
  for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(shape_.executions); ++i) {
    to.message(15, MessageWriter()
                       .text(1, shape_.uuid)
                       .number(2, begin_of(i * steps_))
                       .number(3, begin_of((i + 1) * steps_ - 1) + kStepTicks));
  }
  std::uint64_t offset = code.size();
  for (int core = 0; core < shape_.cores; ++core) {
    for_each_block([&](std::uint64_t type, std::uint64_t kind, std::uint64_t records) {
      to.message(16, MessageWriter()
                         .number(1, type)
                         .number(3, kind)
                         .number(5, offset)
                         .number(6, records * 16)
                         .number(7, static_cast<std::uint64_t>(core)));
      offset += records * 16;
    });
  }
  return to;
}

/// Engine after engine within a step; now and then a stop stands before its start.
void LargeWriter::instructions(std::uint64_t core) {
  const auto loop = static_cast<std::uint64_t>(shape_.loop_steps);
  const auto mark = static_cast<unsigned>(2 + kPerStep[0] * loop);  // after the end of the code
  for (std::uint64_t step = 0; step < all_steps(); ++step) {
    const std::uint64_t in_body = step % steps_ % loop;
    if (shape_.version < 6 && step % steps_ == 0) {
      put({word_record(0, mark), 0, begin_of(step) - 2000});
      put({word_record(0, mark) | 1u << 24, 0xffffffff, begin_of(step)});
    }
    for (unsigned e = 0; e < kPerStep.size(); ++e) {
      const std::uint64_t share = kStepTicks / kPerStep[e];
      for (unsigned i = 0; i < kPerStep[e]; ++i) {
        const std::uint64_t random = noise(core, step, e * 8 + i);
        const std::uint64_t begin = begin_of(step) + i * share + random % (share / 4);
        const std::uint64_t pc = 1 + in_body * kPerStep[e] + i;
        const std::uint32_t id = word_record(e, static_cast<unsigned>(pc));
        const std::uint32_t wait = random % 3 == 0 ? static_cast<std::uint32_t>(random >> 54) : 0;
        const TestRecord start{id, wait << 16, begin};
        const TestRecord stop{id | 1u << 24, 0xffffffff, begin + share / 2 + random % 1000};
        const bool disorder = random % 32 == 1;
        put(disorder ? stop : start);
        put(disorder ? start : stop);
      }
    }
  }
}

void LargeWriter::updates(std::uint64_t core) {
  for (std::uint64_t step = 0; step < all_steps(); ++step) {
    const std::uint64_t in_execution = step % steps_;
    for (std::uint64_t i = 0; i < kUpdatesPerStep; ++i) {
      const std::uint64_t ticks = begin_of(step) + i * (kStepTicks / kUpdatesPerStep) +
                                  noise(core, step, 40 + i % 8) % 10'000;
      const bool by_dma = i < kDmaEngines;
      const auto id = static_cast<std::uint32_t>(by_dma ? 24 : i - kDmaEngines + 1);
      const std::uint64_t value = by_dma ? in_execution * kDmaEngines + i + 1 : in_execution + 1;
      put({0xf30100u | id, static_cast<std::uint32_t>(value), ticks});
    }
  }
}

/// One DMA engine after the other, as the runtime concatenates them.
void LargeWriter::packets(std::uint64_t core) {
  for (std::uint32_t engine = 0; engine < kDmaEngines; ++engine) {
    for (std::uint64_t step = 0; step < all_steps(); ++step) {
      for (std::uint32_t i = 0; i < kPacketsPerStep; ++i) {
        const std::uint64_t random = noise(core, step, engine * 4 + i);
        const std::uint64_t share = kStepTicks / (kPacketsPerStep + 1);
        const std::uint64_t begin = begin_of(step) + i * share + random % (share / 2);
        const std::uint64_t end = begin + share / 4 + random % (share / 4);
        const std::uint32_t bytes = i + 1 == kPacketsPerStep ? 4 : 4096;
        const std::uint32_t id = engine << 24;
        put({id, kRing << 4 | 1, begin});
        put({id | bytes, 0xabcd0000u | kRing << 4 | 5, end});
        put({id, kRing << 4 | 6, end + 100});
      }
    }
  }
}

std::optional<LargeNtffContents> LargeWriter::write() {
  if (file_ == nullptr) return std::nullopt;
  const MessageWriter message = info();
  buffer_ = head_of(shape_.version, message.bytes().size()) + message.bytes();
  std::string code;
  for (int core = 0; core < shape_.cores; ++core) (void)subgraph(code_of(core), &code);
  if (shape_.version == 6) buffer_ += code;
  for (int core = 0; core < shape_.cores; ++core) {
    const auto n = static_cast<std::uint64_t>(core);
    instructions(n);
    updates(n);
    packets(n);
    put({0, 8, begin_of(0)});
  }
  flush();
  if (!ok_ || std::fflush(file_) != 0) return std::nullopt;
  const std::uint64_t steps = all_steps() * static_cast<std::uint64_t>(shape_.cores);
  return LargeNtffContents{.bytes = written_,
                           .instructions = steps * kInstructionsPerStep,
                           .packets = steps * kDmaEngines * kPacketsPerStep,
                           .semaphore_updates = steps * kUpdatesPerStep};
}

}  // namespace

std::optional<LargeNtffContents> write_large_ntff(const LargeNtff& shape, const std::string& path) {
  return LargeWriter(shape, path).write();
}

}  // namespace nscope::importers
