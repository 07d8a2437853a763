#include "profiler/trace/build/trace_player.h"

#include "profiler/trace/build/batch_queue.h"
#include "profiler/trace/build/stream_meter.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"
#include "tests/support/gone_consumer.h"
#include "tests/support/round_trip_cases.h"
#include "tests/support/same_trace.h"
#include "tests/unit/trace/hand_moved_time.h"
#include "tests/unit/trace/sample_trace.h"

#include <algorithm>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace nscope {
namespace {

using namespace std::chrono_literals;

/// Stores every batch and calls a function of the test after each.
class Recorder final : public TraceSink {
 public:
  bool push(TraceBatch&& batch) override {
    batches.push_back(batch);
    if (after_push) after_push();
    return builder.push(std::move(batch));
  }

  template <class Part>
  std::size_t count(Part TraceBatch::* part) const {
    std::size_t sum = 0;
    for (const TraceBatch& batch : batches) sum += (batch.*part).size();
    return sum;
  }

  std::vector<TraceBatch> batches;
  TraceBuilder builder;
  std::function<void()> after_push;
};

/// One host track with slices {start, duration} in ns.
std::shared_ptr<const Trace> host_trace(std::vector<std::pair<std::int64_t, std::int64_t>> slices,
                                        std::int64_t window_end) {
  return made([&](TraceWriter& out) {
    out.time_base({.window_end = TraceTime(window_end)});
    const TrackId host = out.track({.name = "Host", .kind = TrackKind::kHost});
    for (const auto& [start, duration] : slices) {
      out.slice(host, out.intern("s"), TraceTime(start), TraceTime(duration));
    }
    out.metric({.name = "total_time", .value = 1.0, .unit = "s"});
  });
}

void expect_plays_back(const Trace& trace, double speed = PlaybackClock::kUnlimited) {
  HandMovedTime time;
  PlaybackClock clock(speed, time);
  TraceBuilder builder;
  TaskControl control;
  const auto played = play_trace(trace, clock, builder, control);
  ASSERT_TRUE(played) << to_string(played.error());
  expect_same_trace(trace, *builder.finish());
  EXPECT_TRUE(trace.end() == trace.begin() || control.fraction() == 1.0);
}

TEST(TracePlayer, GivesTheSameTrace) {
  expect_plays_back(*make_sample_trace());
  expect_plays_back(*rich_trace(1));
  expect_plays_back(*rich_trace(1000));
  expect_plays_back(*call_stack_trace());
  expect_plays_back(*empty_trace());
  expect_plays_back(*simulated_trace());
  for (unsigned round = 0; round < 20; ++round) expect_plays_back(*random_trace(round));
}

TEST(TracePlayer, GivesTheSameTraceAtAnySpeed) {
  // One frame of 10 ms plays 3 ns, so that most slices are sent open.
  expect_plays_back(*make_sample_trace(), 3e-7);
  expect_plays_back(*rich_trace(1000), 3e-7);
  for (unsigned round = 0; round < 20; ++round) expect_plays_back(*random_trace(round), 3e-7);
  expect_plays_back(*simulated_trace(), 0.5);
}

/// The times of a batch; a slice is sent with its properties.
void expect_in_order(const std::vector<TraceBatch>& batches) {
  std::int64_t before = std::numeric_limits<std::int64_t>::min();
  std::vector<bool> begun;
  for (const TraceBatch& batch : batches) {
    std::vector<std::int64_t> times;
    for (const auto& slice : batch.slices) times.push_back(slice.start.value());
    for (const auto& end : batch.slice_ends) times.push_back(end.end.value());
    for (const auto& sample : batch.counters) times.push_back(sample.time.value());
    EXPECT_LE(times.size(), 1u << 14);
    begun.resize(begun.size() + batch.slices.size(), true);
    for (const auto& arg : batch.args) {
      EXPECT_TRUE(std::any_of(batch.slices.begin(), batch.slices.end(),
                              [&](const auto& slice) { return slice.id == arg.slice; }));
    }
    for (const auto& flow : batch.flows) {
      EXPECT_LT(std::max(flow.from.index(), flow.to.index()), begun.size());
    }
    if (times.empty()) continue;
    EXPECT_GE(std::ranges::min(times), before);
    before = std::ranges::max(times);
  }
}

TEST(TracePlayer, EventsAreInOrderOfTime) {
  for (const double speed : {3e-7, PlaybackClock::kUnlimited}) {
    HandMovedTime time;
    PlaybackClock clock(speed, time);
    Recorder recorder;
    TaskControl control;
    const auto trace = random_trace(3);
    ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
    expect_in_order(recorder.batches);
    EXPECT_EQ(recorder.count(&TraceBatch::slices), trace->slice_count());
    EXPECT_EQ(recorder.batches[0].tracks.size(), trace->tracks().size());
  }
}

TEST(TracePlayer, BatchesAreBounded) {
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;
  for (int i = 0; i < 40'000; ++i) slices.emplace_back(i, 30'000);
  const auto trace = host_trace(slices, 0);
  PlaybackClock clock(PlaybackClock::kUnlimited);
  Recorder recorder;
  TaskControl control;
  ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
  EXPECT_GE(recorder.batches.size(), 5u);
  expect_in_order(recorder.batches);
  expect_same_trace(*trace, *recorder.builder.finish());
}

TEST(TracePlayer, OpenSlicesGrowUntilTheyEnd) {
  // Frames of 10 ms in real time.
  const auto trace = host_trace({{0, 25'000'000}, {12'000'000, 1'000'000}}, 40'000'000);
  HandMovedTime time;
  PlaybackClock clock(1.0, time);
  Recorder recorder;
  TaskControl control;
  std::vector<std::int64_t> lengths;
  recorder.after_push = [&] {
    const auto now = recorder.builder.snapshot();  // before this batch
    const Track& host = now->tracks().empty() ? Track() : now->tracks()[0];
    if (host.slices.size() > 0) lengths.push_back(host.slices.duration[0]);
  };
  ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
  EXPECT_EQ(lengths, (std::vector<std::int64_t>{10'000'000, 20'000'000, 25'000'000, 25'000'000}));
  EXPECT_EQ(recorder.count(&TraceBatch::slice_ends), 1u) << "the short one was never open";
  EXPECT_EQ(time.waits, 4);
  expect_same_trace(*trace, *recorder.builder.finish());
}

TEST(TracePlayer, PlaysNothingWhilePaused) {
  const auto trace = host_trace({{5'000'000, 1}, {15'000'000, 1}}, 20'000'000);
  HandMovedTime time;
  PlaybackClock clock(1.0, time);
  Recorder recorder;
  TaskControl control;
  std::vector<std::size_t> slices;
  time.on_wait = [&] {
    slices.push_back(recorder.count(&TraceBatch::slices));
    if (time.waits == 1) clock.pause();
    if (time.waits == 100) clock.resume();
  };
  ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
  ASSERT_GE(slices.size(), 101u);
  EXPECT_EQ(slices[99], slices[1]);
  EXPECT_LE(slices[1], 1u);
  expect_same_trace(*trace, *recorder.builder.finish());
}

TEST(TracePlayer, SpeedChangesWhileItPlays) {
  const auto trace = host_trace({{0, 1}, {3'600'000'000'000, 1}}, 3'600'000'000'000);
  HandMovedTime time;
  PlaybackClock clock(1.0, time);
  TraceBuilder builder;
  TaskControl control;
  time.on_wait = [&] {
    if (time.waits == 10) clock.set_speed(PlaybackClock::kUnlimited);
  };
  ASSERT_TRUE(play_trace(*trace, clock, builder, control));
  EXPECT_EQ(time.waits, 10) << "the rest of the hour was not waited for";
  expect_same_trace(*trace, *builder.finish());
}

TEST(TracePlayer, SlowingDownContinuesAtTheCurrentTime) {
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;
  for (int i = 0; i < 40'000; ++i) slices.emplace_back(i * 1'000, 1);  // 40 ms, five batches
  const auto trace = host_trace(slices, 0);
  HandMovedTime time;
  PlaybackClock clock(PlaybackClock::kUnlimited, time);
  Recorder recorder;
  recorder.after_push = [&] {
    if (recorder.batches.size() == 2) clock.set_speed(1.0);  // the first declares the tracks
  };
  TaskControl control;
  ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
  EXPECT_EQ(time.waits, 4) << "8.2 of 40 ms were played; the rest takes four frames";
  expect_same_trace(*trace, *recorder.builder.finish());
}

TEST(TracePlayer, StoppingKeepsThePlayedEvents) {
  const auto trace = host_trace({{0, 100'000'000}, {2'000'000, 1}, {50'000'000, 1}}, 100'000'000);
  HandMovedTime time;
  PlaybackClock clock(1.0, time);
  TraceBuilder builder;
  TaskControl control;
  time.on_wait = [&] {
    if (time.waits == 4) control.request_cancel();
  };
  const auto played = play_trace(*trace, clock, builder, control);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().code, ErrorCode::kCancelled);
  EXPECT_NEAR(control.fraction(), 0.3, 1e-9);
  const auto part = builder.finish();
  ASSERT_EQ(part->slice_count(), 2u);
  EXPECT_EQ(part->slice(SliceId(0)).end().value(), 30'000'000) << "open: ends where play stopped";
  EXPECT_EQ(part->time_base().window_end.value(), 30'000'000);
  EXPECT_TRUE(part->metrics().empty());
  std::vector<std::string> codes;
  for (const Diagnostic& diagnostic : part->diagnostics()) codes.push_back(diagnostic.code);
  EXPECT_EQ(codes, (std::vector<std::string>{"playback_stopped", "slice_without_end"}));
  EXPECT_NE(part->diagnostics()[0].example.english().find("missing slices: 1"), std::string::npos);
}

TEST(TracePlayer, StopsWhilePaused) {
  const auto trace = host_trace({{0, 1}}, 1'000'000'000);
  HandMovedTime time;
  PlaybackClock clock(PlaybackClock::kUnlimited, time);
  clock.pause();
  TraceBuilder builder;
  TaskControl control;
  time.on_wait = [&] {
    if (time.waits == 5) control.request_cancel();
  };
  EXPECT_FALSE(play_trace(*trace, clock, builder, control));
  EXPECT_EQ(builder.finish()->slice_count(), 0u);
}

TEST(TracePlayer, PlaysIntoAnotherThread) {
  const auto trace = simulated_trace();
  PlaybackClock clock(PlaybackClock::kUnlimited);
  BatchQueue queue(2);
  TaskControl control;
  std::thread player([&] {
    EXPECT_TRUE(play_trace(*trace, clock, queue, control));
    queue.close();
  });
  TraceBuilder builder;
  while (auto batch = queue.pop()) builder.push(std::move(*batch));
  player.join();
  expect_same_trace(*trace, *builder.finish());
}

TEST(StreamMeter, CountsTheDataOfAStream) {
  const auto trace = rich_trace(1000);
  PlaybackClock clock(PlaybackClock::kUnlimited);
  Recorder recorder;
  TaskControl control;
  ASSERT_TRUE(play_trace(*trace, clock, recorder, control));
  StreamMeter meter;
  for (const TraceBatch& batch : recorder.batches) meter.count(batch);
  std::size_t samples = 0;
  for (const Track& track : trace->tracks()) samples += track.counters.size();
  const StreamFigures figures = meter.figures();
  EXPECT_EQ(figures.slices, static_cast<std::int64_t>(trace->slice_count()));
  EXPECT_EQ(figures.samples, static_cast<std::int64_t>(samples));
  EXPECT_EQ(figures.flows, static_cast<std::int64_t>(trace->flows().size()));
  EXPECT_DOUBLE_EQ(figures.played_ns,
                   static_cast<double>((trace->end() - trace->begin()).value()) / 1000);
}

TEST(TracePlayer, RepeatsUntilItIsStopped) {
  // Slices end in the round in which they start, and the next round begins at its end.
  const auto trace = host_trace({{10, 20}, {50, 40}}, 100);
  HandMovedTime time;
  PlaybackClock clock(3e-7, time);  // 3 ns per frame
  Recorder recorder;
  TaskControl control;
  recorder.after_push = [&] {
    if (recorder.count(&TraceBatch::slices) == 5) control.request_cancel();
  };
  EXPECT_FALSE(play_trace(*trace, clock, recorder, control, {.repeat = true}));
  const auto played = recorder.builder.finish();
  const Track& host = played->tracks()[0];
  std::vector<std::pair<std::int64_t, std::int64_t>> slices;
  for (std::size_t row = 0; row + 1 < host.slices.size(); ++row) {
    slices.emplace_back(host.slices.start[row], host.slices.duration[row]);
  }
  EXPECT_EQ(slices, (std::vector<std::pair<std::int64_t, std::int64_t>>{
                        {10, 20}, {50, 40}, {110, 20}, {150, 40}}));
  EXPECT_EQ(host.slices.start[4], 210);
  ASSERT_FALSE(played->diagnostics().empty());
  EXPECT_EQ(played->diagnostics()[0].code, "playback_repeated");
  EXPECT_EQ(played->diagnostics()[0].count, 2);
  EXPECT_TRUE(played->metrics().empty()) << "they describe one round";
}

TEST(TracePlayer, AFrameMayContainManyRounds) {
  const auto trace = host_trace({{0, 1}}, 10);
  HandMovedTime time;
  PlaybackClock clock(1.001e-4, time);  // 1001 ns per frame: 100 rounds and the start of the next
  Recorder recorder;
  TaskControl control;
  time.on_wait = [&] {
    if (time.waits == 4) control.request_cancel();
  };
  EXPECT_FALSE(play_trace(*trace, clock, recorder, control, {.repeat = true}));
  EXPECT_EQ(recorder.count(&TraceBatch::slices), 301u);
}

TEST(TracePlayer, ARepeatedRunHasTheArgsAndFlowsOfEachRound) {
  const auto trace = rich_trace(1);
  ASSERT_GT(trace->flows().size(), 0u);
  PlaybackClock clock(PlaybackClock::kUnlimited);
  Recorder recorder;
  TaskControl control;
  recorder.after_push = [&] {
    if (recorder.count(&TraceBatch::slices) >= 3 * trace->slice_count()) control.request_cancel();
  };
  EXPECT_FALSE(play_trace(*trace, clock, recorder, control, {.repeat = true}));
  EXPECT_GE(recorder.count(&TraceBatch::flows), 3 * trace->flows().size());
  EXPECT_GE(recorder.count(&TraceBatch::args), 3 * trace->arg_count());
  expect_in_order(recorder.batches);
}

TEST(TracePlayer, EndsIfTheConsumerHasEnded) {
  const auto trace = simulated_trace();
  PlaybackClock clock(PlaybackClock::kUnlimited);
  GoneConsumer gone;
  TaskControl control;
  const auto played = play_trace(*trace, clock, gone, control);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace nscope
