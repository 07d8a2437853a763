#pragma once

#include "profiler/base/language.h"

namespace nscope::gui {

/// The language in which the window shows texts of the libraries; English until
/// set_shown_language(). Any thread may read it.
const nscope::Language& shown_language();

/// Before the first window is made; GUI thread.
void set_shown_language(nscope::Language language);

}  // namespace nscope::gui
