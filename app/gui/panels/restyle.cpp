#include "app/gui/panels/restyle.h"

#include <QStyle>
#include <QWidget>

namespace nscope::gui {
namespace {

void ask_style_again(QWidget& widget) {
  widget.style()->unpolish(&widget);
  widget.style()->polish(&widget);
}

}  // namespace

void set_style_name(QWidget& widget, const char* object_name) {
  const QString name = QString::fromLatin1(object_name);
  if (widget.objectName() == name) return;
  widget.setObjectName(name);
  ask_style_again(widget);
}

void set_style_property(QWidget& widget, const char* property, const QVariant& value) {
  const QVariant before = widget.property(property);
  const bool never_set = !before.isValid() && !value.toBool();
  if (before == value || never_set) return;
  widget.setProperty(property, value);
  ask_style_again(widget);
}

}  // namespace nscope::gui
