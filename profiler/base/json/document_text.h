#pragma once

#include "profiler/base/json.h"

#include <string>

namespace nscope {

/// The document as indented text that ends with a line break. Bytes that are not UTF-8, which names
/// of files may contain, become U+FFFD; nlohmann's dump() throws an exception for them.
std::string document_text(const Json& json);

/// The same on one line, without a line break.
std::string compact_text(const Json& json);

}  // namespace nscope
