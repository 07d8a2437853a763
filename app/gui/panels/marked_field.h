#pragma once

class QWidget;

namespace nscope::gui {

/// Marks a field as invalid, or removes the mark. The caller shows the reason.
void mark_field(QWidget* field, bool wrong);

}  // namespace nscope::gui
