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

/// Reads RFC 4180 text row by row, with quoted fields and doubled quotes, LF or CRLF, and an
/// optional byte order mark. Empty lines are skipped. One thread; move-only.
class CsvReader {
 public:
  /// Maximum bytes of a row in a text that is read in pieces.
  static constexpr std::size_t kMaxRow = std::size_t{16} << 20;

  /// Fills a buffer and returns the number of bytes: fewer only at the end, then 0.
  using Read = std::function<Result<std::size_t>(std::span<std::byte>)>;

  /// A text in memory, which must outlive the reader; `name` is the file in messages.
  CsvReader(std::string_view text, std::string name);
  /// A text that is read in pieces. Memory grows only with the longest row.
  CsvReader(Read read, std::string name);
  CsvReader(CsvReader&&) = default;
  CsvReader& operator=(CsvReader&&) = default;

  /// Reads the next row; the fields are valid until the next call. False at the end of the
  /// text. Errors: those of `read`; kBadInput for a quoted field without its end, text after a
  /// closing quote, bytes that are not UTF-8, and a row that is too long.
  Result<bool> next(std::vector<std::string_view>& fields);
  /// The same with copies of the fields.
  Result<bool> next(std::vector<std::string>& fields);

  /// "file: line 12": the start of the last row read.
  Text where() const;

 private:
  struct Field {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool doubled = false;  ///< contains doubled quotes
  };
  enum class Step { kRow, kNeedsMore, kUnclosed, kTextAfterQuote };

  Result<bool> find_row();
  Result<> refill();
  Result<bool> skip_empty_lines();
  Step scan_row();
  std::size_t find(char byte, std::size_t at) const;
  Step scan_quoted(std::size_t& at, Field& field);
  std::string_view text_of(const Field& field);

  Read read_;  ///< empty for a text in memory
  std::string name_;
  std::vector<char> buffer_;  ///< for `read_`; keeps its address when the reader is moved
  std::string_view text_;     ///< a part of it, or the text in memory
  std::size_t begin_ = 0;     ///< start of the row in `text_`
  std::size_t next_ = 0;      ///< end of the row
  bool ended_ = false;        ///< no text follows `text_`
  bool started_ = false;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 1;
  std::uint64_t breaks_ = 0;  ///< line breaks within the row
  std::vector<Field> fields_;
  std::string unquoted_;  ///< the fields of the row that have doubled quotes
};

/// Appends one field of RFC 4180 text, quoted if it contains a comma, a quote or
/// a line break.
void append_csv_field(std::string_view field, std::string& out);

/// Appends a text, which may be a name from a file, so that spreadsheet programs do not run it as
/// a formula: a text of several characters that starts with "=", "+", "-", "@", a tab or a line
/// break and is not a number gets an apostrophe in front, and so does a text that already has one
/// there.
void append_csv_text(std::string_view text, std::string& out);
/// The text that append_csv_text() wrote, without the apostrophe.
std::string_view csv_text(std::string_view field);

}  // namespace nscope
