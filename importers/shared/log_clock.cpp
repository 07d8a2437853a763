#include "importers/shared/log_clock.h"

#include "profiler/trace/vocabulary.h"

#include <algorithm>
#include <string>

namespace nscope::importers {
namespace {

constexpr TraceTime kStep{1000};  // between messages without a time
/// The messages of several processes are out of order by less.
constexpr TraceTime kLargestDisorder{60'000'000'000};

}  // namespace

void LogClock::move_to(const std::optional<TimeStamp>& stamp) {
  stamped_ = stamp && fits(*stamp);
  if (!stamped_) {
    ++without_time_;
    now_ = last_ + kStep;
  } else {
    if (!origin_ns_) {
      origin_ns_ = stamp->ns - last_.value();
      utc_ = stamp->utc;
    }
    now_ = TraceTime(stamp->ns - *origin_ns_);
    // Each step back counts once, not all messages after it.
    if (now_ + kLargestDisorder < before_) ++steps_back_;
    before_ = now_;
  }
  first_ = std::min(first_, std::max(now_, TraceTime(-kLatest.value())));
  extend(now_);
}

void LogClock::move_to_uptime(std::int64_t ns) {
  if (!uptime_origin_ns_) uptime_origin_ns_ = ns - last_.value();
  stamped_ = true;
  now_ = TraceTime(std::max<std::int64_t>(ns - *uptime_origin_ns_, 0));
  extend(now_);
}

void LogClock::extend(TraceTime time) {
  last_ = std::max(last_, std::min(time, kLatest));
}

void LogClock::finish(TraceWriter& out) const {
  if (without_time_ > 0) {
    out.diagnose("line_without_time", Severity::kInfo,
                 tr("a message has no time stamp: it was placed one microsecond after the last "
                    "known time"),
                 without_time_);
  }
  if (steps_back_ > 0) {
    out.diagnose("time_goes_back", Severity::kWarning,
                 tr("a message is more than a minute before the message before it; the clock was "
                    "set back, or the file consists of several logs"),
                 steps_back_);
  }
  out.time_base({.ticks_per_ns = 1, .window_begin = first_, .window_end = last_});
  if (origin_ns_) {
    // Without a time zone in the log, its times cannot be converted to Unix time.
    out.property(std::string(property::kClock),
                 PropertyValue(std::string(utc_ ? "unix" : "local")));
    out.property(std::string(property::kClockOrigin), PropertyValue(*origin_ns_));
  }
}

}  // namespace nscope::importers
