#pragma once

#include "app/python/result_table.h"
#include "profiler/base/result.h"
#include "profiler/base/task_control.h"
#include "profiler/sql/sql_session.h"
#include "profiler/trace/trace.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::python {

/// A part of a run, as the options --range and --core of the command line.
struct Part {
  std::string range{};  ///< "10us:25us"; empty: the complete run
  std::optional<int> core{};
};

/// A run that is kept open. Any thread may call its members; statements of SQL wait for each other.
class OpenRun {
 public:
  explicit OpenRun(std::shared_ptr<const Trace> trace) : trace_(std::move(trace)) {}

  const Trace& trace() const { return *trace_; }
  const std::shared_ptr<const Trace>& shared_trace() const { return trace_; }

  /// The result of a SELECT statement. Errors: those of SqlSession::run(); kInvalidArgument if it
  /// needs more than half of the memory of this machine.
  Result<ResultTable> query(const std::string& sql, const SqlParameters& parameters,
                            const SqlLimits& limits, TaskControl& control);

  struct Analysed {
    ResultTable table{};
    std::string title{};
    std::string definition{};
    std::string parameters{};  ///< a JSON object with the value of each parameter
  };
  /// Runs an analysis with parameters such as {"rows", "20"}. Errors: those of the analysis, of its
  /// parameters and of the part.
  Result<Analysed> analyze(const std::string& id, const Part& part,
                           const std::vector<std::pair<std::string, std::string>>& parameters,
                           TaskControl& control) const;

  /// The summary as JSON (schema nscope.summary/1). `recompute`: ignore metrics that the capture
  /// states.
  Result<std::string> summary(const Part& part, bool recompute, TaskControl& control) const;

  /// Writes a session. Errors: those of session_file::save().
  Result<> save(const std::string& path, TaskControl& control) const;

 private:
  std::shared_ptr<const Trace> trace_;
  std::timed_mutex mutex_;  ///< of session_
  std::optional<SqlSession> session_;
};

}  // namespace nscope::python
