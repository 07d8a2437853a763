#include "app/gui/panels/marked_field.h"

#include <QStyle>
#include <QWidget>

namespace nscope::gui {

void mark_field(QWidget* field, bool wrong) {
  if (field->property("wrong").toBool() == wrong) return;
  field->setProperty("wrong", wrong);
  field->style()->unpolish(field);
  field->style()->polish(field);
}

}  // namespace nscope::gui
