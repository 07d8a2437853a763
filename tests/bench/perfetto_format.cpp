#include "tests/bench/make_trace.h"
#include "tests/bench/output_file.h"

#include <array>
#include <cstring>

namespace nscope::bench {
namespace {

// Field numbers of Perfetto's public protocol, no more than this writer needs.
namespace packet_field {
constexpr int kTimestamp = 8;
constexpr int kSequence = 10;
constexpr int kTrackEvent = 11;
constexpr int kInternedData = 12;
constexpr int kSequenceFlags = 13;
constexpr int kTrackDescriptor = 60;
constexpr int kFirstPacketOnSequence = 87;
}  // namespace packet_field
namespace event_field {
constexpr int kCategory = 3;
constexpr int kAnnotation = 4;
constexpr int kType = 9;
constexpr int kName = 10;
constexpr int kTrack = 11;
constexpr int kCounterValue = 30;
constexpr int kFlow = 47;
constexpr int kTerminatingFlow = 48;
}  // namespace event_field
enum EventType { kBegin = 1, kEnd = 2, kCounter = 4 };
enum Annotation { kPcKey = 1, kBytesKey = 2, kLayerKey = 3 };
constexpr std::uint64_t kOperatorCategory = kEngines + 1;  // after the engines' own

/// A protobuf message of bounded size.
class Message {
 public:
  Message& number(int field, std::uint64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3);
    varint(value);
    return *this;
  }
  Message& fixed64(int field, std::uint64_t value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 1);
    std::memcpy(bytes_.data() + size_, &value, sizeof value);
    size_ += sizeof value;
    return *this;
  }
  Message& text(int field, std::string_view value) {
    varint(static_cast<std::uint64_t>(field) << 3 | 2);
    varint(value.size());
    value.copy(bytes_.data() + size_, value.size());
    size_ += value.size();
    return *this;
  }
  Message& message(int field, const Message& value) { return text(field, value.view()); }
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  void varint(std::uint64_t value) {
    while (value >= 0x80) {
      bytes_[size_++] = static_cast<char>(value | 0x80);
      value >>= 7;
    }
    bytes_[size_++] = static_cast<char>(value);
  }

  std::array<char, 320> bytes_;
  std::size_t size_ = 0;
};

std::uint64_t process_uuid(int core) {
  return 1000 + static_cast<std::uint64_t>(core);
}
std::uint64_t engine_uuid(int core, int engine) {
  return 10'000 + static_cast<std::uint64_t>(core * 16 + engine);
}
std::uint64_t counter_uuid(int core, std::size_t counter) {
  return 5'000'000 + static_cast<std::uint64_t>(core) * 4 + counter;
}

class Writer {
 public:
  explicit Writer(const std::string& path) : out_(path, OutputFile::kPlain) {}

  void packet(const Message& content) {
    const Message framed = Message().message(1, content);
    out_.advance(put_text(out_.room(framed.view().size()), framed.view()));
  }

  /// Every packet belongs to sequence 1 and needs its interned names.
  static Message on_sequence(std::uint64_t flags = 2) {
    return Message().number(packet_field::kSequence, 1).number(packet_field::kSequenceFlags, flags);
  }

  /// One packet per name, for a packet here is of bounded size; readers add them up.
  void interned(int kind, std::uint64_t id, std::string_view text) {
    const Message entry = Message().number(1, id).text(2, text);
    Message content = on_sequence(first_ ? 1 : 2);
    if (first_) content.number(packet_field::kFirstPacketOnSequence, 1);
    first_ = false;
    packet(content.message(packet_field::kInternedData, Message().message(kind, entry)));
  }

  void names() {
    for (std::size_t i = 0; i < kEngineNames.size(); ++i) interned(1, i + 1, kEngineNames[i]);
    interned(1, kOperatorCategory, "op");
    for (std::size_t i = 0; i < run_names().size(); ++i) interned(2, i + 1, run_names()[i]);
    interned(3, kPcKey, "pc");
    interned(3, kBytesKey, "bytes");
    interned(3, kLayerKey, "layer");
  }

  void track(Message descriptor) {
    packet(Message()
               .number(packet_field::kSequence, 1)
               .message(packet_field::kTrackDescriptor, descriptor));
  }

  void tracks(int cores) {
    for (int core = 0; core < cores; ++core) {
      const auto process = static_cast<std::uint64_t>(core) + 1;
      const std::string name = "NeuronCore " + std::to_string(core);
      track(Message()
                .number(1, process_uuid(core))
                .message(3, Message().number(1, process).text(6, name)));
      for (int engine = 0; engine < kEngines; ++engine) {
        const std::uint64_t thread = process * 100 + static_cast<std::uint64_t>(engine);
        track(Message()
                  .number(1, engine_uuid(core, engine))
                  .number(5, process_uuid(core))
                  .message(4, Message()
                                  .number(1, process)
                                  .number(2, thread)
                                  .text(5, kEngineNames[static_cast<std::size_t>(engine)])));
      }
      for (std::size_t i = 0; i < kCounterNames.size(); ++i) {
        track(Message()
                  .number(1, counter_uuid(core, i))
                  .number(5, process_uuid(core))
                  .text(2, kCounterNames[i])
                  .message(8, Message()));
      }
    }
  }

  void event(std::int64_t time, const Message& event) {
    packet(Message()
               .number(packet_field::kTimestamp, static_cast<std::uint64_t>(time))
               .message(packet_field::kTrackEvent, event)
               .number(packet_field::kSequence, 1)
               .number(packet_field::kSequenceFlags, 2));
  }

  static Message annotation(Annotation key, std::int64_t value) {
    return Message().number(1, key).number(3, static_cast<std::uint64_t>(value));
  }

  static Message begin(std::uint64_t track, std::uint64_t category, std::size_t name) {
    return Message()
        .number(event_field::kType, kBegin)
        .number(event_field::kTrack, track)
        .number(event_field::kCategory, category)
        .number(event_field::kName, name + 1);
  }

  void group(const RunGroup& group) {
    const std::uint64_t track = engine_uuid(group.core, group.engine);
    const auto category = static_cast<std::uint64_t>(group.engine) + 1;
    const Message end =
        Message().number(event_field::kType, kEnd).number(event_field::kTrack, track);
    Message operation = begin(track, kOperatorCategory, group.name);
    operation.message(event_field::kAnnotation, annotation(kLayerKey, group.layer));
    if (group.flow_out != 0) operation.fixed64(event_field::kFlow, group.flow_out);
    if (group.flow_in != 0) operation.fixed64(event_field::kTerminatingFlow, group.flow_in);
    event(group.start, operation);
    std::int64_t pc = group.first_pc;
    for (const RunInstruction& instruction : group.instructions) {
      event(instruction.start,
            begin(track, category, instruction.name)
                .message(event_field::kAnnotation, annotation(kPcKey, pc++))
                .message(event_field::kAnnotation, annotation(kBytesKey, instruction.bytes())));
      event(instruction.start + instruction.duration, end);
    }
    event(group.start + group.duration, end);
    if (!group.sampled) return;
    for (std::size_t i = 0; i < kCounterNames.size(); ++i) {
      event(group.start,
            Message()
                .number(event_field::kType, kCounter)
                .number(event_field::kTrack, counter_uuid(group.core, i))
                .number(event_field::kCounterValue, static_cast<std::uint64_t>(group.counters[i])));
    }
  }

  Result<> close() { return out_.close(); }

 private:
  OutputFile out_;
  bool first_ = true;
};

}  // namespace

Result<RunCounts> write_perfetto(const RunSpec& spec, const std::string& path) {
  Writer writer(path);
  writer.names();
  writer.tracks(spec.cores);
  SyntheticRun run(spec);
  RunGroup group;
  while (run.next(group)) writer.group(group);
  if (auto closed = writer.close(); !closed) return fail(closed.error());
  return run.counts();
}

}  // namespace nscope::bench
