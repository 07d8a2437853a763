#include "importers/system_recording/record_blocks.h"

#include "importers/shared/wire_reader.h"

#include <charconv>

namespace nscope::importers {
namespace {

enum RecordField : std::uint32_t {
  kRecordTime = 2,
  kRecordType = 7,
  kRecordThread = 9,
  kRecordSequence = 10,
  kRecordAttribute = 12,
  kRecordPhase = 14,
  kRecordSpan = 15,
};

/// Splits an attribute with a short key and a short value in the usual order, which nearly all are.
/// Returns false for others.
bool split_short(std::string_view message, std::string_view& key, std::string_view& value) {
  constexpr std::size_t kHeader = 2;  // of a field: its tag and its length
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(message[at]); };
  if (message.size() < 2 * kHeader || byte(0) != tag_of(1, kBytes)) return false;
  const std::size_t value_at = kHeader + byte(1);
  if (byte(1) >= 0x80 || value_at + kHeader > message.size()) return false;
  const std::size_t size = byte(value_at + 1);
  if (byte(value_at) != tag_of(2, kBytes) || size >= 0x80) return false;
  if (value_at + kHeader + size != message.size()) return false;
  key = message.substr(kHeader, byte(1));
  value = message.substr(value_at + kHeader);
  return true;
}

/// Adds an attribute. Returns false if it is damaged.
bool take_attribute(std::string_view message, RecordBlock& block) {
  std::string_view key;
  std::string_view value;
  WireReader in(split_short(message, key, value) ? std::string_view() : message);
  for (WireField field; in.next(field);) {
    if (field.is(1, kBytes)) {
      key = field.bytes;
    } else if (field.is(2, kBytes)) {
      value = field.bytes;
    } else {
      ++block.unknown_fields;
    }
  }
  RecordAttribute attribute{.key = block.texts.intern(key)};
  if (const auto number = canonical_number(value)) {
    attribute.is_number = true;
    attribute.value = *number;
  } else {
    attribute.value = block.texts.intern(value);
  }
  block.attributes.push_back(attribute);
  return in.ok();
}

}  // namespace

std::optional<std::int64_t> canonical_number(std::string_view text) {
  constexpr std::size_t kSafeDigits = 18;
  const bool negative = text.starts_with('-');
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || (digits[0] == '0' && (digits.size() > 1 || negative))) return std::nullopt;
  if (digits.size() > kSafeDigits) {
    std::int64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [last, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && last == end ? std::optional(number) : std::nullopt;
  }
  std::int64_t number = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    number = number * 10 + (c - '0');
  }
  return negative ? -number : number;
}

void RecordBlock::decode() {
  records.clear();
  attributes.clear();
  texts.clear();
  damaged = 0;
  unknown_fields = 0;
  RecordFrames frames{bytes};
  for (std::string_view message; frames.next(message);) {
    RuntimeRecord record;
    record.first_attribute = static_cast<std::uint32_t>(attributes.size());
    bool whole = message.size() <= RecordBlocks::kLargestRecord;
    WireReader in(whole ? message : std::string_view());
    for (WireField field; in.next(field);) {
      switch (field.tag) {
        case tag_of(kRecordTime, kVarint): record.time_ns = field.signed_number(); break;
        case tag_of(kRecordType, kVarint): record.type = field.number; break;
        case tag_of(kRecordThread, kVarint): record.thread = field.number; break;
        case tag_of(kRecordSequence, kVarint): break;
        case tag_of(kRecordAttribute, kBytes):
          whole = take_attribute(field.bytes, *this) && whole;
          break;
        case tag_of(kRecordPhase, kVarint): record.phase = field.number; break;
        case tag_of(kRecordSpan, kVarint): record.span = field.number; break;
        default: ++unknown_fields; break;
      }
    }
    if (!in.ok() || !whole) {
      if (damaged == 0) {
        first_damaged = position + static_cast<std::uint64_t>(message.data() - bytes.data());
      }
      ++damaged;
    }
    record.attributes = static_cast<std::uint32_t>(attributes.size()) - record.first_attribute;
    records.push_back(record);
  }
}

bool RecordBlocks::next(RecordBlock& block) {
  block.position = consumed();
  const char* const begin = frames_.rest.data();
  std::string_view record;
  std::size_t size = 0;
  while (size < kBlockBytes && frames_.next(record)) {
    size = static_cast<std::size_t>(frames_.rest.data() - begin);
  }
  block.bytes = std::string_view(begin, size);
  return size > 0;
}

}  // namespace nscope::importers
