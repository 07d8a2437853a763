#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace nscope {

/// Appends the fields of a protobuf message to a string in the order of the calls.
/// A nested message is written to another string and added with bytes().
class WireWriter {
 public:
  explicit WireWriter(std::string& out) : out_(out) {}

  void varint(std::uint32_t field, std::uint64_t value) {
    tag(field, 0);
    number(value);
  }
  void zigzag(std::uint32_t field, std::int64_t value) {
    const auto bits = static_cast<std::uint64_t>(value);
    varint(field, (bits << 1) ^ (value < 0 ? ~std::uint64_t{0} : 0));
  }
  void fixed64(std::uint32_t field, std::uint64_t value) {
    tag(field, 1);
    char bytes[sizeof(value)];
    std::memcpy(bytes, &value, sizeof(value));  // little-endian, as this machine is
    out_.append(bytes, sizeof(bytes));
  }
  void real(std::uint32_t field, double value) {
    fixed64(field, std::bit_cast<std::uint64_t>(value));
  }
  void bytes(std::uint32_t field, std::string_view value) {
    tag(field, 2);
    number(value.size());
    out_.append(value);
  }

 private:
  void tag(std::uint32_t field, std::uint32_t type) { number((field << 3) | type); }
  void number(std::uint64_t value) {
    while (value >= 0x80) {
      out_ += static_cast<char>(value | 0x80);
      value >>= 7;
    }
    out_ += static_cast<char>(value);
  }

  static_assert(std::endian::native == std::endian::little);
  std::string& out_;
};

}  // namespace nscope
