#pragma once

#include "app/gui/compare/compared_sides.h"
#include "app/gui/panels/table_model.h"
#include "profiler/base/tables/table.h"

#include <QStringList>
#include <span>

namespace nscope::gui {

// The tables of the library in the order in which people read them, and how their cells
// look: changes with their sign, metrics in their units.

/// The groups that differ. "significance" says in words what the interval of the change
/// says; the last columns are the ids of an example on each side.
Table difference_view(const analysis::Comparison& comparison);
std::optional<TableModel::CellLook> difference_look(const Table& table, std::size_t row,
                                                    std::size_t column);

/// The metrics that differ: of the base, and of every other side with its change. Where
/// there are several others, a metric that does not differ from the base is as the base.
/// `comparisons` and `labels` are by side; the entry of `base` is not looked at.
Table metric_view(const std::vector<SideComparison>& comparisons, std::size_t base,
                  const QStringList& labels);
std::optional<TableModel::CellLook> metric_look(const Table& table, std::size_t row,
                                                std::size_t column);
/// The definition of a row's metric; empty where it has none.
QString metric_hint(const Table& table, std::size_t row);

/// Signed changes of places.
std::optional<TableModel::CellLook> place_look(const Table& table, std::size_t row,
                                               std::size_t column);

}  // namespace nscope::gui
