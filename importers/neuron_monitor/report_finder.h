#pragma once

#include "importers/neuron_monitor/monitor_trace.h"
#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Takes a text apart into the reports of neuron-monitor, whatever lies between them,
/// and hands them to a MonitorTrace: a whole file, or one line of a stream. What is
/// broken or no report is counted. `text` must outlive this. One thread.
class ReportFinder {
 public:
  /// Reports of the largest instances (192 vCPUs, 64 cores, 100 models) have 0.2 MiB.
  static constexpr std::size_t kLargestReport = 4u << 20;

  /// `where` comes before the position in messages ("line 12, "). Reports that have no
  /// time came at `arrival_ns` (Unix) where that is known.
  ReportFinder(std::string_view text, MonitorTrace& monitor, TraceWriter& out,
               std::string where = {}, std::optional<std::int64_t> arrival_ns = std::nullopt);

  /// Reads one thing more, a report or another line. False where nothing is left.
  /// Errors: kBadInput for a line of more than LineReader::kMaxLine that is no report.
  Result<bool> next();
  /// Everything before this byte has been read.
  std::size_t position() const { return position_; }

 private:
  bool skip_separators();
  std::string_view rest_of_line();
  std::string place() const;
  std::string_view object_within(std::size_t limit) const;
  void read_object(std::optional<std::int64_t> stamp_ns);
  Result<> read_other_line();

  std::string_view text_;
  MonitorTrace& monitor_;
  TraceWriter& out_;
  std::string where_;
  std::optional<std::int64_t> arrival_ns_;
  std::size_t position_ = 0;
  std::size_t line_end_ = 0;
  bool line_is_whole_ = true;
  int long_searches_ = 0;
};

}  // namespace nscope::importers
