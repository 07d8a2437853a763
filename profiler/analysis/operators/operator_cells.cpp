#include "profiler/analysis/operators/operator_cells.h"

#include "profiler/analysis/definition/cells.h"

#include <array>
#include <string>
#include <utility>

namespace nscope::analysis {
namespace {

constexpr std::string_view kNoFlops = "no FLOPs stated";
constexpr std::string_view kNoBytes = "no HBM bytes stated";

constexpr std::array<std::pair<std::string_view, std::string_view>, OperatorTotals::kOther + 1>
    kUnitColumns{{{"tensor_ns", "Tensor"},
                  {"vector_ns", "Vector"},
                  {"scalar_ns", "Scalar"},
                  {"gpsimd_ns", "GpSimd"},
                  {"sync_ns", "Sync"},
                  {"dma_ns", "DMA"},
                  {"cc_ns", "Collectives"},
                  {"other_ns", "Other devices"}}};

Cell missing(std::string_view why) {
  return Missing{std::string(why)};
}

}  // namespace

std::vector<Table::Column> operator_columns(std::string_view name, std::string_view title) {
  std::vector<Table::Column> columns{
      {.id = std::string(name), .title = std::string(title)},
      {.id = "count", .title = "Events"},
      {.id = "active_ns", .title = "Active", .unit = "ns", .decimals = 0},
      {.id = "share", .title = "Share of the time", .decimals = 4},
      {.id = "exposed_ns", .title = "Exposed", .unit = "ns", .decimals = 0}};
  for (const auto& [id, unit] : kUnitColumns) {
    columns.push_back(
        {.id = std::string(id), .title = std::string(unit), .unit = "ns", .decimals = 0});
  }
  const std::initializer_list<Table::Column> rates{
      {.id = "flops", .title = "FLOPs", .unit = "FLOP"},
      {.id = "hbm_bytes", .title = "HBM", .unit = "B"},
      {.id = "flops_per_s", .title = "Achieved", .unit = "FLOP/s", .decimals = 0},
      {.id = "mfu", .title = "Share of TensorE's peak", .decimals = 4},
      {.id = "bytes_per_s", .title = "Achieved", .unit = "B/s", .decimals = 0},
      {.id = "slice_id", .title = "Longest event"}};
  columns.insert(columns.end(), rates);
  return columns;
}

Cell OperatorCells::mfu(const OperatorTotals& totals, double seconds) const {
  if (totals.flops <= 0.0) return missing(kNoFlops);
  if (!device_.peak_flops) return missing("TensorE's size and clock are not known");
  return ratio(totals.flops, seconds * *device_.peak_flops, "no time");
}

Cell OperatorCells::cell(const OperatorTotals& totals, OperatorColumn column) const {
  const double seconds = in_ns(trace_, totals.active) * 1e-9;
  const bool flops = totals.flops > 0.0;
  const bool bytes = totals.hbm_bytes > 0.0;
  switch (column) {
    case OperatorColumn::kName:
      return std::string(totals.name.valid() ? trace_.text(totals.name) : "(not named)");
    case OperatorColumn::kCount: return totals.count;
    case OperatorColumn::kActive: return in_ns(trace_, totals.active);
    case OperatorColumn::kShare:
      return ratio(static_cast<double>(totals.active), window_, "no time");
    case OperatorColumn::kExposed: return in_ns(trace_, totals.exposed);
    case OperatorColumn::kFlops: return flops ? amount(totals.flops) : missing(kNoFlops);
    case OperatorColumn::kHbmBytes: return bytes ? amount(totals.hbm_bytes) : missing(kNoBytes);
    case OperatorColumn::kFlopRate:
      return flops ? ratio(totals.flops, seconds, "no time") : missing(kNoFlops);
    case OperatorColumn::kMfu: return mfu(totals, seconds);
    case OperatorColumn::kByteRate:
      return bytes ? ratio(totals.hbm_bytes, seconds, "no time") : missing(kNoBytes);
    case OperatorColumn::kLongest:
      return totals.longest.valid() ? Cell(std::int64_t{totals.longest.value})
                                    : missing("DMA packets only");
    default: break;
  }
  const auto unit =
      static_cast<std::size_t>(column) - static_cast<std::size_t>(OperatorColumn::kFirstUnit);
  return in_ns(trace_, totals.time.at(unit));
}

std::vector<Cell> OperatorCells::row(const OperatorTotals& totals) const {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < static_cast<std::size_t>(OperatorColumn::kEnd); ++i) {
    cells.push_back(cell(totals, static_cast<OperatorColumn>(i)));
  }
  return cells;
}

}  // namespace nscope::analysis
