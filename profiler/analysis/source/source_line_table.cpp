#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/engines/followed_run.h"
#include "profiler/analysis/metrics/scope.h"
#include "profiler/analysis/operators/operator_cells.h"
#include "profiler/analysis/source/source_lines.h"
#include "profiler/base/text/source_location.h"

#include <algorithm>
#include <array>
#include <tuple>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array<std::string_view, 2> kUnitTimes{"sum", "busy"};
constexpr std::array kSourceLineParameters{
    Parameter{.id = "time",
              .title = phrase("Times by unit"),
              .meaning = phrase("The sum of the durations (sum), or the time in which the unit "
                                "runs at least one event of the line (busy)"),
              .words = kUnitTimes},
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of source lines to list, most active time first"),
              .value = 200,
              .lowest = 1,
              .highest = 1e6}};

/// The columns of a source line. Those of operators keep their meaning.
std::vector<Table::Column> source_line_columns() {
  const std::vector<Table::Column> of_operator = operator_columns("source", phrase("Source line"));
  const auto column = [&](OperatorColumn of) { return of_operator[static_cast<std::size_t>(of)]; };
  std::vector<Table::Column> columns{
      column(OperatorColumn::kName),
      {.id = "line", .title = tr("Line")},
      column(OperatorColumn::kCount),
      column(OperatorColumn::kActive),
      column(OperatorColumn::kShare),
      {.id = "stall_ns", .title = tr("Stall"), .unit = "ns", .decimals = 0},
      {.id = "wait_ns", .title = tr("Wait"), .unit = "ns", .decimals = 0},
      column(OperatorColumn::kExposed)};
  const auto units = of_operator.begin() + static_cast<std::ptrdiff_t>(OperatorColumn::kFirstUnit);
  columns.insert(columns.end(), units, units + OperatorTotals::kOther + 1);
  columns.push_back(column(OperatorColumn::kFlops));
  columns.push_back({.id = "hbm_read_bytes", .title = tr("HBM read"), .unit = "B"});
  columns.push_back({.id = "hbm_write_bytes", .title = tr("HBM written"), .unit = "B"});
  columns.push_back({.id = "dma_bytes", .title = tr("Moved by DMA"), .unit = "B"});
  columns.push_back({.id = "spill_bytes", .title = tr("Spilled"), .unit = "B"});
  columns.push_back({.id = "file", .title = tr("Source file")});
  columns.push_back(column(OperatorColumn::kLongest));
  return columns;
}

Cell bytes_cell(const std::optional<double>& bytes, const Text& unknown, Phrase none) {
  if (!unknown.empty()) return Missing{unknown};
  return bytes ? amount(*bytes) : Cell(Missing{none});
}

class SourceLineRows {
 public:
  SourceLineRows(const Trace& trace, const SourceLines& lines, bool busy)
      : lines_(lines), cells_(trace, lines.window), busy_(busy) {}

  std::vector<Cell> row(const SourceLine& line) const {
    const bool located = !line.file.empty();
    OperatorTotals totals = line.totals;
    if (busy_) totals.time = totals.busy;
    const auto cell = [&](OperatorColumn column) { return cells_.cell(totals, column); };
    std::vector<Cell> row{
        located ? Cell(label(line)) : Cell(tr("(no source line)")),
        line.line > 0 ? Cell(std::int64_t{line.line}) : Cell(Missing{tr("not stated")}),
        cell(OperatorColumn::kCount),
        cell(OperatorColumn::kActive),
        cell(OperatorColumn::kShare),
        time_cell(line.stall),
        time_cell(line.wait),
        cell(OperatorColumn::kExposed)};
    for (std::size_t unit = 0; unit <= OperatorTotals::kOther; ++unit) {
      row.push_back(cell(static_cast<OperatorColumn>(
          static_cast<std::size_t>(OperatorColumn::kFirstUnit) + unit)));
    }
    constexpr Phrase kNone = phrase("no HBM bytes stated");
    row.push_back(cell(OperatorColumn::kFlops));
    row.push_back(bytes_cell(line.hbm_read, {}, kNone));
    row.push_back(bytes_cell(line.hbm_written, {}, kNone));
    row.push_back(bytes_cell(line.moved, lines_.moved_unknown, phrase("no DMA packets known")));
    row.push_back(bytes_cell(line.spilled, lines_.spills_unknown, phrase("not stated")));
    row.push_back(located ? Cell(line.file) : Cell(Missing{tr("not stated")}));
    row.push_back(totals.longest.valid() ? Cell(std::int64_t{totals.longest.value})
                                         : Cell(Missing{tr("no event")}));
    return row;
  }

 private:
  static std::string label(const SourceLine& line) {
    const std::string_view file = last_path_part(line.file);
    return line.line > 0 ? fmt::format("{}:{}", file, line.line) : std::string(file);
  }
  Cell time_cell(const std::optional<Picoseconds>& time) const {
    return time ? Cell(to_ns(*time)) : Cell(Missing{tr("dependencies unknown")});
  }

  const SourceLines& lines_;
  OperatorCells cells_;
  bool busy_;
};

Result<Table> source_line_table(const Trace& trace, const AnalysisRequest& request,
                                TaskControl& control) {
  const auto lines = source_lines(trace, request, control);
  if (!lines) return fail(lines.error());
  Table table(source_line_columns());
  if (lines->stated) {
    std::vector<const SourceLine*> order;
    for (const SourceLine& line : lines->lines) order.push_back(&line);
    const auto before = [](const SourceLine* a, const SourceLine* b) {
      return std::tuple(-a->totals.active, a->file, a->line) <
             std::tuple(-b->totals.active, b->file, b->line);
    };
    std::sort(order.begin(), order.end(), before);
    const std::size_t shown = std::min(request.parameters.count("rows"), order.size());
    const SourceLineRows rows(trace, *lines, request.parameters.word("time") == "busy");
    for (std::size_t i = 0; i < shown; ++i) table.add_row(rows.row(*order[i]));
    if (shown < order.size()) {
      const auto hidden = static_cast<std::int64_t>(order.size() - shown);
      table.add_note(
          tr_plural(hidden, "{} more row with less active time is not listed (parameter 'rows').",
                    "{} more rows with less active time are not listed (parameter 'rows').",
                    as::count(hidden)));
    }
  }
  for (Text& note : source_line_notes(*lines)) table.add_note(std::move(note));
  return table;
}

}  // namespace

constinit const Analysis kSourceLineAnalysis{
    .id = "source-lines",
    .group = phrase("Operators"),
    .title = phrase("Time and work by source line"),
    .shows = phrase("Time on each engine, stalls, FLOPs, HBM traffic and spills of each line of "
                    "the kernel's or model's source"),
    .definition = phrase(
        "Events by the source_location that their instructions state; a DMA packet belongs to the "
        "line of the instruction that triggered it. active_ns, share, exposed_ns, the times by "
        "unit, flops and slice_id are defined as in the analysis 'operators'; with time=busy, a "
        "time by unit counts overlapping events of the line once. stall_ns = idle time of engines "
        "that the analysis 'idle' assigns to instructions of the line, except the launch: the time "
        "directly before them and inside EVENT_SEMAPHORE, for any cause. wait_ns = the part of "
        "stall_ns with the cause DMA wait, semaphore wait, collective wait or outside signal. "
        "Engines wait at the same time, so the stalls of all lines can be longer than the run. "
        "hbm_read_bytes and hbm_write_bytes are stated by the instructions; dma_bytes = bytes of "
        "the packets that the line triggered, to and from any memory. spill_bytes = "
        "spill_save_bytes + spill_reload_bytes, or if the run does not state them, the HBM bytes "
        "of instructions of type SPILL."),
    .run = source_line_table,
    .parameters = kSourceLineParameters,
    .plot = {Plot::Kind::kBars, "source", "active_ns", ""}};

}  // namespace nscope::analysis
