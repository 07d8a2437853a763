#include "profiler/analysis/operators/operator_cells.h"

#include "profiler/analysis/definition/cells.h"

#include <array>
#include <string>
#include <utility>

namespace nscope::analysis {
namespace {

constexpr Phrase kNoFlops = phrase("no FLOPs stated");
constexpr Phrase kNoBytes = phrase("no HBM bytes stated");
constexpr Phrase kNoTime = phrase("the time is zero");

constexpr std::array<std::pair<std::string_view, Phrase>, OperatorTotals::kOther + 1> kUnitColumns{
    {{"tensor_ns", phrase("Tensor")},
     {"vector_ns", phrase("Vector")},
     {"scalar_ns", phrase("Scalar")},
     {"gpsimd_ns", phrase("GpSimd")},
     {"sync_ns", phrase("Sync")},
     {"dma_ns", phrase("DMA")},
     {"cc_ns", phrase("Collectives")},
     {"other_ns", phrase("Other devices")}}};

Cell missing(Phrase reason) {
  return Missing{reason};
}

}  // namespace

std::vector<Table::Column> operator_columns(std::string_view name, Phrase title) {
  std::vector<Table::Column> columns{
      {.id = std::string(name), .title = title},
      {.id = "count", .title = tr("Events")},
      {.id = "active_ns", .title = tr("Active"), .unit = "ns", .decimals = 0},
      {.id = "share", .title = tr("Share of time"), .decimals = 4},
      {.id = "exposed_ns", .title = tr("Exposed"), .unit = "ns", .decimals = 0}};
  for (const auto& [id, unit] : kUnitColumns) {
    columns.push_back({.id = std::string(id), .title = unit, .unit = "ns", .decimals = 0});
  }
  const std::initializer_list<Table::Column> rates{
      {.id = "flops", .title = tr("FLOPs"), .unit = "FLOP"},
      {.id = "hbm_bytes", .title = tr("HBM bytes"), .unit = "B"},
      {.id = "flops_per_s", .title = tr("FLOP rate"), .unit = "FLOP/s", .decimals = 0},
      {.id = "mfu", .title = tr("MFU"), .decimals = 4},
      {.id = "bytes_per_s", .title = tr("HBM rate"), .unit = "B/s", .decimals = 0},
      {.id = "slice_id", .title = tr("Longest event")}};
  columns.insert(columns.end(), rates);
  return columns;
}

Cell OperatorCells::mfu(const OperatorTotals& totals, double seconds) const {
  if (totals.flops <= 0.0) return missing(kNoFlops);
  if (!device_.peak_flops) return missing(phrase("TensorE peak unknown"));
  return ratio(totals.flops, seconds * *device_.peak_flops, kNoTime);
}

Cell OperatorCells::cell(const OperatorTotals& totals, OperatorColumn column) const {
  const double seconds = in_ns(trace_, totals.active) * 1e-9;
  const bool flops = totals.flops > 0.0;
  const bool bytes = totals.hbm_bytes > 0.0;
  switch (column) {
    case OperatorColumn::kName:
      return totals.name.valid() ? Cell(std::string(trace_.text(totals.name)))
                                 : Cell(tr("(not named)"));
    case OperatorColumn::kCount: return totals.count;
    case OperatorColumn::kActive: return in_ns(trace_, totals.active);
    case OperatorColumn::kShare: return ratio(static_cast<double>(totals.active), window_, kNoTime);
    case OperatorColumn::kExposed: return in_ns(trace_, totals.exposed);
    case OperatorColumn::kFlops: return flops ? amount(totals.flops) : missing(kNoFlops);
    case OperatorColumn::kHbmBytes: return bytes ? amount(totals.hbm_bytes) : missing(kNoBytes);
    case OperatorColumn::kFlopRate:
      return flops ? ratio(totals.flops, seconds, kNoTime) : missing(kNoFlops);
    case OperatorColumn::kMfu: return mfu(totals, seconds);
    case OperatorColumn::kByteRate:
      return bytes ? ratio(totals.hbm_bytes, seconds, kNoTime) : missing(kNoBytes);
    case OperatorColumn::kLongest:
      return totals.longest.valid() ? Cell(std::int64_t{totals.longest.value})
                                    : missing(phrase("only DMA packets"));
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
