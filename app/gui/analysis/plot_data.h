#pragma once

#include "profiler/analysis/definition/analysis.h"

#include <QString>
#include <span>
#include <vector>

namespace nscope::gui {

/// What a declared plot draws of a table. A plain value: no widget, no pixel.
struct PlotData {
  struct Item {
    std::size_t row = 0;  ///< of the table
    double x = 0.0;       ///< of bars their place, 0, 1, ... from the top
    double y = 0.0;       ///< in the unit of the table's column
    bool known = true;    ///< false: a bar without a length
    std::size_t series = 0;
    QString label{};  ///< x in words
    QString value{};  ///< y in words
  };
  analysis::Plot::Kind kind = analysis::Plot::Kind::kNone;
  Table::Column x{};
  Table::Column y{};
  std::vector<QString> series{};  ///< names; one empty name where all rows are one
  std::vector<Item> items{};
  QString note{};  ///< what was left out
};

/// Bars that one can still read, and points that one can still draw.
inline constexpr std::size_t kMostBars = 200;
inline constexpr std::size_t kMostPoints = 20'000;

/// The rows of `table` in the order `rows`. Empty items and a note where nothing
/// can be drawn. Lines are sorted by x.
PlotData plot_data(const Table& table, const analysis::Plot& plot,
                   std::span<const std::size_t> rows);

}  // namespace nscope::gui
