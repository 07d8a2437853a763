#pragma once

class QWidget;

namespace nscope::gui {

/// Draws a field as holding something wrong, or as usual. The caller says why.
void mark_field(QWidget* field, bool wrong);

}  // namespace nscope::gui
