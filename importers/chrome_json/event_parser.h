#pragma once

#include "importers/chrome_json/event_block.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace nscope::importers {

/// Where and why parse_events() stopped.
struct ParseStop {
  enum class Reason {
    kEndOfText,  ///< between two events; `position` is the text's size
    kEndOfList,  ///< behind the closing bracket
    kCutOff,     ///< the text ends inside an event, which begins at `position`
    kError,      ///< no JSON from `position` on
  };
  Reason reason = Reason::kEndOfText;
  std::size_t position = 0;
  std::string message{};
};

/// Reads events of a list, beginning between two of them, and appends them to
/// `block` up to where it stops. Any legal JSON is read; commas between events may
/// be missing or doubled. `text` needs ByteSource::kPadding readable bytes behind
/// its end. Safe from any thread with a block of its own.
ParseStop parse_events(std::string_view text, EventBlock& block);

}  // namespace nscope::importers
