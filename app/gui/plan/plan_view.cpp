#include "app/gui/plan/plan_view.h"

namespace nscope::gui {

void PlanView::set_status(const QString& text) {
  status_ = text;
  emit status_changed(text);
}

}  // namespace nscope::gui
