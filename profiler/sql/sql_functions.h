#pragma once

#include "profiler/base/text.h"

#include <optional>
#include <string_view>

struct sqlite3;

namespace nscope {

/// Adds the aggregate functions of docs/sql.md to a connection: median(x),
/// percentile(x, p) with p from 0 to 100, stddev(x) and variance(x) of a sample,
/// stddev_pop(x) and variance_pop(x) of a population. NULL values are ignored. The result is
/// NULL for a group without values, and for the sample deviation of one value.
///
/// Percentiles interpolate between the two nearest ranks, take linear time and
/// 8 bytes for each value of a group, at most 2 GiB. Deviations take constant
/// memory. Returns SQLite's status.
int add_sql_functions(sqlite3* database);

/// The phrase of an error message of these functions, which SQLite returns as a string; nullopt
/// for messages of SQLite.
std::optional<Phrase> find_function_error(std::string_view message);

}  // namespace nscope
