#include "app/cli/output/lost_input.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace nscope::cli {

std::string lost_input_text(const Trace& trace, const Language& language) {
  // The codes that importers use if a part of the input is missing or cannot be read.
  static constexpr auto kCodes =
      std::to_array<std::string_view>({"broken_report",     "broken_sample",
                                       "capture_not_read",  "compressed_data_cut_off",
                                       "cut_off",           "damaged_event",
                                       "damaged_packet",    "event_without_time",
                                       "folder_not_read",   "folder_too_large",
                                       "record_damaged",    "record_without_time",
                                       "recording_cut_off", "recording_file_not_read",
                                       "table_cut_off",     "trace_cut_off",
                                       "trace_damaged",     "truncated_code",
                                       "truncated_report",  "truncated_trace"});
  std::vector<Text> lost;
  for (const Diagnostic& d : trace.diagnostics()) {
    if (std::find(kCodes.begin(), kCodes.end(), d.code) == kCodes.end()) continue;
    lost.push_back(tr("{} ({})", d.code, as::count(d.count)));
  }
  if (lost.empty()) return {};
  return language.say(tr("Data of this capture are missing or damaged, so sums and shares may be "
                         "too small: {}. 'nscope info' shows the details.",
                         joined(lost))) +
         "\n";
}

}  // namespace nscope::cli
