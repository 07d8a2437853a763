#pragma once

#include "tests/bench/output_file.h"

#include <concepts>
#include <cstdint>
#include <string_view>

namespace nscope::bench {

/// Writes JSON objects and arrays member by member, without spaces. Keys and texts
/// are written as they are: they must need no escaping.
class JsonRows {
 public:
  explicit JsonRows(OutputFile& out) : out_(&out) {}

  JsonRows& open(char bracket, std::string_view key = {}) {
    label(key);
    put(std::string_view(&bracket, 1));
    first_ = true;
    return *this;
  }
  JsonRows& close(char bracket) {
    put(std::string_view(&bracket, 1));
    first_ = false;
    return *this;
  }
  template <std::integral T>
  JsonRows& number(std::string_view key, T value) {
    label(key);
    out_->advance(put_number(out_->room(24), value));
    return *this;
  }
  /// Hundredths as a decimal fraction: 1234 is 12.34.
  JsonRows& hundredths(std::string_view key, std::uint64_t value) {
    number(key, value / 100);
    const char rest[] = {'.', static_cast<char>('0' + value / 10 % 10),
                         static_cast<char>('0' + value % 10)};
    put({rest, sizeof rest});
    return *this;
  }
  JsonRows& text(std::string_view key, std::string_view value) {
    label(key);
    put("\"");
    put(value);
    put("\"");
    return *this;
  }
  /// A value that is JSON already.
  JsonRows& raw(std::string_view key, std::string_view json) {
    label(key);
    put(json);
    return *this;
  }

 private:
  void put(std::string_view text) { out_->append(text); }
  void label(std::string_view key) {
    if (!first_) put(",");
    first_ = false;
    if (key.empty()) return;
    put("\"");
    put(key);
    put("\":");
  }

  OutputFile* out_;
  bool first_ = true;
};

}  // namespace nscope::bench
