#include "profiler/analysis/operators/operators.h"

#include "profiler/analysis/operators/operator_cells.h"
#include "profiler/analysis/operators/operator_totals.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kOperatorsParameters{
    kGroupByOperator,
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of operators to list, most active time first"),
              .value = 200,
              .lowest = 1,
              .highest = 1e6}};

void add_notes(const OperatorRun& run, std::string_view by, Table& table) {
  if (run.instructions) {
    table.add_note(tr("Instructions are grouped by '{}'.", by));
  }
  if (run.packets > run.tied_packets) {
    table.add_note(
        tr("The run does not state the triggering instructions of {} of {} DMA packets. Their time "
           "is included in the row (not named).",
           as::count(run.packets - run.tied_packets), as::count(run.packets)));
  }
}

Result<Table> operator_table(const Trace& trace, const AnalysisRequest& request,
                             TaskControl& control) {
  const auto level = static_cast<OperatorLevel>(request.parameters.count("by"));
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  Table table(operator_columns("operator", phrase("Operator")));
  if (!has_level(trace, level)) {
    table.add_note(tr("No event of this run has a name of the kind '{}'.",
                      kOperatorLevels[static_cast<std::size_t>(level)]));
    return table;
  }
  auto run = operator_totals(trace, scope, level, control);
  if (!run) return fail(run.error());
  std::sort(run->operators.begin(), run->operators.end(), [&](const auto& a, const auto& b) {
    return std::tuple(-a.active, trace.text(a.name)) < std::tuple(-b.active, trace.text(b.name));
  });
  if (run->operators.empty()) {
    table.add_note(tr("The analysed range contains no instructions, no operators and no kernels."));
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
    const auto hidden = static_cast<std::int64_t>(run->operators.size() - shown);
    table.add_note(
        tr_plural(hidden, "{} more row with less active time is not listed (parameter 'rows').",
                  "{} more rows with less active time are not listed (parameter 'rows').",
                  as::count(hidden)));
  }
  add_notes(*run, kOperatorLevels[static_cast<std::size_t>(run->level)], table);
  return table;
}

}  // namespace

constinit const Analysis kOperatorAnalysis{
    .id = "operators",
    .group = phrase("Operators"),
    .title = phrase("Time and work by operator"),
    .shows = phrase("Time on each engine, exposed time, FLOPs, bytes and rates of each operator"),
    .definition = phrase(
        "Includes events in the analysed range (those that cross an edge of a selected range with "
        "the part inside), without EVENT_SEMAPHORE waits, "
        "by the name of their operator (parameter 'by'). A DMA packet belongs to the operator of "
        "the instruction that triggered it. active_ns = time with at least one running event of "
        "the operator, added up over cores. share = active_ns / (analysed range x cores). "
        "exposed_ns = the part of active_ns in which no other operator runs on the same core. "
        "tensor_ns ... cc_ns = sum of the durations by unit; other_ns = on devices other than "
        "NeuronCores. flops = 2 x elements, or the FLOPs that the operator states. hbm_bytes = "
        "hbm_read_bytes + hbm_write_bytes. flops_per_s and bytes_per_s = amount / active_ns. mfu = "
        "flops_per_s / (2 x PE rows x PE columns x PE clock). slice_id is the longest event."),
    .run = operator_table,
    .parameters = kOperatorsParameters,
    .plot = {Plot::Kind::kBars, "operator", "active_ns", ""}};

}  // namespace nscope::analysis
