#pragma once

#include "profiler/base/units.h"

#include <algorithm>

namespace nscope {

/// The clock of TensorE, in windows that begin with the run. TensorE runs at its full clock in a
/// window if it did at least `busy_share` of the work of the full clock in the window before, and
/// otherwise at half of it. It begins at half of its clock.
class ClockGate {
 public:
  /// `window` 0: always the full clock.
  ClockGate(Picoseconds window, double busy_share)
      : window_(window), busy_share_(busy_share), end_(window) {}

  /// Whether work that begins at `now` has the full clock. Calls must be in order of time.
  bool full_at(Picoseconds now) {
    if (window_ <= 0) return true;
    close_windows(now);
    return fast_;
  }

  /// The duration from `now` of work that takes `full` at the full clock. As full_at().
  Picoseconds stretch(Picoseconds now, Picoseconds full) {
    if (window_ <= 0) return full;
    close_windows(now);
    const Picoseconds takes = fast_ ? full : 2 * full;
    // The part in the next window counts there.
    const Picoseconds inside = std::min(takes, end_ - now);
    const Picoseconds part = fast_ ? inside : inside / 2;
    done_ += part;
    carried_ += full - part;
    return takes;
  }

 private:
  void close_windows(Picoseconds now) {
    while (now >= end_) {
      fast_ = static_cast<double>(done_) >= busy_share_ * static_cast<double>(window_);
      done_ = std::min(carried_, window_);
      carried_ -= done_;
      end_ += window_;
      if (done_ > 0 || now < end_) continue;
      // Nothing runs until `now`, so the windows in between are empty.
      end_ += (now - end_) / window_ * window_;
    }
  }

  Picoseconds window_;
  double busy_share_;
  Picoseconds end_;
  Picoseconds done_ = 0;     ///< work in the window, as time at the full clock
  Picoseconds carried_ = 0;  ///< work that began in the window and continues in the next
  bool fast_ = false;
};

}  // namespace nscope
