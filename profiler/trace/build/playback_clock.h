#pragma once

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>

namespace nscope {

/// A steady clock that can be waited for. Tests use one that they advance themselves.
class TimeSource {
 public:
  virtual ~TimeSource() = default;
  virtual std::chrono::nanoseconds now() const = 0;
  /// Returns at `until`, when `changed` is notified, or spuriously. `lock` is held before and
  /// after the wait, but not during it.
  virtual void wait_until(std::chrono::nanoseconds until, std::condition_variable& changed,
                          std::unique_lock<std::mutex>& lock) = 0;
};

/// std::chrono::steady_clock.
class SteadyTime final : public TimeSource {
 public:
  std::chrono::nanoseconds now() const override;
  void wait_until(std::chrono::nanoseconds until, std::condition_variable& changed,
                  std::unique_lock<std::mutex>& lock) override;
};

/// The speed at which a trace is played: nanoseconds of trace time per nanosecond of real
/// time. One thread plays (start, advance), other threads control; all members are safe
/// from any thread. A change of speed, pause() and resume() wake the player immediately.
class PlaybackClock {
 public:
  /// As fast as the consumer accepts batches.
  static constexpr double kUnlimited = std::numeric_limits<double>::infinity();

  /// `speed` must be above 0 (asserted): 1 is real time. `time` must outlive this.
  explicit PlaybackClock(double speed = 1.0) : PlaybackClock(speed, steady_) {}
  PlaybackClock(double speed, TimeSource& time);

  double speed() const;
  void set_speed(double speed);
  bool paused() const;
  void pause();
  void resume();

  /// Starts the clock. Called by the player when it begins.
  void start();
  /// Waits for `frame` of real time, or less after a change, and returns the nanoseconds of
  /// trace time that have passed since the last call. At unlimited speed it does not wait and
  /// returns kUnlimited; while paused it returns 0.
  double advance(std::chrono::nanoseconds frame);

 private:
  void settle();

  SteadyTime steady_;
  TimeSource& time_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  double speed_;
  bool paused_ = false;
  std::chrono::nanoseconds settled_{0};  ///< real time up to which `due_` has been computed
  double due_ = 0.0;                     ///< ns of trace time that have passed
};

}  // namespace nscope
