#pragma once

#include <string>
#include <string_view>

namespace nscope::importers::perfetto {

/// Text of the file that is safe to show. Line breaks and tabs are kept; other control characters
/// and bytes that are not valid UTF-8 become '?'.
std::string text_of(std::string_view bytes);

}  // namespace nscope::importers::perfetto
