#pragma once

#include "app/cli/output/command_reference.h"

#include <string>

namespace nscope::cli {

// Completion scripts for commands, options, known values and file names. They contain all words and
// do not call nscope. Always in English.

std::string bash_completions(const CommandReference& program);
std::string fish_completions(const CommandReference& program);
std::string zsh_completions(const CommandReference& program);

}  // namespace nscope::cli
