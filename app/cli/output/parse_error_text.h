#pragma once

#include "profiler/base/text.h"

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The message about a command line that the parser rejected. The parser's own messages are
/// English sentences, so the usual ones are recognised by their form; the others are verbatim.
Text parse_error_text(const CLI::ParseError& error);

}  // namespace nscope::cli
