#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::sim {

/// The records of an RFC 4180 file: fields with their quotes removed, and the
/// line each record starts on. Errors: kBadInput for an unclosed quote, text
/// after a closing quote, or a record with another number of fields than the
/// first.
struct CsvRecord {
  int line = 0;
  std::vector<std::string> fields;
};
Result<std::vector<CsvRecord>> read_csv(std::string_view text, std::string_view name);

}  // namespace nscope::sim
