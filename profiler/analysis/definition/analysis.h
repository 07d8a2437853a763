#pragma once

#include "profiler/analysis/definition/parameter.h"
#include "profiler/analysis/metrics/summary.h"
#include "profiler/base/result.h"
#include "profiler/base/tables/table.h"
#include "profiler/base/task_control.h"
#include "profiler/trace/trace.h"

#include <memory>
#include <span>
#include <string_view>

namespace nscope::analysis {

class SharedDependencies;

/// What to analyse, and how.
struct AnalysisRequest {
  SummaryOptions scope{};
  ParameterValues parameters{};  ///< of the analysis that gets the request
  /// Where several analyses look at one run (engines/followed_run.h); null: each by itself.
  std::shared_ptr<SharedDependencies> dependencies{};
};

/// How a desktop page draws a table without being asked: columns by their ids.
struct Plot {
  enum class Kind {
    kNone,
    kBars,   ///< one bar for each row: `x` names it, `y` is its length
    kLines,  ///< `y` over `x`, one line for each value of `series`
    kPoints  ///< the same as points on logarithmic axes
  };
  Kind kind = Kind::kNone;
  std::string_view x{};
  std::string_view y{};
  std::string_view series{};  ///< empty: all rows are one
};

/// One analysis: a constant beside its code, listed in registry.cpp. It turns a run (of which the
/// scope names the part to look at) into a table, and keeps no state. Command
/// line, desktop pages and exports offer whatever is listed.
///
/// Rules of the tables: times are nanoseconds on the axis of the SQL tables; a row
/// that one event explains has its id in a column `slice_id`, one that a range
/// explains has `start_ns` and `duration_ns`: a page leads from there to the
/// timeline. A run that lacks what an analysis needs gives a table without rows
/// that has a note saying what is missing; what was left out is a note too. The
/// same run and request give the same table, byte for byte.
struct Analysis {
  std::string_view id;     ///< "opcodes"
  std::string_view group;  ///< heading under which it is offered: "Time", "DMA", ...
  std::string_view title;  ///< "Instructions by opcode"
  std::string_view shows;  ///< one line: what the table holds
  /// What its columns mean and how they are computed, formulas included.
  std::string_view definition;
  /// Errors: kCancelled; kInvalidArgument for a scope the run does not have.
  Result<Table> (*run)(const Trace& trace, const AnalysisRequest& request, TaskControl& control);
  std::span<const Parameter> parameters{};
  Plot plot{};
};

/// All analyses, in the order in which to offer them.
std::span<const Analysis* const> registry();

/// The analysis of that id. Errors: kInvalidArgument listing the ids.
Result<const Analysis*> find_analysis(std::string_view id);

/// A request for the whole of `scope` with the parameters' own values.
AnalysisRequest request_for(const Analysis& analysis, SummaryOptions scope = {});

/// Runs with the parameters' own values.
Result<Table> run_analysis(const Analysis& analysis, const Trace& trace,
                           const SummaryOptions& scope, TaskControl& control);

}  // namespace nscope::analysis
