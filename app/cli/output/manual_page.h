#pragma once

#include "app/cli/output/command_reference.h"

#include <string>

namespace nscope::cli {

// Manual pages of section 1 with man(7) macros, always in English. They contain no date, so that
// the same program gives the same bytes.

/// nscope(1): commands, common options, exit codes, environment.
std::string program_page(const CommandReference& program);

/// nscope-import(1) and so on: the page of one command.
std::string command_page(const CommandReference& program, const CommandReference& command);

/// Text in which all characters that troff would interpret are escaped.
std::string troff_text(std::string_view text);

}  // namespace nscope::cli
