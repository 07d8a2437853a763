#pragma once

#include "importers/chrome_json/track_table.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nscope::importers {

/// Collects asynchronous events (begin, instant and end found by an id, not by a
/// thread) and writes them as slices once all are known: on rows beside the
/// threads, one per name, and more where several of a name overlap. One thread.
class AsyncSpans {
 public:
  enum class Step : std::uint8_t { kBegin, kInstant, kEnd };

  AsyncSpans(TraceWriter& out, TrackTable& tracks) : out_(out), tracks_(tracks) {}

  /// `span` tells apart what may overlap: a hash of process, category and id.
  /// `text` is the name's.
  void add(std::uint64_t span, Step step, std::int64_t time, Process& process, StringId name,
           std::string_view text);
  /// An argument of the event added last.
  void arg(StringId key, ArgValue value);

  /// Writes all slices. Begins without an end stay open; ends without a begin are
  /// counted.
  void finish();

 private:
  struct Event {
    std::uint64_t span = 0;
    std::int64_t time = 0;
    Process* process = nullptr;
    StringId name{};
    std::uint32_t order = 0;
    std::uint32_t args_begin = 0;
    std::uint32_t args_end = 0;
    Step step = Step::kBegin;
  };
  struct Arg {
    StringId key;
    ArgValue value;
  };
  /// A slice to write; those inside it stand directly behind it.
  struct Span {
    const Event* begin = nullptr;
    const Event* end = nullptr;  // null: none came
    bool root = false;
  };
  struct Lane {
    TrackId row{};
    std::int64_t busy_until = std::numeric_limits<std::int64_t>::min();
  };
  using RowKey = std::pair<Process*, StringId>;

  std::vector<Span> pair_up();
  TrackId lane_for(const Span& root);
  void write(const Span& span, TrackId row);
  void write_args(SliceId slice, const Event& event);

  TraceWriter& out_;
  TrackTable& tracks_;
  std::vector<Event> events_;
  std::vector<Arg> args_;
  std::map<StringId, std::string> names_;
  std::map<RowKey, std::vector<Lane>> lanes_;  // looked up only: no order of addresses
};

}  // namespace nscope::importers
