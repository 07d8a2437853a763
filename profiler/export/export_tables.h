#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nscope {

/// An SQL table as the exporters of tables write it: the columns of `SELECT *` and the hidden
/// columns that are useful in exports.
struct ExportTable {
  std::string_view name;
  std::string_view columns;  ///< "*, unit"
  /// Number of rows, for progress; 0 if unknown.
  std::uint64_t (*rows)(const Trace& trace);

  std::string select() const;
};

/// The table with that name; "" is slice. Errors: kInvalidArgument with the list of names.
Result<ExportTable> find_export_table(std::string_view name);

/// An SQL session on `trace` with the metrics of the summary.
Result<SqlSession> open_export_session(const std::shared_ptr<const Trace>& trace);

/// Exports have no time limit; they can be cancelled.
inline constexpr SqlLimits kNoSqlLimits{.time = std::chrono::milliseconds::max()};

}  // namespace nscope
