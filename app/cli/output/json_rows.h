#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nscope::cli {

/// Writes rows as one JSON array of row objects, indented like the other JSON output. Duplicate
/// column names get the suffixes "_2", "_3" and so on. Bytes that are not UTF-8 become U+FFFD.
class JsonRows {
 public:
  void begin(std::span<const std::string> columns, std::string& out);
  void row(std::span<const SqlValue> row, std::string& out);
  void end(std::string& out);

 private:
  std::vector<std::string> keys_;  ///< quoted, with a colon
  bool empty_ = true;
};

}  // namespace nscope::cli
