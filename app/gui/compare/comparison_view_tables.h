#pragma once

#include "app/gui/compare/compared_sides.h"
#include "app/gui/panels/table_model.h"
#include "profiler/base/tables/table.h"

#include <QStringList>
#include <span>

namespace nscope::gui {

// The library's tables in display order, and the appearance of their cells: signed changes, and
// metrics with units.

/// The groups that differ. "significance" states whether the confidence interval of the change
/// excludes zero. The last columns are the ids of an example event on each side.
Table difference_view(const analysis::Comparison& comparison);
std::optional<TableModel::CellLook> difference_look(const Table& table, std::size_t row,
                                                    std::size_t column);

/// The metrics that differ on at least one side: the value of the baseline, and the value and
/// change of every other side. `comparisons` and `labels` are by side; the entry of `base` in
/// `comparisons` is ignored.
Table metric_view(const std::vector<SideComparison>& comparisons, std::size_t base,
                  const QStringList& labels);
std::optional<TableModel::CellLook> metric_look(const Table& table, std::size_t row,
                                                std::size_t column);
/// The definition of a row's metric; empty if the metric has none.
QString metric_hint(const Table& table, std::size_t row);

/// Shows the changes of places with their sign.
std::optional<TableModel::CellLook> place_look(const Table& table, std::size_t row,
                                               std::size_t column);

}  // namespace nscope::gui
