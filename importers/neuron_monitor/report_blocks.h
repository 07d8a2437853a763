#pragma once

#include "profiler/base/files/byte_source.h"

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include <simdjson.h>

namespace nscope::importers {

/// A report that fills a line, parsed in advance.
struct ParsedReport {
  std::size_t begin = 0;   ///< byte offset in the text
  std::size_t length = 0;  ///< of the object
  simdjson::dom::object object{};
};

/// A piece of a text that ends after a line, with the reports in it that have a line of their own.
/// Owns the memory of the reports, which the next parse() reuses. One thread at a time.
class ReportBlock {
 public:
  /// `text` is the whole text, followed by SIMDJSON_PADDING readable bytes; the block is
  /// [begin, end).
  void reset(std::string_view text, std::size_t begin, std::size_t end);
  /// Parses the lines that are one JSON object. Other lines are left to ReportFinder.
  void parse();

  std::size_t end() const { return end_; }
  const std::vector<ParsedReport>& reports() const { return reports_; }

 private:
  std::string_view text_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  std::vector<ParsedReport> reports_;
  std::vector<std::unique_ptr<simdjson::dom::parser>> parsers_;  // one for each report
};

/// The end of the block that starts at `begin`: after the last line within a suitable size, or
/// inside a line that is longer.
std::size_t report_block_end(std::string_view text, std::size_t begin);

}  // namespace nscope::importers
