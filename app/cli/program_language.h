#pragma once

#include "profiler/base/language.h"
#include "profiler/base/result.h"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nscope::cli {

/// The value of an environment variable; empty if it is not set.
using Environment = std::function<std::string(const char* name)>;

/// The languages that the environment asks for, the preferred one first, as GNU programs read it:
/// the locale is the first of LC_ALL, LC_MESSAGES and LANG that is not empty. LANGUAGE, a list
/// separated by colons, takes precedence, except if the locale is "C" or "POSIX".
/// Source: GNU gettext manual, "The LANGUAGE variable".
std::vector<std::string> requested_languages(const Environment& environment);

/// The first of requested_languages() that has a translation; otherwise English.
Language language_of_environment(const Environment& environment);

/// The value of `--language` in a command line, wherever it is; empty if the option is absent or
/// has no value. Needed before the parser runs, because its help and errors are translated.
std::optional<std::string_view> language_option(std::span<const char* const> arguments);

/// The first word after the common options of a command line: the command, even if it does not
/// exist. Empty if there is none. `arguments` starts with the name of the program.
std::string_view command_word(std::span<const char* const> arguments);

}  // namespace nscope::cli
