#pragma once

#include "profiler/base/language.h"

#include <string>

namespace nscope {

/// Title and note of a document, one line each, if stated. Those of built-in documents are
/// translated. Pure.
std::string document_heading(const std::string& title, const std::string& note,
                             const Language& language);

}  // namespace nscope
