#pragma once

#include "importers/chrome_json/file/event_block.h"
#include "profiler/base/text.h"

#include <cstddef>
#include <string_view>

namespace nscope::importers {

/// Where and why parse_events() stopped.
struct ParseStop {
  enum class Reason {
    kEndOfText,  ///< between two events; `position` is the text's size
    kEndOfList,  ///< after the closing bracket
    kCutOff,     ///< the text ends inside an event that starts at `position`
    kError,      ///< not valid JSON at `position`
  };
  Reason reason = Reason::kEndOfText;
  std::size_t position = 0;
  Phrase message{};  ///< of kError
};

/// Reads events of a list from a position between two events and appends them to `block`. Any valid
/// JSON is read; commas between events may be missing or doubled. `text` needs ByteSource::kPadding
/// readable bytes after its end. Thread-safe if each thread has its own block.
ParseStop parse_events(std::string_view text, EventBlock& block);

}  // namespace nscope::importers
