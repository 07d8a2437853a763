#include "profiler/analysis/operators/roofline.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/operators/operator_totals.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

namespace nscope::analysis {
namespace {

constexpr std::array kRooflineParameters{
    kGroupByOperator,
    Parameter{.id = "rows",
              .title = phrase("Maximum rows"),
              .meaning = phrase("Number of operators to list, largest possible saving first"),
              .value = 200,
              .lowest = 1,
              .highest = 1e6}};

/// An operator and its roof. Times in seconds, added up over cores.
struct Point {
  const OperatorTotals* op = nullptr;
  double seconds = 0.0;  ///< active time
  double compute = 0.0;  ///< minimum time for its FLOPs
  double memory = 0.0;   ///< minimum time for its bytes

  double least() const { return std::max(compute, memory); }
  double saved() const { return seconds - least(); }
};

std::vector<Point> points_of(const Trace& trace, const OperatorRun& run, const CoreRoof& roof) {
  std::vector<Point> points;
  for (const OperatorTotals& op : run.operators) {
    if (op.flops <= 0.0 && op.hbm_bytes <= 0.0) continue;
    points.push_back({.op = &op,
                      .seconds = in_ns(trace, op.active) * 1e-9,
                      .compute = op.bf16_flops / roof.flops,
                      .memory = op.hbm_bytes / roof.bytes});
  }
  std::sort(points.begin(), points.end(), [&](const Point& a, const Point& b) {
    return std::tuple(-a.saved(), trace.text(a.op->name)) <
           std::tuple(-b.saved(), trace.text(b.op->name));
  });
  return points;
}

/// Names the operators that have no place on a roofline, by active time.
void note_silent(const Trace& trace, const OperatorRun& run, Table& table) {
  std::vector<const OperatorTotals*> silent;
  for (const OperatorTotals& op : run.operators) {
    if (op.flops <= 0.0 && op.hbm_bytes <= 0.0 && op.name.valid()) silent.push_back(&op);
  }
  if (silent.empty()) return;
  std::stable_sort(silent.begin(), silent.end(), [&](const auto* a, const auto* b) {
    return std::tuple(-a->active, trace.text(a->name)) <
           std::tuple(-b->active, trace.text(b->name));
  });
  constexpr std::size_t kMostNames = 8;
  std::string names;
  for (std::size_t i = 0; i < std::min(silent.size(), kMostNames); ++i) {
    names += (i > 0 ? ", " : "") + std::string(trace.text(silent[i]->name));
  }
  if (silent.size() > kMostNames) names += ", …";
  const auto count = static_cast<std::int64_t>(silent.size());
  table.add_note(tr_plural(count, "{} operator states neither FLOPs nor HBM bytes: {}.",
                           "{} operators state neither FLOPs nor HBM bytes: {}.", as::count(count),
                           names));
}

/// Whether the operator is faster than its roof, even if the duration of every event was rounded
/// down by one tick.
bool above_roof(const Trace& trace, const Point& point) {
  const double rounding = in_ns(trace, point.op->count + 1) * 1e-9;
  return point.least() > point.seconds + rounding;
}

std::vector<Cell> row_of(const Trace& trace, const Point& point) {
  const OperatorTotals& op = *point.op;
  const bool compute = point.compute >= point.memory;
  const double intensity = op.hbm_bytes > 0.0 ? op.flops / op.hbm_bytes : 0.0;
  const double attainable = point.least() > 0.0 ? op.flops / point.least() : 0.0;
  const Missing no_bytes{tr("no HBM bytes stated")};
  const Missing no_flops{tr("no FLOPs stated")};
  constexpr Phrase no_time = phrase("the time is zero");
  return {op.name.valid() ? Cell(std::string(trace.text(op.name))) : Cell(tr("(not named)")),
          op.count,
          op.flops > 0.0 ? amount(op.flops) : Cell(no_flops),
          op.hbm_bytes > 0.0 ? amount(op.hbm_bytes) : Cell(no_bytes),
          op.hbm_bytes > 0.0 ? Cell(intensity) : Cell(no_bytes),
          compute ? tr("compute") : tr("memory"),
          point.seconds * 1e9,
          op.flops > 0.0 ? ratio(op.flops, point.seconds, no_time) : Cell(no_flops),
          op.flops > 0.0 ? Cell(attainable) : Cell(no_flops),
          op.hbm_bytes > 0.0 ? ratio(op.hbm_bytes, point.seconds, no_time) : Cell(no_bytes),
          ratio(point.least(), point.seconds, no_time),
          point.saved() * 1e9,
          above_roof(trace, point),
          op.longest.valid() ? Cell(std::int64_t{op.longest.value})
                             : Cell(Missing{tr("only DMA packets")})};
}

Table empty_roofline_table() {
  return Table({{.id = "operator", .title = tr("Operator")},
                {.id = "count", .title = tr("Events")},
                {.id = "flops", .title = tr("FLOPs"), .unit = "FLOP"},
                {.id = "hbm_bytes", .title = tr("HBM bytes"), .unit = "B"},
                {.id = "intensity", .title = tr("Intensity"), .unit = "FLOP/B", .decimals = 2},
                {.id = "bound", .title = tr("Bound")},
                {.id = "active_ns", .title = tr("Active"), .unit = "ns", .decimals = 0},
                {.id = "flops_per_s", .title = tr("FLOP rate"), .unit = "FLOP/s", .decimals = 0},
                {.id = "roof_flops_per_s", .title = tr("Roof"), .unit = "FLOP/s", .decimals = 0},
                {.id = "bytes_per_s", .title = tr("HBM rate"), .unit = "B/s", .decimals = 0},
                {.id = "roof_share", .title = tr("Share of roof"), .decimals = 4},
                {.id = "saved_ns", .title = tr("Possible saving"), .unit = "ns", .decimals = 0},
                {.id = "above_roof", .title = tr("Above the roof")},
                {.id = "slice_id", .title = tr("Longest event")}});
}

void add_notes(const Trace& trace, const OperatorRun& run, const std::vector<Point>& points,
               const CoreRoof& roof, Table& table) {
  table.add_note(tr("The roof of one core is {} and {}, with the ridge at {}.",
                    as::value(roof.flops, "FLOP/s"), as::value(roof.bytes, "B/s"),
                    as::value(roof.ridge(), "FLOP/B")));
  if (run.instructions) {
    table.add_note(tr("Instructions are grouped by '{}'.",
                      kOperatorLevels[static_cast<std::size_t>(run.level)]));
  }
  std::int64_t above = 0;
  bool moves_data = false;
  for (const Point& point : points) {
    if (!above_roof(trace, point)) continue;
    ++above;
    moves_data = moves_data || point.op->hbm_bytes > 0.0;
  }
  if (above == 0) return;
  table.add_note(tr_plural(
      above,
      "{} operator appears faster than the roof, because the run does not state its complete time.",
      "{} operators appear faster than the roof, because the run does not state their complete "
      "time.",
      as::count(above)));
  if (moves_data && run.packets > 0 && run.tied_packets == 0) {
    table.add_note(
        tr("The run does not state which instructions triggered the DMA packets, so the times of "
           "operators do not contain their transfers."));
  }
}

Result<Table> roofline_table(const Trace& trace, const AnalysisRequest& request,
                             TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const auto level = static_cast<OperatorLevel>(request.parameters.count("by"));
  Table table = empty_roofline_table();
  const auto roof = roof_of_operators(trace, request);
  if (!roof) {
    table.add_note(roof.error().message);
    return table;
  }
  const auto run = operator_totals(trace, scope, level, control);
  if (!run) return fail(run.error());
  const std::vector<Point> points = points_of(trace, *run, *roof);
  if (points.empty()) {
    table.add_note(tr("No event in the analysed range states FLOPs or HBM bytes."));
    return table;
  }
  const std::size_t shown = std::min(request.parameters.count("rows"), points.size());
  for (std::size_t i = 0; i < shown; ++i) table.add_row(row_of(trace, points[i]));
  if (shown < points.size()) {
    const auto hidden = static_cast<std::int64_t>(points.size() - shown);
    table.add_note(tr_plural(
        hidden, "{} more operator with a smaller saving is not listed (parameter 'rows').",
        "{} more operators with smaller savings are not listed (parameter 'rows').",
        as::count(hidden)));
  }
  add_notes(trace, *run, points, *roof, table);
  note_silent(trace, *run, table);
  return table;
}

}  // namespace

Result<CoreRoof> core_roof(const Trace& trace) {
  const DeviceFigures device(trace);
  const bool peak = device.peak_flops.value_or(0.0) > 0.0;
  const bool bandwidth = device.hbm_bandwidth.value_or(0.0) > 0.0;
  if (peak && bandwidth && device.cores > 0.0) {
    return CoreRoof{*device.peak_flops, *device.hbm_bandwidth / device.cores};
  }
  return fail(
      ErrorCode::kInvalidArgument,
      !peak ? tr("The run does not state the size and clock of TensorE, so the roof is unknown.")
      : !bandwidth
          ? tr("The run does not state the HBM bandwidth, so the roof is unknown.")
          : tr("The run does not state the number of profiled cores, so the roof is unknown."));
}

Result<CoreRoof> roof_of_operators(const Trace& trace, const AnalysisRequest& request) {
  auto roof = core_roof(trace);
  if (!roof || has_level(trace, static_cast<OperatorLevel>(request.parameters.count("by")))) {
    return roof;
  }
  return fail(ErrorCode::kInvalidArgument, tr("No event of this run has a name of the kind '{}'.",
                                              request.parameters.word("by")));
}

constinit const Analysis kRooflineAnalysis{
    .id = "roofline",
    .group = phrase("Operators"),
    .title = phrase("Roofline"),
    .shows = phrase("Rates of each operator compared with the roof of TensorE and HBM, and the "
                    "possible saving"),
    .definition = phrase(
        "Roof of a core: PEAK = 2 x PE rows x PE columns x PE clock; BW = HBM bandwidth / profiled "
        "cores; ridge = PEAK / BW (S. Williams, A. Waterman, D. Patterson, Roofline, CACM 52(4), "
        "2009). intensity = flops / hbm_bytes. The minimum time is max(flops / PEAK, hbm_bytes / "
        "BW). FLOPs of 8-bit types count half from Trn2 on (Neuron Explorer's weights), all others "
        "as BF16. bound = compute or memory, whichever needs more time. roof_flops_per_s = flops / "
        "minimum time = min(PEAK, intensity x BW). roof_share = minimum time / active_ns. saved_ns "
        "= active_ns - minimum time. above_roof = the run states less time than the minimum, by "
        "more than rounding explains; saved_ns is then negative. active_ns and the names are those "
        "of the analysis 'operators'."),
    .run = roofline_table,
    .parameters = kRooflineParameters,
    .plot = {Plot::Kind::kPoints, "intensity", "flops_per_s", "bound"}};

}  // namespace nscope::analysis
