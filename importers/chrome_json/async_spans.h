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

/// Collects asynchronous events, whose begin, instant and end events belong together by an id
/// instead of a thread, and writes them as slices when all are known. There is one track for each
/// name next to the threads, and more if spans of a name overlap. One thread.
class AsyncSpans {
 public:
  enum class Step : std::uint8_t { kBegin, kInstant, kEnd };

  AsyncSpans(TraceWriter& out, TrackTable& tracks) : out_(out), tracks_(tracks) {}

  /// Adds an event. `span` is a hash of process, category and id; `text` is the text of `name`.
  void add(std::uint64_t span, Step step, std::int64_t time, Process& process, StringId name,
           std::string_view text);
  /// Adds an argument to the last event.
  void arg(StringId key, ArgValue value);

  /// Writes all slices. A begin without an end is an open slice; ends without a begin are counted.
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
  /// A slice to write; the slices inside it follow directly.
  struct Span {
    const Event* begin = nullptr;
    const Event* end = nullptr;  // null if there is none
    bool root = false;
  };
  struct Lane {
    TrackId track{};
    std::int64_t busy_until = std::numeric_limits<std::int64_t>::min();
  };
  using TrackKey = std::pair<Process*, StringId>;

  std::vector<Span> pair_up();
  TrackId lane_for(const Span& root);
  void write(const Span& span, TrackId track);
  void write_args(SliceId slice, const Event& event);

  TraceWriter& out_;
  TrackTable& tracks_;
  std::vector<Event> events_;
  std::vector<Arg> args_;
  std::map<StringId, std::string> names_;
  std::map<TrackKey, std::vector<Lane>>
      lanes_;  // not iterated, because addresses have no fixed order
};

}  // namespace nscope::importers
