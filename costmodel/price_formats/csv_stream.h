#pragma once

#include "costmodel/price_formats/text_stream.h"
#include "profiler/base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Reads RFC 4180 text of any size row by row, like CsvReader, in memory that grows
/// with the longest row only. Rows above 1 MiB are errors. One thread.
class CsvStream {
 public:
  explicit CsvStream(TextStream stream) : stream_(std::move(stream)) {}

  /// Reads the next row into `fields`, whose texts keep their memory; false at the end
  /// of the text. Empty lines are skipped. Errors: kBadInput (a quote that is not
  /// closed, text behind a closing quote), those of the stream.
  Result<bool> next(std::vector<std::string>& fields);

  std::uint64_t line() const { return row_line_; }
  std::string where() const;  ///< "file: line 12", where the row read last began

 private:
  Result<bool> fill();
  Result<> split(std::string_view row, std::vector<std::string>& fields) const;

  TextStream stream_;
  std::string window_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  std::uint64_t row_line_ = 0;
  bool ended_ = false;
};

/// Where the columns of a heading are: by name, in any order.
class CsvColumns {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  explicit CsvColumns(const std::vector<std::string>& heading) : heading_(heading) {}
  /// The column of that name, or kNone.
  std::size_t find(std::string_view name) const;
  std::size_t size() const { return heading_.size(); }

 private:
  std::vector<std::string> heading_;
};

}  // namespace nscope::cost
