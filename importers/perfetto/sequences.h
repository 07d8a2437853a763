#pragma once

#include "profiler/base/ids.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
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

/// The categories of events that are work of a GPU, for the kinds of their tracks.
class WorkCategories {
 public:
  enum class Work : std::uint8_t { kNone, kKernel, kCopy };

  /// Notes the category if its text is known.
  void note(StringId category, std::string_view text);
  Work find(StringId category) const;
  bool empty() const { return known_.empty(); }

 private:
  std::vector<std::pair<StringId, Work>> known_;
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
  std::uint64_t thread_track = 0;   ///< of the writer; unlike the defaults it is never cleared
  std::uint32_t default_clock = 0;  ///< 0: the trace's clock
  std::vector<std::uint64_t> default_counter_tracks;
  std::vector<std::uint64_t> default_real_counter_tracks;
  /// Of incremental counters, by track. Each sequence writes its own differences.
  std::unordered_map<std::uint64_t, double> counter_sums;
  bool lost = false;  ///< packets before the current one are missing

  void clear();
  /// Reads an InternedData message. False if it is damaged.
  bool add_interned(std::string_view message, TraceWriter& out, WorkCategories& work);
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
