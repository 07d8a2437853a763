#pragma once

#include "importers/chrome_json/flow_binder.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace nscope::importers {

/// Pairs the begin and end events (phases B and E) of threads and closes their slices. Events may
/// be in any order in the file: the pairs are found in the order of time, and at equal times in the
/// order of the file.
///
/// An end closes the innermost open slice with its name, or the innermost one if it has no name or
/// no slice has its name. Slices inside a closed slice may have their own ends at the same time or
/// later; if they have none, they end with the slice around them.
///
/// All events are kept in memory up to kMaxKept; above that the older half of each thread is
/// paired. Times are in ticks. One thread.
class DurationPairs {
 public:
  static constexpr std::size_t kMaxKept = std::size_t{2} << 20;

  DurationPairs(TraceWriter& out, FlowBinder& flows) : out_(out), flows_(flows) {}

  /// Adds the begin of `slice`, which is open. `number` is the number of the event in the file.
  void begin(std::uint32_t thread, std::int64_t time, StringId name, SliceId slice,
             std::int64_t number);
  /// Adds an end; `name` is invalid if it has none.
  void end(std::uint32_t thread, std::int64_t time, StringId name, std::int64_t number);
  /// Adds a property of the last end, which its slice receives.
  void arg(StringId key, ArgValue value);

  /// Closes the slices. Slices without an end and without a closed slice around them stay open;
  /// other unpaired events are counted.
  void finish();

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

  struct Event {
    std::int64_t time = 0;
    std::int64_t number = 0;
    StringId name{};
    SliceId slice{};  ///< invalid: an end
    std::uint32_t args_begin = 0;
    std::uint32_t args_end = 0;
  };
  struct Property {
    StringId key;
    ArgValue value;
  };
  /// A slice that has begun.
  struct Begun {
    SliceId slice{};
    StringId name{};
    std::int64_t start = 0;
    std::int64_t number = 0;
    std::uint32_t outer = kNone;  ///< the next slice outwards with this name
  };
  /// A slice without an end inside a slice that was closed.
  struct Enclosed {
    Begun begun;
    std::int64_t limit = 0;  ///< time at which the slice around it was closed
    bool closed = false;
  };
  struct ThreadState {
    std::vector<Event> events;
    std::vector<Property> args;
    bool sorted = true;
    std::int64_t horizon = std::numeric_limits<std::int64_t>::min();  ///< paired up to this time

    std::vector<Begun> open;                                ///< outermost first
    std::unordered_map<StringId, std::uint32_t> innermost;  ///< index in `open` by name
    std::vector<Enclosed> enclosed;
    std::unordered_map<StringId, std::vector<std::uint32_t>> enclosed_by_name;

    // Of the events with the current time.
    std::int64_t now = std::numeric_limits<std::int64_t>::min();
    std::vector<std::uint32_t> newly_enclosed;  ///< indices in `enclosed`, innermost last
    std::vector<Event> unmatched;               ///< ends with a name that no open slice has
  };

  ThreadState& at(std::uint32_t thread);
  void add(std::uint32_t thread, Event event);
  void pair_older_half();
  void pair(std::uint32_t thread, std::int64_t before);
  static void open(ThreadState& state, Begun begun);
  void take_begin(std::uint32_t thread, const Event& event);
  void take_end(std::uint32_t thread, const Event& event);
  void end_of_time(std::uint32_t thread);
  bool close_enclosed(std::uint32_t thread, const Event& end, bool now_only);
  bool close_newly_enclosed(std::uint32_t thread, const Event& end);
  void close_unmatched(std::uint32_t thread, const Event& end);
  void close_open(std::uint32_t thread, std::uint32_t index, const Event& end);
  void close(std::uint32_t thread, const Begun& begun, const Event& end);

  TraceWriter& out_;
  FlowBinder& flows_;
  std::vector<ThreadState> threads_;
  std::uint32_t last_end_ = kNone;  ///< thread of the last end
  std::size_t kept_ = 0;
  std::size_t pair_above_ = kMaxKept;
};

}  // namespace nscope::importers
