#include "app/gui/panels/marked_field.h"

#include "app/gui/panels/restyle.h"

#include <QWidget>

namespace nscope::gui {

void mark_field(QWidget* field, bool wrong) {
  set_style_property(*field, "wrong", wrong);
}

}  // namespace nscope::gui
