#include "profiler/analysis/compilation/compile_cache.h"
#include "profiler/analysis/compilation/compile_events.h"
#include "profiler/analysis/compilation/error_codes.h"
#include "profiler/analysis/metrics/time_window.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <tuple>

namespace nscope::analysis {
namespace {

constexpr auto kFailureParameters =
    std::to_array<Parameter>({{.id = "rows",
                               .title = phrase("Maximum rows"),
                               .meaning = phrase("Number of rows, most failures first"),
                               .value = 200,
                               .lowest = 1,
                               .highest = 1e6}});

/// Failures with the same code or, without a code, with the same message.
struct FailureGroup {
  std::string_view code;
  std::string_view error;  ///< of the first failure
  std::int64_t failures = 0;
  std::int64_t timed = 0;
  std::int64_t time = 0;  ///< ticks
  std::set<std::string_view> graphs{};
  SliceId first{};

  void add(const CompileEvent& event) {
    if (failures == 0) {
      code = event.error_code;
      error = event.error;
      first = event.slice;
    }
    ++failures;
    if (event.duration > 0) {
      ++timed;
      time += event.duration;
    }
    if (!event.module.empty()) graphs.insert(event.module);
  }
};

std::vector<FailureGroup> grouped_failures(const std::vector<CompileEvent>& events) {
  std::map<std::string_view, FailureGroup> groups;
  for (const CompileEvent& event : events) {
    const bool killed = event.state == "unfinished" && !event.error.empty();
    if (event.state != "failure" && !killed) continue;
    groups[event.error_code.empty() ? event.error : event.error_code].add(event);
  }
  std::vector<FailureGroup> sorted;
  for (auto& [id, group] : groups) sorted.push_back(std::move(group));
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) {
    return std::tuple(-a.failures, -a.time) < std::tuple(-b.failures, -b.time);
  });
  return sorted;
}

Result<Table> failure_table(const Trace& trace, const AnalysisRequest& request,
                            TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const auto events = compile_events(trace, window_of(trace, request.scope), control);
  if (!events) return fail(events.error());
  Table table({{.id = "error_code", .title = tr("Error code")},
               {.id = "failures", .title = tr("Failures")},
               {.id = "graphs", .title = tr("Distinct graphs")},
               {.id = "time_ns", .title = tr("Time"), .unit = "ns", .decimals = 0},
               {.id = "cause", .title = tr("Cause")},
               {.id = "remedy", .title = tr("Remedy")},
               {.id = "error", .title = tr("First error")},
               {.id = "documentation", .title = tr("Documentation")},
               {.id = "slice_id", .title = tr("First failure")}});
  const auto groups = grouped_failures(*events);
  const auto ticks_per_ns = static_cast<double>(trace.time_base().ticks_per_ns);
  const std::size_t shown = std::min(groups.size(), request.parameters.count("rows"));
  bool unknown = false;
  for (std::size_t i = 0; i < shown; ++i) {
    const FailureGroup& group = groups[i];
    const CompilerErrorCode* const meaning = find_error_code(group.code);
    unknown = unknown || (meaning == nullptr && !group.code.empty());
    const Missing no_meaning{group.code.empty() ? tr("no code") : tr("not published")};
    table.add_row(
        {group.code.empty() ? Cell(Missing{tr("not stated")}) : Cell(std::string(group.code)),
         group.failures, static_cast<std::int64_t>(group.graphs.size()),
         group.timed > 0 ? Cell(static_cast<double>(group.time) / ticks_per_ns)
                         : Cell(Missing{tr("not stated")}),
         meaning != nullptr ? Cell(meaning->cause) : Cell(no_meaning),
         meaning != nullptr ? Cell(meaning->remedy) : Cell(no_meaning),
         group.error.empty() ? Cell(Missing{tr("not stated")}) : Cell(std::string(group.error)),
         meaning != nullptr ? Cell(meaning->source) : Cell(no_meaning),
         static_cast<std::int64_t>(group.first.value)});
  }
  if (groups.empty()) table.add_note(tr("The run contains no failed compilations."));
  if (unknown) {
    table.add_note(
        tr("The meaning of some codes is not published. The message of the compiler is the only "
           "information about them."));
  }
  if (shown < groups.size()) {
    const auto hidden = static_cast<std::int64_t>(groups.size() - shown);
    table.add_note(tr_plural(hidden, "{} row with fewer failures is not listed (parameter 'rows').",
                             "{} rows with fewer failures are not listed (parameter 'rows').",
                             as::count(hidden)));
  }
  return table;
}

}  // namespace

constinit const Analysis kCompileFailuresAnalysis{
    .id = "compile-failures",
    .group = phrase("Compile cache"),
    .title = phrase("Failed compilations by error"),
    .shows = phrase("Failed compilations by the compiler's error code, with cause and remedy"),
    .definition = phrase(
        "One row for each error code of the compiler, or for each message without a code, of the "
        "failed compilations that start in the analysed range. Compilations without an end count "
        "if the log contains an error about them. failures = number of failed compilations. "
        "graphs = number of their modules. time_ns = sum of the known durations. error = message "
        "of the first failure (slice_id). Cause and remedy are known for the codes that are "
        "explained in the documentation of the compiler or in a public report; documentation is "
        "the address."),
    .run = failure_table,
    .parameters = kFailureParameters,
    .plot = {Plot::Kind::kBars, "error_code", "failures", ""}};

}  // namespace nscope::analysis
