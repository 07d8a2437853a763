#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace nscope::importers::perfetto {

/// Texts that packets of one sequence refer to by number. The numbers of real writers are small and
/// dense. Others are in a hash table, so that a large number does not need much memory.
class InternedTexts {
 public:
  void set(std::uint64_t id, StringId text);
  StringId find(std::uint64_t id) const {
    if (id < dense_.size()) return dense_[id];
    const auto found = sparse_.find(id);
    return found == sparse_.end() ? StringId() : found->second;
  }
  void clear();

 private:
  std::vector<StringId> dense_;
  std::unordered_map<std::uint64_t, StringId> sparse_;
  std::size_t count_ = 0;
};

/// The state of one sequence of packets (one writer): interned texts and defaults. Valid from a
/// packet that clears it until packets are lost.
struct Sequence {
  InternedTexts categories;
  InternedTexts event_names;
  InternedTexts annotation_names;
  std::unordered_map<std::uint64_t, std::string> annotation_name_texts;  ///< for nested values
  InternedTexts annotation_texts;
  InternedTexts source_locations;  ///< "function file:line"
  std::uint64_t default_track = 0;
  std::uint32_t default_clock = 0;  ///< 0: the trace's clock
  std::vector<std::uint64_t> default_counter_tracks;
  std::vector<std::uint64_t> default_real_counter_tracks;
  std::uint32_t generation = 0;  ///< increases when the state is cleared
  bool lost = false;             ///< packets before the current one are missing

  void clear();
  /// Reads an InternedData message. False if it is damaged.
  bool add_interned(std::string_view message, TraceWriter& out);
  /// Reads a TracePacketDefaults message. False if it is damaged.
  bool set_defaults(std::string_view message);
};

/// "function file:line" of a SourceLocation message, and its id.
struct SourceLocation {
  std::uint64_t id = 0;
  std::string text;
};
bool read_source_location(std::string_view message, SourceLocation& location);

}  // namespace nscope::importers::perfetto
