#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Reads RFC 4180 text like CsvReader, but from pieces, for texts that are not in
/// memory as a whole. Memory grows with the longest row only, and no row may have
/// more than kMaxRow bytes. One thread.
class CsvStream {
 public:
  static constexpr std::size_t kMaxRow = std::size_t{16} << 20;

  /// Fills a buffer: fewer bytes only at the end, then 0.
  using Read = std::function<Result<std::size_t>(std::span<std::byte>)>;

  CsvStream(Read read, std::string name);

  /// Reads the next row; the fields are valid until the next call. False at the
  /// end. Errors: those of `read`; kBadInput for an unclosed quote, text after a
  /// closing quote, a row that is too long.
  Result<bool> next(std::vector<std::string_view>& fields);

  /// "file: line 12": where the row read last began.
  std::string where() const;
  std::uint64_t line() const { return row_line_; }

 private:
  struct Field {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool doubled = false;  ///< holds doubled quotes
  };
  enum class Step { kRow, kNeedsMore, kUnclosed, kTextAfterQuote };

  Result<> refill();
  Result<bool> skip_empty_lines();
  Step scan_row();
  std::size_t find(char byte, std::size_t at) const;
  Step scan_quoted(std::size_t& at, Field& field);
  void hand_out(std::vector<std::string_view>& fields);

  Read read_;
  std::string name_;
  std::string buffer_;
  std::size_t begin_ = 0;  ///< of the row in the buffer
  std::size_t end_ = 0;    ///< of the text in the buffer
  std::size_t next_ = 0;   ///< behind the row
  bool ended_ = false;     ///< `read_` has no more
  bool started_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  std::uint64_t breaks_ = 0;  ///< line breaks within the row
  std::vector<Field> fields_;
};

}  // namespace nscope
