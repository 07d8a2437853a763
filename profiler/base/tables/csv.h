#pragma once

#include "profiler/base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// Reads RFC 4180 text row by row: quoted fields with doubled quotes, LF or CRLF,
/// a byte order mark at the start. Empty lines are skipped. Memory grows with the
/// longest row only. One thread.
class CsvReader {
 public:
  /// `text` must outlive the reader; `name` stands for the file in messages.
  CsvReader(std::string_view text, std::string name);

  /// Reads the next row into `fields`; false at the end of the text. Errors:
  /// kBadInput for an unclosed quote and for text after a closing quote.
  Result<bool> next(std::vector<std::string>& fields);

  /// "file: line 12": where the row read last began.
  std::string where() const;

 private:
  Result<> read_field(std::string& field);
  Result<> read_quoted(std::string& field);

  std::string_view text_;
  std::string name_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;      ///< line of text_[at_]
  std::size_t row_line_ = 0;  ///< where the row read last began
};

/// Appends one field of RFC 4180 text, quoted where it holds a comma, a quote or
/// a line break.
void append_csv_field(std::string_view field, std::string& out);

}  // namespace nscope
