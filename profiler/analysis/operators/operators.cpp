#include "profiler/analysis/operators/operators.h"

#include "profiler/analysis/operators/operator_cells.h"
#include "profiler/analysis/operators/operator_totals.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr Parameter kRows{.id = "rows",
                          .title = "Rows at most",
                          .meaning = "operators with the most active time",
                          .value = 200,
                          .lowest = 1,
                          .highest = 1e6};
constexpr std::array kOperatorsParameters{
    Parameter{.id = "by",
              .title = "Grouped by",
              .meaning = "what names an event; auto takes the first that the run has",
              .words = kOperatorLevels},
    kRows};
constexpr std::array kSourceParameters{kRows};

void add_notes(const OperatorRun& run, std::string_view by, Table& table) {
  if (run.instructions) {
    table.add_note(fmt::format("Instructions are grouped by {}.", by));
  }
  if (run.packets > run.tied_packets) {
    table.add_note(
        fmt::format("Of {} DMA packets {} belong to no operator: the run does not say which "
                    "instruction caused them. Their time is in the row (not named).",
                    run.packets, run.packets - run.tied_packets));
  }
}

Result<Table> table_of(const Trace& trace, const AnalysisRequest& request, OperatorLevel level,
                       std::string_view column, TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Table table(operator_columns(column, column == "operator" ? "Operator" : "Source line"));
  if (!has_level(trace, level)) {
    table.add_note(fmt::format("No event of the run has a name of the kind '{}'.",
                               kOperatorLevels[static_cast<std::size_t>(level)]));
    return table;
  }
  auto run = operator_totals(trace, scope, level, control);
  if (!run) return fail(run.error());
  std::sort(run->operators.begin(), run->operators.end(), [&](const auto& a, const auto& b) {
    return std::tuple(-a.active, trace.text(a.name)) < std::tuple(-b.active, trace.text(b.name));
  });
  if (run->operators.empty()) {
    table.add_note("The run shows no instructions, operators or kernels.");
    return table;
  }
  const OperatorCells cells(
      trace, static_cast<double>(scope.total().value()) * static_cast<double>(run->places));
  const std::size_t rows = request.parameters.count("rows");
  const std::size_t shown = std::min(rows, run->operators.size());
  for (std::size_t i = 0; i < shown; ++i) {
    table.add_row(cells.row(run->operators[i]));
  }
  if (shown < run->operators.size()) {
    table.add_note(fmt::format("{} more with less active time are not shown (parameter rows).",
                               run->operators.size() - shown));
  }
  add_notes(*run, kOperatorLevels[static_cast<std::size_t>(run->level)], table);
  return table;
}

Result<Table> operator_table(const Trace& trace, const AnalysisRequest& request,
                             TaskControl& control) {
  const auto level = static_cast<OperatorLevel>(request.parameters.count("by"));
  return table_of(trace, request, level, "operator", control);
}

Result<Table> source_table(const Trace& trace, const AnalysisRequest& request,
                           TaskControl& control) {
  return table_of(trace, request, OperatorLevel::kSource, "source", control);
}

}  // namespace

constinit const Analysis kOperatorAnalysis{
    .id = "operators",
    .group = "Operators",
    .title = "Time and work by operator",
    .shows = "time on each engine, exposed time, FLOPs, bytes and rates of each operator",
    .definition =
        "Events that lie wholly in the time looked at, EVENT_SEMAPHORE waits left out, by the name "
        "of their operator (parameter by); a DMA packet belongs to the operator of the instruction "
        "that triggered it. active_ns = time with at least one of its events under way, added up "
        "over cores, share = active_ns / (time looked at x cores); "
        "exposed_ns = of that nothing of another operator is under way on the same core; "
        "tensor_ns ... cc_ns = durations added up by unit, other_ns on devices that are no "
        "NeuronCores. flops = 2 x elements, or as the operator states; hbm_bytes = hbm_read_bytes "
        "+ hbm_write_bytes; rates = amount / active_ns; mfu = achieved / (2 x PE rows x PE columns "
        "x PE clock). slice_id is its longest event.",
    .run = operator_table,
    .parameters = kOperatorsParameters,
    .plot = {Plot::Kind::kBars, "operator", "active_ns", ""}};

constinit const Analysis kSourceAnalysis{
    .id = "sources",
    .group = "Operators",
    .title = "Time and work by source line",
    .shows = "the columns of operators for each line of the program that the capture names",
    .definition = "As operators, by source_location of the instructions; see there.",
    .run = source_table,
    .parameters = kSourceParameters,
    .plot = {Plot::Kind::kBars, "source", "active_ns", ""}};

}  // namespace nscope::analysis
