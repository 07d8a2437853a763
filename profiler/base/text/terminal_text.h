#pragma once

#include <string>
#include <string_view>

namespace nscope {

/// The text without anything that a terminal obeys, because names and contents of files must not
/// reach it as commands or change the order of what it shows: control characters (C0, DEL, C1),
/// marks of bidirectional text, and Unicode's line and paragraph separators are escaped as "\x1b"
/// or "\u202e", and bytes that are not UTF-8 as "\xff". The characters of `keep`, which are "\n",
/// "\t" or both, are unchanged.
std::string terminal_text(std::string_view text, std::string_view keep = {});

}  // namespace nscope
