#pragma once

#include "app/documents/built_in.h"

#include <QString>

namespace nscope::gui {

/// The translated name of a kind of built-in document and of the view that shows it, for example
/// "Simulation".
QString kind_title(app::BuiltIn::Kind kind);

}  // namespace nscope::gui
