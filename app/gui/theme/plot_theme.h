#pragma once

#include "app/gui/theme/tokens.h"

#include <QStringList>
#include <QVector>
#include <functional>
#include <vector>

class QCustomPlot;

namespace nscope::gui {

/// Colours and fonts of a chart: QCustomPlot follows no palette by itself.
void theme_plot(QCustomPlot& plot, const Tokens& tokens);

/// Names with a square of their colour, for a label that shows rich text: at most eight, and
/// how many more there are. Empty names are left out.
QString legend_text(const QStringList& names, const std::function<QColor(int)>& color);

/// The colour of the n-th series: distinct for colour-blind readers.
QColor series_color(std::size_t index);

/// The values as a plot takes them.
inline QVector<double> vector_of(const std::vector<double>& values) {
  return {values.begin(), values.end()};
}

}  // namespace nscope::gui
