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

/// One line of a result table: cells under the names of their columns, as they
/// are: "time:avg(us)" is 6.19.
struct NccomRow {
  std::vector<std::pair<std::string, PropertyValue>> cells;
};

/// One table of nccom-test with the command that made it, where that is shown.
struct NccomRun {
  std::string command;    ///< "" where unknown
  std::string operation;  ///< "allr", as the tool calls it; "" where unknown
  std::optional<std::int64_t> ranks;
  std::vector<NccomRow> rows;
  std::optional<double> average_bus_bandwidth;  ///< in the unit of the table
};

/// The operation and the number of ranks in a command line "nccom-test -r 2 allr".
void read_command(std::string_view command, NccomRun& run);

/// All tables of a text. Rows that failed are counted.
std::vector<NccomRun> parse_nccom_text(std::string_view text, TraceWriter& out);

/// The file of --report-to-json-file. Errors: kBadInput where it is no JSON or
/// has no "results".
Result<std::vector<NccomRun>> parse_nccom_json(std::string_view json, const std::string& file,
                                               TraceWriter& out);

/// The bytes that one "GB" of this run's bandwidths stands for: 2^30 in older
/// versions (as documented), 10^9 in newer ones; found by comparing them with
/// size over time. `sure`: the rows show it, rather than the tool's version.
struct BandwidthUnit {
  double bytes = 1e9;
  bool sure = false;
};
BandwidthUnit bandwidth_unit(const NccomRun& run);

/// Writes each row as a collective slice on a track of its run, one after the
/// other, and the run's metrics. Returns the end of the last slice.
TraceTime write_run(const NccomRun& run, std::size_t index, std::size_t run_count, TraceTime start,
                    TraceWriter& out);

}  // namespace nscope::importers
