#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <QString>
#include <span>
#include <vector>

namespace nscope::gui {

/// The data of a declared plot of a table. A plain value without widgets or pixels.
struct PlotData {
  struct Item {
    std::size_t row = 0;  ///< row of the table
    double x = 0.0;       ///< for bars: position 0, 1, ... from the top
    double y = 0.0;       ///< in the unit of the column
    bool known = true;    ///< false: a bar without a value
    std::size_t series = 0;
    QString label{};  ///< x as text
    QString value{};  ///< y as text
  };
  analysis::Plot::Kind kind = analysis::Plot::Kind::kNone;
  Table::Column x{};
  Table::Column y{};
  std::vector<QString> series{};  ///< names; one empty name if there is a single series
  std::vector<Item> items{};
  QString note{};  ///< the rows that are not drawn, and why
};

/// Maximum numbers of items: more bars are unreadable, more points are slow to draw.
inline constexpr std::size_t kMostBars = 200;
inline constexpr std::size_t kMostPoints = 20'000;

/// The plot of the rows `rows` of `table`, in that order; lines are sorted by x. If nothing can be
/// drawn, the result has no items but a note.
PlotData plot_data(const Table& table, const analysis::Plot& plot,
                   std::span<const std::size_t> rows);

}  // namespace nscope::gui
