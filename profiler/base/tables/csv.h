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

/// Reads RFC 4180 text row by row: quoted fields with doubled quotes, LF or CRLF, a byte
/// order mark at the start. Empty lines are skipped. One thread; move-only.
class CsvReader {
 public:
  /// No row of a text that is read in pieces may have more bytes.
  static constexpr std::size_t kMaxRow = std::size_t{16} << 20;

  /// Fills a buffer: fewer bytes only at the end, then 0.
  using Read = std::function<Result<std::size_t>(std::span<std::byte>)>;

  /// A text in memory, which must outlive the reader; `name` names the file in messages.
  CsvReader(std::string_view text, std::string name);
  /// A text that is not in memory as a whole. Memory grows with the longest row only.
  CsvReader(Read read, std::string name);
  CsvReader(CsvReader&&) = default;
  CsvReader& operator=(CsvReader&&) = default;

  /// Reads the next row; the fields are valid until the next call. False at the end of the
  /// text. Errors: those of `read`; kBadInput for an unclosed quote, text after a closing
  /// quote, a row that is too long.
  Result<bool> next(std::vector<std::string_view>& fields);
  /// The same, for those who keep the fields.
  Result<bool> next(std::vector<std::string>& fields);

  /// "file: line 12": where the row read last began.
  std::string where() const;

 private:
  struct Field {
    std::size_t begin = 0;
    std::size_t end = 0;
    bool doubled = false;  ///< holds doubled quotes
  };
  enum class Step { kRow, kNeedsMore, kUnclosed, kTextAfterQuote };

  Result<bool> find_row();
  Result<> refill();
  Result<bool> skip_empty_lines();
  Step scan_row();
  std::size_t find(char byte, std::size_t at) const;
  Step scan_quoted(std::size_t& at, Field& field);
  std::string_view text_of(const Field& field);

  Read read_;  ///< none for a text in memory
  std::string name_;
  std::vector<char> buffer_;  ///< of `read_`; its address stays when the reader is moved
  std::string_view text_;     ///< of it, or all of the text in memory
  std::size_t begin_ = 0;     ///< of the row in `text_`
  std::size_t next_ = 0;      ///< behind the row
  bool ended_ = false;        ///< nothing follows `text_`
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

}  // namespace nscope
