#pragma once

#include "app/gui/theme/tokens.h"

#include <QStringList>
#include <functional>

class QCustomPlot;

namespace nscope::gui {

/// Colours and fonts of a chart: QCustomPlot follows no palette by itself.
void theme_plot(QCustomPlot& plot, const Tokens& tokens);

/// Names with a square of their colour, for a label that shows rich text: at most eight, and
/// how many more there are. Empty names are left out.
QString legend_text(const QStringList& names, const std::function<QColor(int)>& color);

/// The colour of the n-th series: distinct for colour-blind readers.
QColor series_color(std::size_t index);

}  // namespace nscope::gui
