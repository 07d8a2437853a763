#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace nscope::cli {

/// Writes rows as one JSON array of row objects, indented as all our JSON. Names
/// that occur twice get "_2", "_3" ... so that no column is lost; bytes that are
/// not UTF-8 become U+FFFD.
class JsonRows {
 public:
  void begin(std::span<const std::string> columns, std::string& out);
  void row(std::span<const SqlValue> row, std::string& out);
  void end(std::string& out);

 private:
  std::vector<std::string> keys_;  ///< quoted, with their colon
  bool empty_ = true;
};

}  // namespace nscope::cli
