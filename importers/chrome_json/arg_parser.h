#pragma once

#include "importers/chrome_json/event_cursor.h"
#include "importers/chrome_json/event_shape.h"
#include "importers/chrome_json/file/event_block.h"
#include "importers/chrome_json/file/json_scan.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

namespace nscope::importers {

/// Reads the arguments of events into `block`; nested objects become dotted keys. Functions that
/// return false have set the reason in the cursor.
class ArgParser {
 public:
  ArgParser(EventCursor& in, EventBlock& block) : in_(in), block_(block) {}

  /// Reads the value of "args".
  bool parse();
  /// Reads a field of an event that has no meaning in the format as one argument.
  bool take_field(std::uint32_t key);

 private:
  bool take_member(std::uint32_t key);
  bool take_known(std::size_t place);
  bool take_arg();
  bool enter_object();
  bool take_number(std::uint32_t key);
  bool take_long_integer(std::uint32_t key, const char* end);
  bool take_word(std::uint32_t key);
  bool take_nested(std::uint32_t key);
  void add(std::uint32_t key, EventArg::Type type, std::int64_t bits) {
    block_.args.push_back({key, type, false, bits});
  }

  EventCursor& in_;
  EventBlock& block_;
  std::string path_;  // dotted key of the current nested object
  std::array<std::uint32_t, json_scan::kMaxDepth> path_ends_{};
  int depth_ = 0;

  // Keys of the arguments of earlier events, by place.
  struct KnownKey {
    Literal text;
    std::uint32_t key = 0;
  };
  static constexpr std::size_t kKnownPlaces = 16;
  std::array<std::array<KnownKey, 2>, kKnownPlaces> known_keys_{};
};

}  // namespace nscope::importers
