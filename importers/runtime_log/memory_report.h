#pragma once

#include "importers/runtime_log/memory_table.h"
#include "importers/shared/log_clock.h"
#include "importers/shared/text_lines.h"
#include "profiler/trace/build/trace_writer.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// A part of the memory of a Neuron device, as the Neuron Runtime numbers it. -1 and "" are absent.
struct MemoryPlace {
  std::int64_t device = -1;
  std::int64_t core = -1;  ///< of the device; with logical cores, a physical one
  std::int64_t hbm = -1;
  bool whole_device = false;
  std::string program{};  ///< the NEFF: "1001" or its name

  friend auto operator<=>(const MemoryPlace&, const MemoryPlace&) = default;
};

/// What used a part of the memory at one time.
struct MemoryReport {
  MemoryPlace place;
  TraceTime time{};
  std::vector<std::pair<std::string, double>> uses{};  ///< name and bytes
};

/// An allocation that failed.
struct FailedAllocation {
  MemoryPlace place{};
  TraceTime time{};
  std::optional<double> bytes{};  ///< that were requested
  std::string use{};              ///< "tensors"
  std::string alignment{};        ///< "4.000MB"; "" if not stated
  std::string tensor{};
  std::string thread{};  ///< RuntimeLine::thread
  std::int64_t line = 0;
};

/// The parts of the runtime that write messages; "NMGR" and "KMGR" end alike.
inline constexpr auto kRuntimeComponents =
    std::to_array<std::string_view>({"TDRV:", "NRT:", "MGR:", "HAL:", "ENC:", "NEFF:"});

/// A line of the Neuron Runtime:
///
///   2024-Oct-15 18:01:18.347720  3882:3882  ERROR  TDRV:log_dev_mem    MESSAGE
///
/// or of its library of collective communication, "... [0] init.cc:99 CCOM WARN MESSAGE". The views
/// point into the line.
struct RuntimeLine {
  std::optional<TimeStamp> stamp{};
  std::string_view thread{};    ///< "3882:3882", process and thread
  std::string_view level{};     ///< "ERROR"
  std::string_view function{};  ///< "log_dev_mem"
  std::string_view message{};
};
std::optional<RuntimeLine> split_runtime_line(const CleanLine& line);

/// Reads the messages of the Neuron Runtime about memory, line by line. Messages of several
/// processes may alternate if a launcher marks their lines. One thread.
class MemoryReports {
 public:
  MemoryReports(TraceWriter& out, LogClock& clock) : out_(out), clock_(clock) {}

  /// Reads a line; `runtime` is what split_runtime_line() found in it. Returns whether it is about
  /// memory.
  bool read(const CleanLine& line, const std::optional<RuntimeLine>& runtime, std::int64_t number);
  /// The number of messages about memory.
  std::int64_t understood() const { return understood_; }
  /// Writes counters, events, metrics and diagnostics (memory_trace.cpp).
  void finish();

 private:
  /// A report that a process is writing.
  struct Open {
    MemoryPlace place{};
    TraceTime time{};
    TableColumns columns{};
    bool table = false;
    std::optional<std::size_t> report{};  ///< index of the report that the list belongs to
    int other_lines = 0;                  ///< lines of others since the last one of the report
  };

  bool read_runtime_message(const RuntimeLine& line, Open& open);
  bool read_request(const RuntimeLine& line);
  bool read_tensor(const RuntimeLine& line);
  bool read_failure(std::string_view message, std::string_view thread, Open& open);
  bool read_heading(std::string_view text, Open& open);
  bool read_list_line(std::string_view text, Open& open);
  bool read_table_line(std::string_view text, Open& open);
  bool read_program_name(std::string_view text, const Open& open);
  void start_report(Open& open, MemoryPlace place);
  void add_use(Open& open, std::string name, double bytes);
  void add_failure(FailedAllocation failure);

  TraceWriter& out_;
  LogClock& clock_;
  std::int64_t number_ = 0;
  std::int64_t understood_ = 0;
  std::map<std::string, Open> open_;  ///< by launcher's tag
  std::vector<MemoryReport> reports_;
  std::vector<FailedAllocation> failures_;
  /// Sizes of failed requests in bytes, by process and thread, until the message with the device.
  std::map<std::string, FailedAllocation> requests_;
  std::map<std::string, std::string> program_names_;  ///< by number
  std::int64_t failed_calls_ = 0;  ///< of nrt_tensor_allocate, as a framework reports them
};

}  // namespace nscope::importers
