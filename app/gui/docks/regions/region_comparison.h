#pragma once

#include "app/gui/panels/table_model.h"
#include "profiler/base/tables/table.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace nscope::gui {

/// What the figures of regions are compared with.
enum class RegionBaseline { kFirst, kMedian };

/// The figures of regions side by side: a row for each figure, a column for each region, and a
/// column for the median if it is the baseline. A plain value.
struct RegionComparison {
  Table table;
  std::vector<Table::Column> figures;           ///< column of the analysis by row
  std::vector<std::optional<double>> baseline;  ///< by row
  std::size_t first = 0;                        ///< column of the first region

  /// The text of a figure with its difference from the baseline, and the colour of the difference.
  std::optional<TableModel::CellLook> look(std::size_t row, std::size_t column) const;
};

/// Compares `rows` of a table of the analysis "regions".
RegionComparison compare_regions(const Table& regions, std::span<const std::size_t> rows,
                                 RegionBaseline baseline);

}  // namespace nscope::gui
