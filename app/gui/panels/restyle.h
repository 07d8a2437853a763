#pragma once

#include <QVariant>

class QWidget;

namespace nscope::gui {

/// Draws a widget by the style sheet's rule of that object name. Asking the style sheet again takes
/// milliseconds, so nothing is done where the widget has the name. GUI thread.
void set_style_name(QWidget& widget, const char* object_name);

/// Draws a widget by the style sheet's rule for that value of a property; like set_style_name(). A
/// property that was never set is as false.
void set_style_property(QWidget& widget, const char* property, const QVariant& value);

}  // namespace nscope::gui
