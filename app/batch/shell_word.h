#pragma once

#include <string>

namespace nscope::batch {

/// A word of a shell command, in quotes if necessary. Pure.
std::string shell_word(const std::string& word);

}  // namespace nscope::batch
