#include "profiler/trace/columns/diagnostic_list.h"

#include <algorithm>
#include <array>

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

bool is_lost_input(std::string_view code) {
  static constexpr auto kCodes = std::to_array<std::string_view>({"archive_cut_off",
                                                                  "archive_member_not_read",
                                                                  "broken_report",
                                                                  "broken_sample",
                                                                  "capture_not_read",
                                                                  "compressed_data_cut_off",
                                                                  "cut_off",
                                                                  "damaged_event",
                                                                  "damaged_packet",
                                                                  "event_without_time",
                                                                  "folder_not_read",
                                                                  "folder_too_large",
                                                                  "implausible_time",
                                                                  "line_too_long",
                                                                  "not_an_event",
                                                                  "record_damaged",
                                                                  "record_without_time",
                                                                  "recording_cut_off",
                                                                  "recording_file_not_read",
                                                                  "row_not_an_object",
                                                                  "row_too_large",
                                                                  "row_without_time",
                                                                  "table_cut_off",
                                                                  "time_out_of_range",
                                                                  "too_many_cores",
                                                                  "too_many_reports",
                                                                  "too_many_tracks",
                                                                  "trace_cut_off",
                                                                  "trace_damaged",
                                                                  "trailing_data",
                                                                  "truncated_code",
                                                                  "truncated_report",
                                                                  "truncated_trace"});
  return std::find(kCodes.begin(), kCodes.end(), code) != kCodes.end();
}

}  // namespace nscope
