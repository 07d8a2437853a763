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

/// One table of nccom-test with the command that produced it, if the file contains the command.
struct NccomRun {
  std::string command;    ///< "" if unknown
  std::string operation;  ///< "allr": the tool's name; "" if unknown
  std::optional<std::int64_t> ranks;
  std::vector<NccomRow> rows;
  std::optional<double> average_bus_bandwidth;  ///< in the unit of the table
};

/// Sets the operation and the number of ranks from a command line "nccom-test -r 2 allr".
void read_command(std::string_view command, NccomRun& run);

/// Parses all tables of a text. Failed measurements are counted.
std::vector<NccomRun> parse_nccom_text(std::string_view text, TraceWriter& out);

/// Parses the file of --report-to-json-file. Errors: kBadInput if it is not valid JSON or has no
/// "results".
Result<std::vector<NccomRun>> parse_nccom_json(std::string_view json, const std::string& file,
                                               TraceWriter& out);

/// The bytes of one "GB" in the bandwidths of a run: 2^30 in older versions (as documented), 10^9
/// in newer ones. The unit follows from a comparison with size divided by time.
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
