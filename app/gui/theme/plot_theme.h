#pragma once

#include "app/gui/theme/tokens.h"

#include <QStringList>
#include <QVector>
#include <functional>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Sets the colours and fonts of a chart, because QCustomPlot does not use the palette.
void theme_plot(QCustomPlot& plot, const Tokens& tokens);

/// A legend as rich text: names with a square in their colour. Lists at most eight names and the
/// number of further ones. Empty names are left out.
QString legend_text(const QStringList& names, const std::function<QColor(int)>& color);

/// The colour of the n-th series. Colour-blind readers can distinguish the colours.
QColor series_color(std::size_t index);
/// The number of colours; further series need other markers.
std::size_t series_color_count();

/// Converts values to the container that QCustomPlot uses.
inline QVector<double> vector_of(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace nscope::gui
