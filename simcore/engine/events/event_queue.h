#pragma once

#include "profiler/base/units.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace nscope::sim {

inline constexpr double kPicosecondsPerSecond = 1e12;

/// Rounds to the nearest picosecond. The range is 106 days in both directions.
inline Picoseconds picoseconds(double seconds) {
  return std::llround(seconds * kPicosecondsPerSecond);
}
inline double to_seconds(Picoseconds time) {
  return static_cast<double>(time) * 1e-12;
}

/// The pending events of a simulation: a binary heap ordered by time, then by the order of
/// scheduling, so that a run is reproducible. For one thread.
template <class Event>
class EventQueue {
 public:
  struct Entry {
    Picoseconds time = 0;
    std::uint64_t sequence = 0;
    Event event;
  };

  bool empty() const { return heap_.empty(); }
  std::size_t size() const { return heap_.size(); }
  /// The time of the earliest event. The queue must not be empty.
  Picoseconds next_time() const { return heap_.front().time; }

  void schedule(Picoseconds time, Event event) {
    heap_.push_back({time, next_++, std::move(event)});
    std::push_heap(heap_.begin(), heap_.end(), later);
  }

  /// The earliest event. The queue must not be empty.
  Entry take() {
    std::pop_heap(heap_.begin(), heap_.end(), later);
    Entry entry = std::move(heap_.back());
    heap_.pop_back();
    return entry;
  }

 private:
  static bool later(const Entry& a, const Entry& b) {
    return a.time != b.time ? a.time > b.time : a.sequence > b.sequence;
  }

  std::vector<Entry> heap_;
  std::uint64_t next_ = 0;
};

}  // namespace nscope::sim
