#pragma once

#include "app/sweep/point_table.h"

#include <QString>
#include <cstdint>
#include <optional>

namespace nscope::gui {

/// The name of a column with its unit: "tpot_p50 (s)".
QString column_title(const sweep::Column& column);
QString outcome_title(sweep::Outcome outcome);
/// A number as the charts and the table show it: at most four significant digits, all digits of
/// integers.
QString point_number(double value, bool integer);
/// The value of a row; empty if it is absent.
QString point_value(const sweep::PointColumn& column, std::size_t row);
/// "0.0123 (0.0110 to 0.0140)": a figure with its error band, if it has one.
QString point_figure(const sweep::PointTable& points, std::size_t column, std::size_t row);
/// Whether a column is what the sweep is about: a member, the figure of an objective, or a text such
/// as the best fleet.
bool is_main_column(const sweep::Results& head, std::size_t column);
/// The main columns of a point, or its reason, as rows of an HTML table.
QString point_rows(const sweep::PointTable& points, std::size_t row);

}  // namespace nscope::gui
