#pragma once

struct sqlite3;

namespace nscope {

/// Adds the aggregate functions of docs/sql.md to a connection: median(x),
/// percentile(x, p) with p in 0..100, stddev(x) and variance(x) of a sample,
/// stddev_pop(x) and variance_pop(x) of all. NULLs are left out; a group without
/// values gives NULL, one value has no sample deviation.
///
/// Percentiles interpolate between the two nearest ranks, take linear time and
/// 8 bytes for each value of a group, at most 2 GiB. Deviations take constant
/// memory. Result: SQLite's status.
int add_sql_functions(sqlite3* database);

}  // namespace nscope
