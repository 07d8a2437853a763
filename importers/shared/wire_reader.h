#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace nscope::importers {

// Wire types of fields.
inline constexpr std::uint32_t kVarint = 0;
inline constexpr std::uint32_t kFixed64 = 1;
inline constexpr std::uint32_t kBytes = 2;
inline constexpr std::uint32_t kFixed32 = 5;

/// Number and type of a field as one number, as in WireField::tag; usable as a `case`.
constexpr std::uint64_t tag_of(std::uint32_t field, std::uint32_t type) {
  return (std::uint64_t{field} << 3) | type;
}

/// One field of a protobuf message.
struct WireField {
  std::uint64_t tag = 0;
  std::uint64_t number = 0;  ///< of a varint or fixed field; int64 as two's complement
  std::string_view bytes{};

  std::uint64_t field() const { return tag >> 3; }
  std::uint32_t type() const { return static_cast<std::uint32_t>(tag & 7); }
  bool is(std::uint32_t field, std::uint32_t type) const { return tag == tag_of(field, type); }
  std::int64_t signed_number() const { return static_cast<std::int64_t>(number); }
  std::int64_t zigzag() const {
    return static_cast<std::int64_t>((number >> 1) ^ (~(number & 1) + 1));
  }
  double real() const { return std::bit_cast<double>(number); }
};

/// Reads one protobuf message field by field. No read goes beyond the end of the message, even if
/// it is damaged. The bytes must outlive the reader.
///
///   WireReader in(message);
///   for (WireField field; in.next(field);) {
///     if (field.is(kTimestamp, kVarint)) use(field.number);
///   }
///   if (!in.ok()) ... // damaged at in.position()
///
/// A length beyond the end, a varint of more than ten bytes, field number 0 and the obsolete group
/// types end the message: next() and ok() are false.
class WireReader {
 public:
  explicit WireReader(std::string_view message)
      : start_(message.data()), at_(message.data()), end_(message.data() + message.size()) {}

  /// Reads the next field. False at the end or if the message is damaged.
  bool next(WireField& field) {
    if (at_ == end_) return false;
    field_start_ = at_;
    if (!varint(at_, end_, field.tag) || field.tag < 8) return fail();
    switch (field.tag & 7) {
      case kVarint: return varint(at_, end_, field.number) || fail();
      case kBytes: {
        std::uint64_t size = 0;
        if (!varint(at_, end_, size) || size > static_cast<std::uint64_t>(end_ - at_)) {
          return fail();
        }
        field.bytes = std::string_view(at_, static_cast<std::size_t>(size));
        at_ += size;
        return true;
      }
      case kFixed64: return fixed<std::uint64_t>(field) || fail();
      case kFixed32: return fixed<std::uint32_t>(field) || fail();
      default: return fail();
    }
  }

  bool ok() const { return ok_; }
  /// The offset of the last field read or of the damaged field.
  std::size_t position() const { return static_cast<std::size_t>(field_start_ - start_); }

  /// Reads a number at the start of `text` and removes it. For packed fields.
  static bool take_varint(std::string_view& text, std::uint64_t& value) {
    const char* at = text.data();
    if (!varint(at, text.data() + text.size(), value)) return false;
    text.remove_prefix(static_cast<std::size_t>(at - text.data()));
    return true;
  }

  /// Reads a number at `at` and moves `at` past it. False, with `at` unchanged, if the number does
  /// not end before `end` or is longer than ten bytes.
  [[gnu::always_inline]] static bool varint(const char*& at, const char* end,
                                            std::uint64_t& value) {
    if (at == end) return false;
    const auto first = static_cast<std::uint8_t>(*at);
    if (first < 0x80) {
      value = first;
      ++at;
      return true;
    }
    if (end - at >= 2 && static_cast<std::uint8_t>(at[1]) < 0x80) {
      value = (first & 0x7fu) | std::uint64_t{static_cast<std::uint8_t>(at[1])} << 7;
      at += 2;
      return true;
    }
    return long_varint(at, end, value);
  }

 private:
  static bool long_varint(const char*& at, const char* end, std::uint64_t& value) {
    if (std::endian::native == std::endian::little && end - at >= 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, at, sizeof(word));
      const std::uint64_t last_byte = ~word & 0x8080808080808080;
      if (last_byte != 0) {
        word &= last_byte ^ (last_byte - 1);  // the bytes of the number; then join 7 bits of each
        word = (word & 0x007f007f007f007f) | (word & 0x7f007f007f007f00) >> 1;
        word = (word & 0x00003fff00003fff) | (word & 0x3fff00003fff0000) >> 2;
        value = (word & 0x000000000fffffff) | (word & 0x0fffffff00000000) >> 4;
        at += std::countr_zero(last_byte) / 8 + 1;
        return true;
      }
    }
    return byte_by_byte(at, end, value);
  }

  static bool byte_by_byte(const char*& at, const char* end, std::uint64_t& value) {
    std::uint64_t result = static_cast<std::uint8_t>(*at) & 0x7fu;
    const char* const last = end - at < 10 ? end : at + 10;
    unsigned shift = 7;
    for (const char* next = at + 1; next != last; ++next, shift += 7) {
      const std::uint64_t byte = static_cast<std::uint8_t>(*next);
      result |= (byte & 0x7f) << shift;  // only one bit of the tenth byte is used
      if (byte < 0x80) {
        value = result;
        at = next + 1;
        return true;
      }
    }
    return false;
  }

  template <class T>
  bool fixed(WireField& field) {
    if (static_cast<std::size_t>(end_ - at_) < sizeof(T)) return false;
    T value;
    std::memcpy(&value, at_, sizeof(T));
    field.number = value;
    at_ += sizeof(T);
    return true;
  }

  bool fail() {
    ok_ = false;
    at_ = end_;
    return false;
  }

  const char* start_;
  const char* at_;
  const char* end_;
  const char* field_start_ = start_;
  bool ok_ = true;
};

}  // namespace nscope::importers
