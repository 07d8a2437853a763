#pragma once

#include "profiler/base/language.h"

#include <memory>

#include <CLI/CLI.hpp>

namespace nscope::cli {

/// The group of the options that every command accepts.
inline constexpr const char* kCommonOptions = "Common options";

/// The formatter of --help. The help of a command also lists the options in kCommonOptions, which
/// belong to the program. Set it before commands are added: they take it from their parent.
std::shared_ptr<CLI::Formatter> help_formatter(const Language& language);

/// Translates the descriptions of the program, its options and its commands. Only for printing
/// --help: manual pages and completions are made from the English descriptions.
void translate_help(CLI::App& program, const Language& language);

}  // namespace nscope::cli
