#pragma once

#include "costmodel/report/drawing.h"

#include <optional>
#include <string>
#include <vector>

namespace nscope::cost {

/// A line of a range chart: a figure with its ends, or a heading over the lines below it.
struct RangeRow {
  std::string label;
  std::optional<double> value{};  ///< empty: a heading, or `text` says why there is none
  std::optional<double> low{};
  std::optional<double> high{};
  std::string text{};  ///< the figure as printed beside it
  Ink ink = Ink::kAccent;
};

/// Bars from zero with a line over the range, or points on a logarithmic axis where the figures
/// differ more than twentyfold. Values must not be negative; infinite ones are left out.
/// `title` is for those who cannot see it, `caption` stands above.
Drawing range_chart(std::string title, std::string caption, const std::vector<RangeRow>& rows);

}  // namespace nscope::cost
