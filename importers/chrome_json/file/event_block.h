#pragma once

#include "importers/chrome_json/file/decimal_time.h"
#include "importers/shared/local_strings.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// An id in a file: a number or a text (in the strings of the block).
struct EventId {
  enum class Kind : std::uint8_t { kNone, kInteger, kText };
  std::int64_t value = 0;  ///< the number, or the text's local id
  Kind kind = Kind::kNone;
  bool hexadecimal = false;  ///< written as a hexadecimal text; the same id as the number
  bool operator==(const EventId& other) const { return value == other.value && kind == other.kind; }
};

/// The less frequent fields of an event.
struct EventExtra {
  EventId id;
  EventId bind_id;
  std::uint32_t scope = LocalStrings::kNone;  ///< text of "scope" or "s"
  bool flow_in = false;
  bool flow_out = false;
  bool bind_enclosing = false;  ///< bp: "e"
  bool global_id = false;       ///< the id is that of the whole file, not of a process
};

/// One parsed event; its texts are local ids.
struct Event {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::int16_t start_ps = 0;
  std::int16_t duration_ps = 0;
  std::uint32_t name = LocalStrings::kNone;
  std::uint32_t category = LocalStrings::kNone;
  std::uint32_t thread = 0;      ///< index into EventBlock::threads
  std::uint32_t args_begin = 0;  ///< its arguments end at args_begin of the next event
  std::uint32_t extra = 0;       ///< index into EventBlock::extras; 0: none
  char phase = 0;
  bool has_start = false;
  bool has_duration = false;
};

struct EventArg {
  enum class Type : std::uint8_t { kInteger, kReal, kText };
  std::uint32_t key = 0;
  Type type = Type::kInteger;
  bool of_event = false;  ///< a field of the event itself, not a member of its "args"
  std::int64_t bits = 0;  ///< the integer, the double's bits, or a local text id
};

struct ThreadKey {
  EventId process;
  EventId thread;
  bool operator==(const ThreadKey&) const = default;
};
struct ThreadKeyHash {
  std::size_t operator()(const ThreadKey& key) const;
};

/// The events of one piece of a file in a compact form that does not refer to the text.
struct EventBlock {
  std::vector<Event> events;
  std::vector<EventArg> args;
  std::vector<EventExtra> extras;
  std::vector<ThreadKey> threads;
  std::vector<std::uint32_t> metadata;  ///< events of phase M
  LocalStrings strings;
  std::int64_t not_events = 0;   ///< elements of the list that are not objects
  std::int64_t bad_fields = 0;   ///< fields of the wrong type
  bool has_picoseconds = false;  ///< a time is finer than a nanosecond
  std::unordered_map<ThreadKey, std::uint32_t, ThreadKeyHash> thread_numbers;

  std::size_t args_end(std::size_t event) const {
    return event + 1 < events.size() ? events[event + 1].args_begin : args.size();
  }
  /// The index of a thread in `threads`; adds the thread if it is new.
  std::uint32_t thread_number(const ThreadKey& key);
  std::size_t memory() const;
  /// Removes the content and keeps the memory.
  void clear();
};

}  // namespace nscope::importers
