#pragma once

#include "profiler/base/json.h"

#include <string>
#include <string_view>

namespace nscope {

/// A key as part of a JSON pointer (RFC 6901), in which '~' and '/' are escaped.
std::string pointer_part(std::string_view key);

/// An error found while a document was evaluated, with the name of its file in front of the place.
/// An error about an unknown name gets the JSON pointer of the first string in the document that
/// has this name. An error that names the file already, a cancellation and an error of the
/// operating system are unchanged.
Error in_document(Error error, const std::string& name, const Json& document);

}  // namespace nscope
