#pragma once

#include "app/gui/theme/tokens.h"

class QCustomPlot;

namespace nscope::gui {

/// Colours and fonts of a chart: QCustomPlot follows no palette by itself.
void theme_plot(QCustomPlot& plot, const Tokens& tokens);

/// The colour of the n-th series: distinct for colour-blind readers.
QColor series_color(std::size_t index);

}  // namespace nscope::gui
