#pragma once

#include "profiler/base/result.h"
#include "profiler/base/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace nscope {

/// SQL over a trace: read-only virtual tables that serve the columns in place.
/// Tables: slice, track, counter, flow, arg, metric, diagnostic, property
/// (see docs/sql.md). Writing, ATTACH and PRAGMA are refused. One thread.
class SqlSession {
 public:
  /// `metrics` are served by the table `metric`; pass the trace's own or a
  /// computed summary.
  static Result<SqlSession> open(std::shared_ptr<const Trace> trace, std::vector<Metric> metrics);

  SqlSession(SqlSession&&) noexcept;
  SqlSession& operator=(SqlSession&&) noexcept;
  ~SqlSession();

  /// Runs one SELECT. Errors: kInvalidArgument with SQLite's message,
  /// kCancelled, or kInvalidArgument after `limit`.
  Result<Table> query(std::string_view sql, TaskControl& control,
                      std::chrono::milliseconds limit = std::chrono::minutes(10));

 private:
  struct State;
  explicit SqlSession(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace nscope
