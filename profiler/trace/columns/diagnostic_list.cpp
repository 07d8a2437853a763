#include "profiler/trace/columns/diagnostic_list.h"

namespace nscope {

void DiagnosticList::add(std::string_view code, Severity severity, Text example,
                         std::int64_t count) {
  if (count == 0) return;
  if (const auto known = place_.find(code); known != place_.end()) {
    entries_[known->second].count += count;
    return;
  }
  place_.emplace(code, entries_.size());
  entries_.push_back({std::string(code), severity, count, std::move(example)});
}

std::vector<Diagnostic> DiagnosticList::take() {
  place_.clear();
  return std::exchange(entries_, {});
}

}  // namespace nscope
