#pragma once

#include <string>
#include <vector>

namespace nscope::batch {

/// A word of a shell command, in quotes if necessary. Pure.
std::string shell_word(const std::string& word);

/// The words as a line that a POSIX shell reads. Pure.
std::string shell_line(const std::vector<std::string>& words);

}  // namespace nscope::batch
