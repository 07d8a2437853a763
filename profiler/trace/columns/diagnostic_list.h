#pragma once

#include "profiler/trace/columns/trace_batch.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope {

/// Diagnostics, one for each code, in order of first occurrence. One thread.
class DiagnosticList {
 public:
  /// Adds `count` to the diagnostic `code`. Severity and example are those of the first call.
  /// Does nothing if `count` is 0.
  void add(std::string_view code, Severity severity, Text example, std::int64_t count = 1);

  bool empty() const { return entries_.empty(); }
  auto begin() const { return entries_.begin(); }
  auto end() const { return entries_.end(); }
  const std::vector<Diagnostic>& entries() const { return entries_; }
  /// The entries; the list is empty afterwards.
  std::vector<Diagnostic> take();

 private:
  std::vector<Diagnostic> entries_;
  std::map<std::string, std::size_t, std::less<>> place_;  ///< code -> index of its entry
};

/// Whether a diagnostic with this code says that a part of the input is missing or could not be
/// read, so that sums and shares may be too small. Others state facts, assumptions or repairs.
bool is_lost_input(std::string_view code);

}  // namespace nscope
