#pragma once

#include "profiler/base/language.h"

#include <string>

namespace nscope::cli {

/// An empty line, the title, and the content.
std::string section_text(const Text& title, const std::string& content, const Language& language);

}  // namespace nscope::cli
