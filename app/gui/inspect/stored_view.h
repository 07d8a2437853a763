#pragma once

#include "profiler/base/result.h"

#include <string>
#include <string_view>

namespace nscope::gui {

class InspectPage;

// The state of the view of a run that is stored in its session: visible time, selection, colours,
// arrangement of the tracks, tracks from SQL, pinned event, and docks, as JSON with the schema nscope.view/1. GUI thread.

std::string stored_view(InspectPage& page);
/// Errors: kBadInput if the text is not such a document; the rest of the view is kept then.
Result<> restore_view(InspectPage& page, std::string_view text);

}  // namespace nscope::gui
