#pragma once

#include "profiler/base/json.h"
#include "profiler/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace nscope::cost {

/// Reads a CSV file with one row for each hour. A heading names the column of the values: `unit`,
/// or for requests also a rate per minute or per hour, which is converted. Without a heading, the
/// last of at most two columns has the values. If the first column has times (dates, hours 0, 1, 2,
/// or seconds or milliseconds since 1970), each row must be one hour after the row before; a
/// missing hour is an error, because an unknown demand is not zero. Errors: kBadInput naming file
/// and line.
Result<std::vector<double>> read_hourly_csv(std::string_view text, const std::string& name,
                                            std::string_view unit);

/// Replaces the names of CSV files by their values: `hourly_requests_per_second` in the traffic of
/// a plan and `hours` in the demand of a cost scenario. Names start at the folder of the document,
/// which is that of its file `name`. Errors: those of opening the files and of read_hourly_csv(),
/// with the member that names the file.
Result<> read_hourly_files(Json& document, const std::string& name);

}  // namespace nscope::cost
