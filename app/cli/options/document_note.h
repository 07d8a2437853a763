#pragma once

#include "profiler/base/language.h"

#include <string>

namespace nscope::cli {

/// The note of a document (app::Document) as a line for standard error; empty if it has none.
inline std::string note_line(const Text& note, const Language& language) {
  return note.empty() ? std::string() : language.say(note) + "\n";
}

}  // namespace nscope::cli
