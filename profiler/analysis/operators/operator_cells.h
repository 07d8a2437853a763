#pragma once

#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/operators/operator_totals.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// What is said of an operator, in this order; units as in kCoreUnits, and one for others.
enum class OperatorColumn : std::size_t {
  kName,
  kCount,
  kActive,
  kShare,
  kExposed,
  kFirstUnit,
  kFlops = kFirstUnit + OperatorTotals::kOther + 1,
  kHbmBytes,
  kFlopRate,
  kMfu,
  kByteRate,
  kLongest,
  kEnd
};

/// The columns of a table of operators; the first is called `name`, for people `title`.
std::vector<Table::Column> operator_columns(std::string_view name, std::string_view title);

/// Writes what operators did as cells. The trace must outlive it.
class OperatorCells {
 public:
  /// `window`: ticks looked at, times places.
  OperatorCells(const Trace& trace, double window)
      : trace_(trace), window_(window), device_(trace) {}

  Cell cell(const OperatorTotals& totals, OperatorColumn column) const;
  std::vector<Cell> row(const OperatorTotals& totals) const;

 private:
  Cell mfu(const OperatorTotals& totals, double seconds) const;

  const Trace& trace_;
  double window_;
  DeviceFigures device_;
};

}  // namespace nscope::analysis
