#pragma once

#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <span>
#include <string>

namespace nscope::cli {

/// A property's value as text.
std::string to_string(const PropertyValue& value);
Json to_json(const PropertyValue& value);

/// What an import had to repair, skip or could not know, worst first.
Table diagnostics_table(std::span<const Diagnostic> diagnostics);
Json diagnostics_json(std::span<const Diagnostic> diagnostics);

/// "16,477 slices and 3,850 samples on 412 tracks".
std::string contents_line(const Trace& trace);

/// One line for each engine and each other top-level row, with the tracks below
/// it added up.
Table track_table(const Trace& trace);

/// "key: value" lines, aligned.
class FactSheet {
 public:
  void add(std::string label, std::string value);
  std::string to_text() const;

 private:
  std::vector<std::pair<std::string, std::string>> rows_;
};

}  // namespace nscope::cli
