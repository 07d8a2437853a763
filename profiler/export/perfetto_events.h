#pragma once

#include "profiler/trace/trace.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace nscope {

/// The events of one track in order of time, as Perfetto requires them: slices are begin and end
/// events on lanes on which they are properly nested. On a flat track the slices of a lane do not
/// overlap. The trace must outlive it.
class PerfettoEvents {
 public:
  enum class Type : std::uint8_t { kBegin, kEnd, kInstant, kCounter };
  struct Event {
    Type type = Type::kBegin;
    std::uint32_t lane = 0;  ///< numbered in order of first use
    std::size_t row = 0;     ///< of the slice, or of the sample
    TraceTime time{};
  };

  explicit PerfettoEvents(const Track& track) : track_(&track) {}

  const Track& track() const { return *track_; }
  bool done() const {
    return open_.empty() && row_ == track_->slices.size() && sample_ == track_->counters.size();
  }
  /// The time of the next event; requires !done().
  TraceTime time() const;
  /// The next event; requires !done().
  Event next();

 private:
  struct Open {
    std::int64_t end = 0;
    std::uint32_t lane = 0;
    std::size_t row = 0;
  };
  /// Whether `a` ends after `b`. Of equal ends on one lane the inner slice ends first.
  static bool later(const Open& a, const Open& b);
  bool end_is_next() const;
  bool sample_is_next() const;
  std::uint32_t lane_for(std::int64_t end);

  const Track* track_;
  std::size_t row_ = 0;
  std::size_t sample_ = 0;
  std::vector<Open> open_;                        // heap, earliest end first
  std::vector<std::vector<std::int64_t>> lanes_;  // ends of open slices, outermost first
};

}  // namespace nscope
