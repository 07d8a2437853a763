#pragma once

#include "app/core/built_in.h"

#include <QString>

namespace nscope::gui {

/// What a built-in document is for, in a word: names are unique per kind only.
QString kind_title(app::BuiltIn::Kind kind);

}  // namespace nscope::gui
