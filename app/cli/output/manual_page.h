#pragma once

#include "app/cli/output/command_reference.h"

#include <string>

namespace nscope::cli {

// Manual pages in the man(7) macros, for section 1. The same program gives the same bytes: there is
// no date in them.

/// nscope(1): commands, common options, exit codes, environment.
std::string program_page(const CommandReference& program);

/// nscope-import(1) and so on: one of the program's commands.
std::string command_page(const CommandReference& program, const CommandReference& command);

/// Text with everything in it that troff would take for a command or a typographic sign escaped.
std::string troff_text(std::string_view text);

}  // namespace nscope::cli
