#pragma once

#include "importers/neuron_monitor/monitor_trace.h"
#include "importers/neuron_monitor/report_blocks.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nscope::importers {

/// Finds the reports of neuron-monitor in a text, which is a whole file or one line of a stream,
/// and passes them to a MonitorTrace. Broken reports and other text are counted. `text` must
/// outlive the finder. One thread.
class ReportFinder {
 public:
  /// Reports of the largest instances (192 vCPUs, 64 cores, 100 models) have 0.2 MiB.
  static constexpr std::size_t kLargestReport = 4u << 20;

  /// `line` is the number of the line in a stream, for messages; 0 for a whole file. `arrival_ns`
  /// (Unix time) is the time of reports without a time stamp, if known.
  ReportFinder(std::string_view text, MonitorTrace& monitor, TraceWriter& out,
               std::int64_t line = 0, std::optional<std::int64_t> arrival_ns = std::nullopt);

  /// Uses the reports of a block, which must remain valid until they have been read.
  void use(const std::vector<ParsedReport>& parsed) {
    parsed_ = parsed.data();
    parsed_end_ = parsed_ + parsed.size();
  }
  /// Reads the next report or other line. False at the end of the text. Errors: kBadInput for a
  /// line longer than LineReader::kMaxLine that is not a report.
  Result<bool> next();
  /// The byte offset up to which the text has been read.
  std::size_t position() const { return position_; }

 private:
  const ParsedReport* parsed_here();
  bool skip_separators();
  std::string_view rest_of_line();
  Text place() const;
  std::string_view object_within(std::size_t limit) const;
  void read_object(std::optional<std::int64_t> stamp_ns);
  Result<> read_other_line();

  std::string_view text_;
  MonitorTrace& monitor_;
  TraceWriter& out_;
  std::int64_t line_;
  std::optional<std::int64_t> arrival_ns_;
  const ParsedReport* parsed_ = nullptr;  // the next one of the current block
  const ParsedReport* parsed_end_ = nullptr;
  std::size_t position_ = 0;
  std::size_t line_end_ = 0;
  bool line_is_whole_ = true;
  int long_searches_ = 0;
};

}  // namespace nscope::importers
