#pragma once

#include "app/gui/theme/tokens.h"

#include <QString>

namespace nscope::gui {

/// Changes in words: always with their sign, so that no colour is needed to read them.
QString signed_duration(double ns);                      ///< "+1.20 µs", "−340 ns", "0 ns"
QString signed_percent(double share);                    ///< "+9.1 %"
QString signed_text(double value, const QString& size);  ///< the sign of `value` before `size`

/// Less time is a gain. The colour of text for no change.
QColor time_change_color(double ns);

}  // namespace nscope::gui
