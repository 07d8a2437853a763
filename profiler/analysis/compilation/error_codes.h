#pragma once

#include "profiler/base/text.h"

#include <string>
#include <string_view>

namespace nscope::analysis {

/// The published meaning of an error code of the compiler.
struct CompilerErrorCode {
  Text cause;
  Text remedy;
  std::string source;  ///< address of the page or thread
};

/// The meaning of a code ("NCC_EVRF007"), from resources/compiler/error-codes.csv; null if it is
/// not known. Any thread.
const CompilerErrorCode* find_error_code(std::string_view code);

}  // namespace nscope::analysis
