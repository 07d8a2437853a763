#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace nscope::importers::perfetto {

/// One protobuf message, read field by field and checked against its end: no
/// read leaves it, whatever its bytes say. The bytes must outlive the reader.
///
///   WireReader in(message);
///   while (in.next()) {
///     if (in.is(kTimestamp, WireReader::kVarint)) use(in.number());
///   }
///   if (!in.ok()) ... // damaged at in.position()
///
/// An overrunning length, a varint above ten bytes, the number 0 and the old group
/// types end the message: next() is false and ok() too.
class WireReader {
 public:
  static constexpr std::uint32_t kVarint = 0;
  static constexpr std::uint32_t kFixed64 = 1;
  static constexpr std::uint32_t kBytes = 2;
  static constexpr std::uint32_t kFixed32 = 5;

  /// The tag of a field: what tag() returns, usable as a `case`.
  static constexpr std::uint64_t tag_of(std::uint32_t field, std::uint32_t type) {
    return (std::uint64_t{field} << 3) | type;
  }

  explicit WireReader(std::string_view message)
      : start_(message.data()), at_(message.data()), end_(message.data() + message.size()) {}

  /// The next field, its value read. False at the end, or where the message is damaged.
  bool next() {
    if (at_ == end_) return false;
    field_start_ = at_;
    if (!varint(tag_) || tag_ < 8) return fail();
    switch (tag_ & 7) {
      case kVarint: return varint(number_) || fail();
      case kFixed64: return fixed<std::uint64_t>() || fail();
      case kBytes: {
        std::uint64_t size = 0;
        if (!varint(size) || size > static_cast<std::uint64_t>(end_ - at_)) return fail();
        bytes_ = std::string_view(at_, static_cast<std::size_t>(size));
        at_ += size;
        return true;
      }
      case kFixed32: return fixed<std::uint32_t>() || fail();
      default: return fail();
    }
  }

  std::uint64_t tag() const { return tag_; }
  bool is(std::uint32_t field, std::uint32_t type) const { return tag_ == tag_of(field, type); }
  std::uint64_t field() const { return tag_ >> 3; }
  std::uint32_t type() const { return static_cast<std::uint32_t>(tag_ & 7); }
  /// The value of a varint or fixed field; for int64 fields its two's complement.
  std::uint64_t number() const { return number_; }
  std::int64_t signed_number() const { return static_cast<std::int64_t>(number_); }
  std::int64_t zigzag() const {
    return static_cast<std::int64_t>((number_ >> 1) ^ (~(number_ & 1) + 1));
  }
  double real() const { return std::bit_cast<double>(number_); }
  std::string_view bytes() const { return bytes_; }

  bool ok() const { return ok_; }
  /// Offset of the field that was read last, or that is damaged.
  std::size_t position() const { return static_cast<std::size_t>(field_start_ - start_); }

  /// A number at the front of `text`, removed from it. For packed fields.
  static bool take_varint(std::string_view& text, std::uint64_t& value) {
    WireReader in(text);
    if (text.empty() || !in.varint(value)) return false;
    text.remove_prefix(static_cast<std::size_t>(in.at_ - in.start_));
    return true;
  }

 private:
  bool varint(std::uint64_t& value) {
    if (at_ != end_ && (static_cast<std::uint8_t>(*at_) & 0x80) == 0) {
      value = static_cast<std::uint8_t>(*at_++);
      return true;
    }
    return long_varint(value);
  }

  bool long_varint(std::uint64_t& value) {
    std::uint64_t result = 0;
    const char* at = at_;
    for (unsigned shift = 0; shift < 70 && at != end_; shift += 7) {
      const auto byte = static_cast<std::uint8_t>(*at++);
      if (shift < 64) result |= std::uint64_t{byte & 0x7fu} << shift;
      if ((byte & 0x80) == 0) {
        value = result;
        at_ = at;
        return true;
      }
    }
    return false;
  }

  template <class T>
  bool fixed() {
    if (static_cast<std::size_t>(end_ - at_) < sizeof(T)) return false;
    T value;
    std::memcpy(&value, at_, sizeof(T));
    number_ = value;
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
  std::uint64_t tag_ = 0;
  std::uint64_t number_ = 0;
  std::string_view bytes_;
  bool ok_ = true;
};

}  // namespace nscope::importers::perfetto
