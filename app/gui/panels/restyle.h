#pragma once

#include <QVariant>

class QWidget;

namespace nscope::gui {

/// Sets the object name of a widget and applies its style sheet rule. Restyling takes milliseconds,
/// so the function does nothing if the widget already has the name. GUI thread.
void set_style_name(QWidget& widget, const char* object_name);

/// Sets a property of a widget and applies its style sheet rule, like set_style_name(). A property
/// that was never set counts as false.
void set_style_property(QWidget& widget, const char* property, const QVariant& value);

}  // namespace nscope::gui
