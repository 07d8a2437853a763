#pragma once

#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <functional>
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

  /// Declares a track next to the threads of a process, which has the number `process`. The spec
  /// has no parent.
  using MakeTrack = std::function<TrackId(std::uint64_t process, TrackSpec spec)>;

  AsyncSpans(TraceWriter& out, MakeTrack make_track)
      : out_(out), make_track_(std::move(make_track)) {}

  /// Adds an event. `span` is a hash of process, category and id; `text` is the text of `name`
  /// if it is known; else all tracks of the name have the same one.
  void add(std::uint64_t span, Step step, std::int64_t time, std::uint64_t process, StringId name,
           std::string_view text = {});
  /// Adds an argument to the last event.
  void arg(StringId key, ArgValue value);

  /// Writes all slices. A begin without an end is an open slice; ends without a begin are counted.
  void finish();

 private:
  struct Event {
    std::uint64_t span = 0;
    std::int64_t time = 0;
    std::uint64_t process = 0;
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
  using TrackKey = std::pair<std::uint64_t, StringId>;

  std::vector<Span> pair_up();
  static std::size_t place_of(const Event& end, const std::vector<Span>& spans,
                              const std::vector<std::size_t>& open);
  TrackId lane_for(const Span& root);
  void write(const Span& span, TrackId track);
  void write_args(SliceId slice, const Event& event);

  TraceWriter& out_;
  MakeTrack make_track_;
  std::vector<Event> events_;
  std::vector<Arg> args_;
  std::map<StringId, std::string> names_;
  std::map<TrackKey, std::vector<Lane>> lanes_;
};

}  // namespace nscope::importers
