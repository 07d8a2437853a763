#include "profiler/analysis/operators/roofline.h"

#include "profiler/analysis/definition/cells.h"
#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/operators/operator_totals.h"
#include "profiler/base/format.h"

#include <algorithm>
#include <string>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace nscope::analysis {
namespace {

constexpr std::array kRooflineParameters{
    Parameter{.id = "by",
              .title = "Grouped by",
              .meaning = "what names an event; auto takes the first that the run has",
              .words = kOperatorLevels},
    Parameter{.id = "rows",
              .title = "Rows at most",
              .meaning = "operators that could save the most time",
              .value = 200,
              .lowest = 1,
              .highest = 1e6}};

/// An operator beside its roof. Times in seconds, added up over cores.
struct Point {
  const OperatorTotals* op = nullptr;
  double seconds = 0.0;  ///< active
  double compute = 0.0;  ///< its FLOPs at the roof
  double memory = 0.0;   ///< its bytes at the roof

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

/// Work that no transfer and no multiplication could have done so fast, even where
/// every event was rounded down by a tick.
bool above_roof(const Trace& trace, const Point& point) {
  const double rounding = in_ns(trace, point.op->count + 1) * 1e-9;
  return point.least() > point.seconds + rounding;
}

std::vector<Cell> row_of(const Trace& trace, const Point& point) {
  const OperatorTotals& op = *point.op;
  const bool compute = point.compute >= point.memory;
  const double intensity = op.hbm_bytes > 0.0 ? op.flops / op.hbm_bytes : 0.0;
  const double attainable = point.least() > 0.0 ? op.flops / point.least() : 0.0;
  const Missing no_bytes{"no HBM bytes stated"};
  const Missing no_flops{"no FLOPs stated"};
  const std::string name(op.name.valid() ? trace.text(op.name) : "(not named)");
  return {name,
          op.count,
          op.flops > 0.0 ? amount(op.flops) : Cell(no_flops),
          op.hbm_bytes > 0.0 ? amount(op.hbm_bytes) : Cell(no_bytes),
          op.hbm_bytes > 0.0 ? Cell(intensity) : Cell(no_bytes),
          std::string(compute ? "compute" : "memory"),
          point.seconds * 1e9,
          op.flops > 0.0 ? ratio(op.flops, point.seconds, "no time") : Cell(no_flops),
          op.flops > 0.0 ? Cell(attainable) : Cell(no_flops),
          op.hbm_bytes > 0.0 ? ratio(op.hbm_bytes, point.seconds, "no time") : Cell(no_bytes),
          ratio(point.least(), point.seconds, "no time"),
          point.saved() * 1e9,
          above_roof(trace, point),
          op.longest.valid() ? Cell(std::int64_t{op.longest.value})
                             : Cell(Missing{"DMA packets only"})};
}

Table empty_roofline_table() {
  return Table({{.id = "operator", .title = "Operator"},
                {.id = "count", .title = "Events"},
                {.id = "flops", .title = "FLOPs", .unit = "FLOP"},
                {.id = "hbm_bytes", .title = "HBM", .unit = "B"},
                {.id = "intensity", .title = "Intensity", .unit = "FLOP/B", .decimals = 2},
                {.id = "bound", .title = "Bound by"},
                {.id = "active_ns", .title = "Active", .unit = "ns", .decimals = 0},
                {.id = "flops_per_s", .title = "Achieved", .unit = "FLOP/s", .decimals = 0},
                {.id = "roof_flops_per_s", .title = "Roof", .unit = "FLOP/s", .decimals = 0},
                {.id = "bytes_per_s", .title = "Achieved", .unit = "B/s", .decimals = 0},
                {.id = "roof_share", .title = "Share of the roof", .decimals = 4},
                {.id = "saved_ns", .title = "Saved at the roof", .unit = "ns", .decimals = 0},
                {.id = "above_roof", .title = "Above the roof"},
                {.id = "slice_id", .title = "Longest event"}});
}

void add_notes(const Trace& trace, const OperatorRun& run, const std::vector<Point>& points,
               const CoreRoof& roof, Table& table) {
  table.add_note(fmt::format("Roof of one core: {} and {}; they meet at {:.4g} FLOP/B.",
                             format_si(roof.flops, "FLOP/s"), format_si(roof.bytes, "B/s"),
                             roof.ridge()));
  if (run.instructions) {
    table.add_note(fmt::format("Instructions are grouped by {}.",
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
  table.add_note(
      fmt::format("{} operators seem to be faster than the roof: their time or work is "
                  "not stated fully.{}",
                  above,
                  moves_data && run.packets > 0 && run.tied_packets == 0
                      ? " The run does not say which DMA packets belong to which "
                        "instruction, so the time of transfers is missing."
                      : ""));
}

Result<Table> roofline_table(const Trace& trace, const AnalysisRequest& request,
                             TaskControl& control) {
  if (auto ok = check_core(trace, request.scope); !ok) return fail(ok.error());
  const Scope scope(trace, request.scope);
  const auto level = static_cast<OperatorLevel>(request.parameters.count("by"));
  Table table = empty_roofline_table();
  const auto roof = core_roof(trace);
  if (!roof) {
    table.add_note(roof.error().message);
    return table;
  }
  if (!has_level(trace, level)) {
    table.add_note(fmt::format("No event of the run has a name of the kind '{}'.",
                               request.parameters.word("by")));
    return table;
  }
  const auto run = operator_totals(trace, scope, level, control);
  if (!run) return fail(run.error());
  const std::vector<Point> points = points_of(trace, *run, *roof);
  if (points.empty()) {
    table.add_note("No event of the run states FLOPs or HBM bytes.");
    return table;
  }
  const std::size_t shown = std::min(request.parameters.count("rows"), points.size());
  for (std::size_t i = 0; i < shown; ++i) table.add_row(row_of(trace, points[i]));
  if (shown < points.size()) {
    table.add_note(fmt::format("{} more that could save less are not shown (parameter rows).",
                               points.size() - shown));
  }
  add_notes(trace, *run, points, *roof, table);
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
  return fail(ErrorCode::kInvalidArgument,
              fmt::format("The run does not state {}, so it has no roof.",
                          !peak        ? "TensorE's size and clock"
                          : !bandwidth ? "the HBM bandwidth"
                                       : "the number of profiled cores"));
}

constinit const Analysis kRooflineAnalysis{
    .id = "roofline",
    .group = "Operators",
    .title = "Roofline",
    .shows =
        "each operator beside what TensorE's peak and the HBM bandwidth allow, and the time "
        "it could save",
    .definition =
        "Roof of a core: PEAK = 2 x PE rows x PE columns x PE clock, BW = HBM bandwidth / profiled "
        "cores; ridge = PEAK / BW (S. Williams, A. Waterman, D. Patterson, Roofline, CACM 52(4), "
        "2009). intensity = flops / hbm_bytes; least time = max(flops / PEAK, hbm_bytes / BW), "
        "where FLOPs of 8 bit types count half from Trn2 on (Neuron Explorer's weights) and all "
        "others as BF16's; bound is the larger of the two; roof = flops / least time, that is "
        "min(PEAK, intensity x BW); roof_share = least time / active_ns; saved_ns = active_ns - "
        "least time, below 0 and marked above_roof where the run claims more than the roof by more "
        "than its times are rounded. active_ns and names as in operators.",
    .run = roofline_table,
    .parameters = kRooflineParameters,
    .plot = {Plot::Kind::kPoints, "intensity", "flops_per_s", "bound"}};

}  // namespace nscope::analysis
