#pragma once

#include "importers/chrome_json/decimal_time.h"
#include "importers/chrome_json/local_strings.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// An id as files write them: a number, or a text (of the block's strings).
struct EventId {
  enum class Kind : std::uint8_t { kNone, kInteger, kText };
  std::int64_t value = 0;  ///< the number, or the text's local id
  Kind kind = Kind::kNone;
  bool operator==(const EventId&) const = default;
};

/// The rarer fields of an event.
struct EventExtra {
  EventId id;
  EventId bind_id;
  std::uint32_t scope = LocalStrings::kNone;  ///< text of "scope" or "s"
  bool flow_in = false;
  bool flow_out = false;
  bool bind_enclosing = false;  ///< bp: "e"
};

/// One event, as parsed: texts by local id.
struct Event {
  std::int64_t start_ns = 0;
  std::int64_t duration_ns = 0;
  std::int16_t start_ps = 0;
  std::int16_t duration_ps = 0;
  std::uint32_t name = LocalStrings::kNone;
  std::uint32_t category = LocalStrings::kNone;
  std::uint32_t thread = 0;      ///< index into EventBlock::threads
  std::uint32_t args_begin = 0;  ///< up to args_begin of the next event
  std::uint32_t extra = 0;       ///< index into EventBlock::extras; 0: none
  char phase = 0;
  bool has_start = false;
  bool has_duration = false;
};

struct EventArg {
  enum class Type : std::uint32_t { kInteger, kReal, kText };
  std::uint32_t key = 0;
  Type type = Type::kInteger;
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

/// The events of one piece of a file, in compact form and free of its text.
struct EventBlock {
  std::vector<Event> events;
  std::vector<EventArg> args;
  std::vector<EventExtra> extras;
  std::vector<ThreadKey> threads;
  std::vector<std::uint32_t> metadata;  ///< events of phase M
  LocalStrings strings;
  std::int64_t not_events = 0;   ///< elements of the list that are no objects
  std::int64_t bad_fields = 0;   ///< fields of a type that cannot be
  bool has_picoseconds = false;  ///< a time is finer than a nanosecond
  std::unordered_map<ThreadKey, std::uint32_t, ThreadKeyHash> thread_numbers;

  std::size_t args_end(std::size_t event) const {
    return event + 1 < events.size() ? events[event + 1].args_begin : args.size();
  }
  /// Index of a thread in `threads`, where it is added if need be.
  std::uint32_t thread_number(const ThreadKey& key);
  std::size_t memory() const;
  /// Forgets the content, keeps the memory.
  void clear();
};

}  // namespace nscope::importers
