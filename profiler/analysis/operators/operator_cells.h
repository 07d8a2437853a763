#pragma once

#include "profiler/analysis/metrics/metric_computation.h"
#include "profiler/analysis/operators/operator_totals.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace nscope::analysis {

/// The columns of an operator in this order. From kFirstUnit on there is one column for each unit
/// of kCoreUnits and one for other devices.
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

/// The columns of a table of operators. The first column has the id `name` and the title `title`.
std::vector<Table::Column> operator_columns(std::string_view name, Phrase title);

/// Makes the cells of operators. The trace must outlive it.
class OperatorCells {
 public:
  /// `window`: length of the analysed range in ticks, times the number of places.
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
