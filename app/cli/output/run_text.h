#pragma once

#include "profiler/base/json.h"
#include "profiler/base/tables/table.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace nscope::cli {

/// The value of a property as text.
std::string to_string(const PropertyValue& value);
Json to_json(const PropertyValue& value);

/// What an import repaired, skipped or assumed, the most severe first.
Table diagnostics_table(std::span<const Diagnostic> diagnostics);
Json diagnostics_json(std::span<const Diagnostic> diagnostics);
/// The table below its heading; empty if there are no diagnostics.
std::string diagnostics_text(std::span<const Diagnostic> diagnostics, const Language& language);

/// "16,477 events, 3,850 counter samples".
Text events_text(std::int64_t events, std::int64_t samples);
/// "16,477 events, 3,850 counter samples, 412 tracks, 5,210 dependencies".
Text contents_text(const Trace& trace);

/// One row for each engine and each other top-level track, with the sums of the tracks below it.
Table track_table(const Trace& trace);

/// Labels with values, aligned.
class FactSheet {
 public:
  /// Adds a row unless the value is empty.
  void add(Text label, Text value);
  void add(Text label, std::string value) {
    add(std::move(label), Text::verbatim(std::move(value)));
  }
  std::string to_text(const Language& language) const;

 private:
  std::vector<std::pair<Text, Text>> rows_;
};

}  // namespace nscope::cli
