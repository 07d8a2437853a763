#pragma once

#include "app/gui/theme/tokens.h"

#include <QString>

namespace nscope::gui {

/// Changes as text. They always have a sign, so that they can be read without colour.
QString signed_duration(double ns);                      ///< "+1.20 µs", "−340 ns", "0 ns"
QString signed_percent(double share);                    ///< "+9.1 %"
QString signed_text(double value, const QString& size);  ///< the sign of `value` before `size`

/// The colour of a change of time: a decrease is a gain. No change has the text colour.
QColor time_change_color(double ns);

}  // namespace nscope::gui
