#pragma once

#include "profiler/base/result.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// One row of a result table: the unchanged names of the columns and the values, such as
/// "time:avg(us)" and 6.19.
struct NccomRow {
  std::vector<std::pair<std::string, PropertyValue>> cells;
};

/// One table of nccom-test or nccl-tests with the command that produced it, if the file contains
/// the command.
struct NccomRun {
  std::string command;    ///< "" if unknown
  std::string operation;  ///< "allr" or "all_reduce": the tool's name; "" if unknown
  bool of_nccl = false;   ///< whether nccl-tests wrote the table: GPUs, and 1 GB = 10^9 B
  std::string device;     ///< of the ranks, "NVIDIA A100-SXM4-40GB"; "" if unknown
  std::optional<std::int64_t> ranks;
  std::vector<NccomRow> rows;
  std::optional<double> average_bus_bandwidth;  ///< in the unit of the table
};

/// Sets the operation and the number of ranks from a command line "nccom-test -r 2 allr".
void read_command(std::string_view command, NccomRun& run);

/// Reads the lines of nccl-tests (all_reduce_perf and others): a table whose header has three lines
/// that start with '#', with a measurement out of place and one in place in each row. One thread.
class NcclReader {
 public:
  explicit NcclReader(TraceWriter& out) : out_(out) {}

  /// Adds the line to the runs if it is one of nccl-tests. False: it is another line, which starts
  /// nothing that this reader has to know.
  bool read(std::string_view line, const std::vector<std::string_view>& cells, std::int64_t number,
            std::vector<NccomRun>& runs);
  /// Ends the table, if any.
  void end_table() { columns_.clear(); }

 private:
  bool read_comment(std::string_view line, std::vector<NccomRun>& runs);
  void begin_table(const std::vector<std::string_view>& names, std::vector<NccomRun>& runs);
  void read_rank(std::string_view line);
  void read_row(const std::vector<std::string_view>& cells, std::string_view line,
                std::int64_t number, NccomRun& run);

  TraceWriter& out_;
  std::string command_;               // of the next tables
  std::int64_t ranks_ = 0;            // listed before the table
  std::string device_;                // of the listed ranks
  std::vector<std::string> columns_;  // of the table; empty outside
};

/// Whether the columns are those of a header of nccl-tests.
bool is_nccl_header(const std::vector<std::string_view>& columns);

/// The operation of a command of nccl-tests: "all_reduce" for "all_reduce_perf -b 8"; "" if unknown.
std::string nccl_operation(std::string_view command);

/// Sets the operation and the number of ranks of a run of nccl-tests if the text does not state
/// them: bus bandwidth divided by algorithm bandwidth depends on both. Each is counted.
void infer_nccl_facts(NccomRun& run, std::size_t index, TraceWriter& out);

/// The number in the column `wanted` of a row, a name without unit: "time:avg", or "time" in older
/// versions. `in_ns`: a time in nanoseconds.
std::optional<double> row_value(const NccomRow& row, std::string_view wanted, bool in_ns = false);

/// Parses all tables of a text. Failed measurements are counted.
std::vector<NccomRun> parse_nccom_text(std::string_view text, TraceWriter& out);

/// Parses the file of --report-to-json-file of nccom-test or of -J of nccl-tests. Errors: kBadInput if it is not valid JSON or has no
/// "results".
Result<std::vector<NccomRun>> parse_nccom_json(std::string_view json, const std::string& file,
                                               TraceWriter& out);

/// The bytes of one "GB" in the bandwidths of a run: 2^30 in older versions of nccom-test (as
/// documented), 10^9 in newer ones and in nccl-tests. The unit of nccom-test follows from a
/// comparison with size divided by time.
struct BandwidthUnit {
  double bytes = 1e9;
  bool sure = false;  ///< false: assumed from the version, because the rows do not show it
};
BandwidthUnit bandwidth_unit(const NccomRun& run);

/// Writes each row as a collective slice on the track of its run, one after another, and the
/// metrics of the run. Returns the end of the last slice.
TraceTime write_run(const NccomRun& run, std::size_t index, std::size_t run_count, TraceTime start,
                    TraceWriter& out);

}  // namespace nscope::importers
