#pragma once

#include "costmodel/report/drawing.h"

#include <optional>
#include <vector>

namespace nscope::cost {

/// A row of a range chart: a value with its range, or a heading for the rows below it.
struct RangeRow {
  Text label;
  std::optional<double> value{};  ///< empty for a heading, or if `text` states why it is unknown
  std::optional<double> low{};
  std::optional<double> high{};  ///< empty with `low`: the range has no upper end
  Text text{};  ///< the printed value
  Ink ink = Ink::kAccent;
};

/// Bars from zero with a line for the range. If the values differ by a factor of more than 20,
/// points on a logarithmic axis. Values must not be negative; infinite values are omitted.
/// `title` is the alternative text, `caption` is printed above the chart. The layout is
/// calculated from the widths of the English texts.
Drawing range_chart(Text title, Text caption, const std::vector<RangeRow>& rows);

}  // namespace nscope::cost
