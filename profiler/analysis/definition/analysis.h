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

/// The part of a run to analyse and the parameters of the analysis.
struct AnalysisRequest {
  SummaryOptions scope{};
  ParameterValues parameters{};  ///< of the analysis that receives the request
  /// Shared by several analyses of one run (engines/followed_run.h). If null, each analysis
  /// computes the dependencies itself.
  std::shared_ptr<SharedDependencies> dependencies{};
};

/// How a desktop page plots a table by default. Columns are given by their ids.
struct Plot {
  enum class Kind {
    kNone,
    kBars,   ///< one bar for each row: `x` is its label, `y` its length
    kLines,  ///< `y` over `x`, one line for each value of `series`
    kPoints  ///< as kLines, but points on logarithmic axes
  };
  Kind kind = Kind::kNone;
  std::string_view x{};
  std::string_view y{};
  std::string_view series{};  ///< if empty, all rows form one series
};

/// An analysis: a constant next to its code, listed in registry.cpp. It computes a table from a
/// run, or from the part of the run that the scope selects, and has no state. The command line,
/// the desktop pages and the exports offer every listed analysis.
///
/// Rules of the tables: Times are nanoseconds on the axis of the SQL tables. A row that refers to
/// an event has the event's id in the column `slice_id`; a row that refers to an interval has the
/// columns `start_ns` and `duration_ns`. Pages use them to open the timeline. If the run lacks
/// data that an analysis needs, the table has no rows, and a note states what is missing. Excluded
/// data is stated in a note, too. The same run and request give the same table, byte for byte.
struct Analysis {
  std::string_view id;  ///< "opcodes"
  Phrase group;         ///< heading in the list of analyses: "Time", "DMA", ...
  Phrase title;         ///< "Instructions by opcode"
  Phrase shows;         ///< contents of the table in one line
  /// Meaning of the columns and how they are computed, with formulas.
  Phrase definition;
  /// Errors: kCancelled; kInvalidArgument if the run does not contain the scope.
  Result<Table> (*run)(const Trace& trace, const AnalysisRequest& request, TaskControl& control);
  std::span<const Parameter> parameters{};
  Plot plot{};
};

/// All analyses in display order.
std::span<const Analysis* const> registry();

/// The analysis with this id. Errors: kInvalidArgument with the list of ids.
Result<const Analysis*> find_analysis(std::string_view id);

/// A request for `scope` with the default values of the parameters.
AnalysisRequest request_for(const Analysis& analysis, SummaryOptions scope = {});

/// Runs the analysis with the default values of its parameters.
Result<Table> run_analysis(const Analysis& analysis, const Trace& trace,
                           const SummaryOptions& scope, TaskControl& control);

}  // namespace nscope::analysis
