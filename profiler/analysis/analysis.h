#pragma once

#include "profiler/analysis/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <span>
#include <string_view>

namespace nscope::analysis {

/// One analysis: a row of the table in registry.cpp. It turns a run (of which
/// `scope` names the part to look at) into a table, and keeps no state. Command
/// line, desktop pages and exports offer whatever the table lists.
struct Analysis {
  std::string_view id;     ///< "opcodes"
  std::string_view title;  ///< "Instructions by opcode"
  std::string_view shows;  ///< one line: what the table holds
  /// Errors: kCancelled; kInvalidArgument for a scope the run does not have.
  Result<Table> (*run)(const Trace& trace, const SummaryOptions& scope, TaskControl& control);
};

/// All analyses, in the order in which to offer them.
std::span<const Analysis> registry();

/// The analysis of that id. Errors: kInvalidArgument listing the ids.
Result<const Analysis*> find_analysis(std::string_view id);

}  // namespace nscope::analysis
