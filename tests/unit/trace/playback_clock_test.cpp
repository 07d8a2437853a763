#include "profiler/trace/build/playback_clock.h"

#include "tests/unit/trace/hand_moved_time.h"

#include <atomic>
#include <thread>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using namespace std::chrono_literals;

TEST(PlaybackClock, TraceTimeFollowsTheSpeed) {
  HandMovedTime time;
  PlaybackClock clock(2.0, time);
  time.pass(5s);  // before the start, so not counted
  clock.start();
  EXPECT_DOUBLE_EQ(clock.advance(10ms), 20e6);
  time.pass(90ms);  // a slow consumer, after which playback catches up
  EXPECT_DOUBLE_EQ(clock.advance(10ms), 200e6);
}

TEST(PlaybackClock, ChangesTakeEffectImmediately) {
  HandMovedTime time;
  PlaybackClock clock(1.0, time);
  clock.start();
  time.pass(3ms);
  clock.set_speed(10.0);
  time.pass(2ms);
  clock.pause();
  time.pass(1h);
  EXPECT_TRUE(clock.paused());
  EXPECT_DOUBLE_EQ(clock.advance(10ms), 23e6);
  EXPECT_DOUBLE_EQ(clock.advance(10ms), 0.0);
  clock.resume();
  EXPECT_DOUBLE_EQ(clock.advance(1ms), 10e6);
}

TEST(PlaybackClock, UnlimitedDoesNotWait) {
  HandMovedTime time;
  PlaybackClock clock(PlaybackClock::kUnlimited, time);
  clock.start();
  EXPECT_EQ(clock.advance(10ms), PlaybackClock::kUnlimited);
  EXPECT_EQ(time.waits, 0);
  clock.pause();
  EXPECT_EQ(clock.advance(10ms), 0.0);
  EXPECT_EQ(time.waits, 1);
  clock.resume();
  time.pass(1s);
  clock.set_speed(0.5);
  EXPECT_DOUBLE_EQ(clock.advance(2ms), 1e6) << "the unlimited second is not owed";
}

// Without a wake-up these threads would wait for an hour.
TEST(PlaybackClock, ControlWakesThePlayer) {
  for (const int change : {0, 1, 2}) {
    PlaybackClock clock(1.0);
    clock.start();
    if (change == 1) clock.pause();
    std::atomic<bool> returned = false;
    std::thread player([&] {
      clock.advance(1h);
      returned = true;
    });
    while (!returned) {
      if (change == 0) clock.pause();
      if (change == 1) clock.resume();
      if (change == 2) clock.set_speed(3.0);
      std::this_thread::yield();
    }
    player.join();
  }
}

}  // namespace
}  // namespace nscope
