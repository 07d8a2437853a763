#pragma once

#include "importers/shared/text_lines.h"
#include "profiler/trace/build/trace_writer.h"

#include <cstdint>
#include <optional>

namespace nscope::importers {

/// Converts the time stamps of a log to the time of its trace: the first one is 0, and a message
/// without a time stamp is one microsecond after the latest known time. A value; a copy can be kept
/// to undo a step. One thread.
class LogClock {
 public:
  /// Largest time after the start: 31 years, so that sums of times fit into 64 bits.
  static constexpr TraceTime kLatest{1'000'000'000'000'000'000};

  /// Moves the clock to a message.
  void move_to(const std::optional<TimeStamp>& stamp);
  /// Moves the clock to a message of the kernel, which states only the time since the machine
  /// started. `ns` counts from there.
  void move_to_uptime(std::int64_t ns);
  /// Moves the clock to a time between messages.
  void set(TraceTime time) { now_ = time; }
  /// Makes `time` the latest time if it is later.
  void extend(TraceTime time);

  TraceTime now() const { return now_; }
  TraceTime last() const { return last_; }
  /// Whether the current message has a time stamp.
  bool stamped() const { return stamped_; }
  /// Whether the stamp can be compared with those before: either all or none state their zone.
  bool fits(const TimeStamp& stamp) const { return !origin_ns_ || stamp.utc == utc_; }

  /// Writes the time base and the properties of the clock, and counts messages without a time.
  void finish(TraceWriter& out) const;

 private:
  std::optional<std::int64_t> origin_ns_;
  std::optional<std::int64_t> uptime_origin_ns_;
  bool utc_ = false;
  bool stamped_ = false;
  TraceTime now_{};
  TraceTime before_{};  ///< of the last message with a time stamp
  TraceTime first_{};
  TraceTime last_{};
  std::int64_t steps_back_ = 0;
  std::int64_t without_time_ = 0;
};

}  // namespace nscope::importers
