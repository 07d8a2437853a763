#pragma once

#include <QString>

namespace nscope::gui {

/// The kinds of captures and sessions for a dialog that opens them: all of them together, each kind
/// by title, results of sweeps, and all files. Compressed captures belong to their kind.
QString capture_filters();
/// The kind of a session, for a dialog that saves one.
QString session_filter();

}  // namespace nscope::gui
