#pragma once

#include "app/cli/output/command_reference.h"

#include <string>

namespace nscope::cli {

// Scripts with which a shell completes commands, options, known values and file names. They contain
// every word and do not call nscope.

std::string bash_completions(const CommandReference& program);
std::string fish_completions(const CommandReference& program);
std::string zsh_completions(const CommandReference& program);

}  // namespace nscope::cli
