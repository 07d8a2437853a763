#pragma once

#include "profiler/base/result.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace nscope {

/// A table of SQL as the exporters of tables write it: what `SELECT *` shows and
/// the hidden columns of use outside.
struct ExportTable {
  std::string_view name;
  std::string_view columns;  ///< "*, unit"
  /// Rows, for progress; 0 where they are not known beforehand.
  std::uint64_t (*rows)(const Trace& trace);

  std::string select() const;
};

/// The table of that name; "" is slice. Errors: kInvalidArgument listing them.
Result<ExportTable> find_export_table(std::string_view name);

/// A session over `trace` whose metrics are those of the summary.
Result<SqlSession> open_export_session(const std::shared_ptr<const Trace>& trace);

/// An export takes as long as it takes; it can be cancelled.
inline constexpr SqlLimits kNoSqlLimits{.time = std::chrono::milliseconds::max()};

}  // namespace nscope
