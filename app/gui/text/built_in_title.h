#pragma once

#include "app/documents/built_in.h"

#include <QString>

namespace nscope::gui {

/// What people call a kind of built-in document, and the view that shows it: "Simulation".
QString kind_title(app::BuiltIn::Kind kind);

}  // namespace nscope::gui
