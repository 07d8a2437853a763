#pragma once

#include "profiler/base/text.h"

#include <span>
#include <string>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The message about a command line that the parser rejected. The parser's own messages are
/// English sentences, so the usual ones are recognised by their form; the others are verbatim.
Text parse_error_text(const CLI::ParseError& error);

/// The message about an option that needs a value and is followed by another option, which the
/// parser would take as the value; empty if there is none. `words` follow the name of the program
/// or of the command that `app` parses.
Text missing_value(std::span<const std::string> words, const CLI::App& app);

}  // namespace nscope::cli
