#include "profiler/trace/build/playback_clock.h"

#include <cassert>
#include <utility>

namespace nscope {

std::chrono::nanoseconds SteadyTime::now() const {
  return std::chrono::steady_clock::now().time_since_epoch();
}

void SteadyTime::wait_until(std::chrono::nanoseconds until, std::condition_variable& changed,
                            std::unique_lock<std::mutex>& lock) {
  changed.wait_until(lock, std::chrono::steady_clock::time_point(until));
}

PlaybackClock::PlaybackClock(double speed, TimeSource& time) : time_(time), speed_(speed) {
  assert(speed > 0.0);
}

double PlaybackClock::speed() const {
  const std::scoped_lock lock(mutex_);
  return speed_;
}

void PlaybackClock::set_speed(double speed) {
  assert(speed > 0.0);
  const std::scoped_lock lock(mutex_);
  settle();
  speed_ = speed;
  changed_.notify_all();
}

bool PlaybackClock::paused() const {
  const std::scoped_lock lock(mutex_);
  return paused_;
}

void PlaybackClock::pause() {
  const std::scoped_lock lock(mutex_);
  settle();
  paused_ = true;
  changed_.notify_all();
}

void PlaybackClock::resume() {
  const std::scoped_lock lock(mutex_);
  settle();
  paused_ = false;
  changed_.notify_all();
}

void PlaybackClock::start() {
  const std::scoped_lock lock(mutex_);
  settled_ = time_.now();
  due_ = 0.0;
}

/// Adds the trace time that has passed at the current speed.
void PlaybackClock::settle() {
  const std::chrono::nanoseconds now = time_.now();
  if (!paused_ && speed_ != kUnlimited) {
    due_ += static_cast<double>((now - settled_).count()) * speed_;
  }
  settled_ = now;
}

double PlaybackClock::advance(std::chrono::nanoseconds frame) {
  std::unique_lock lock(mutex_);
  const auto runs_free = [this] { return !paused_ && speed_ == kUnlimited; };
  if (!runs_free()) time_.wait_until(time_.now() + frame, changed_, lock);
  settle();
  const double due = std::exchange(due_, 0.0);
  return runs_free() ? kUnlimited : due;
}

}  // namespace nscope
