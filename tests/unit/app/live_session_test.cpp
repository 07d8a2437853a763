#include "app/live/live_session.h"

#include "tests/support/monitor_report.h"
#include "tests/support/round_trip_cases.h"
#include "tests/support/same_trace.h"
#include "tests/support/temporary_folder.h"

#include <algorithm>
#include <fstream>
#include <thread>

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace nscope::app {
namespace {

using namespace std::chrono_literals;
using importers::monitor_report;
using Phase = LiveStatus::Phase;

/// Runs in its own thread until it ends or is stopped.
class Running {
 public:
  explicit Running(LiveSession& session)
      : session_(session), thread_([this] { result_ = session_.run(control_); }) {}
  ~Running() {
    if (thread_.joinable()) stop();
  }
  Result<> stop() {
    control_.request_cancel();
    return wait();
  }
  Result<> wait() {
    thread_.join();
    return result_;
  }
  /// Waits until `done(status)` is true.
  template <class Done>
  LiveStatus until(const Done& done) const {
    LiveStatus status = session_.status();
    while (!done(status) && status.phase != Phase::kEnded) {
      std::this_thread::sleep_for(1ms);
      status = session_.status();
    }
    return status;
  }

 private:
  LiveSession& session_;
  TaskControl control_;
  Result<> result_;
  std::thread thread_;
};

std::int64_t events_of(const Trace& trace) {
  auto events = static_cast<std::int64_t>(trace.slice_count());
  for (const Track& track : trace.tracks()) {
    events += static_cast<std::int64_t>(track.counters.size());
  }
  return events;
}

std::size_t series_count(const LiveSession& session, LiveQuantity quantity) {
  std::size_t count = 0;
  session.visit_series([&](std::span<const LiveSeries> series) {
    count = static_cast<std::size_t>(
        std::count_if(series.begin(), series.end(),
                      [&](const LiveSeries& each) { return each.quantity == quantity; }));
  });
  return count;
}

TEST(LiveSession, ARunThatWasPlayedIsTheSameRun) {
  const auto run = simulated_trace();
  LiveSession session(run, {.speed = PlaybackClock::kUnlimited});
  TaskControl control;
  ASSERT_TRUE(session.run(control));
  const LiveStatus status = session.status();
  EXPECT_EQ(status.phase, Phase::kEnded);
  EXPECT_TRUE(status.played);
  EXPECT_EQ(status.lost_events, 0);
  EXPECT_EQ(status.delivered.slices + status.delivered.samples, events_of(*run));
  EXPECT_EQ(status.kept, events_of(*run));
  EXPECT_EQ(session.played_ticks(), static_cast<double>(run->time_base().window_end.value()));
  EXPECT_GT(series_count(session, LiveQuantity::kEngineBusy), 1u);
  EXPECT_EQ(series_count(session, LiveQuantity::kEventRate), 1u);
  expect_same_trace(*run, *session.finish());
}

TEST(LiveSession, StoppedItHasWhatWasPlayed) {
  LiveSession session(simulated_trace(), {.speed = 1e-6, .repeat = true});
  Running running(session);
  running.until([](const LiveStatus& status) { return status.delivered.slices > 0; });
  ASSERT_TRUE(running.stop()) << "stopping is not an error";
  const LiveStatus status = session.status();
  EXPECT_EQ(status.lost_events, 0);
  const auto part = session.finish();
  ASSERT_NE(part, nullptr);
  EXPECT_EQ(events_of(*part), status.kept);
  EXPECT_EQ(status.kept, status.delivered.slices + status.delivered.samples);
}

TEST(LiveSession, WhilePausedNothingPasses) {
  LiveSession session(simulated_trace(), {.speed = 1.0, .repeat = true});
  session.pause();
  Running running(session);
  running.until([](const LiveStatus& status) { return status.phase != Phase::kOpening; });
  std::this_thread::sleep_for(30ms);
  const LiveStatus paused = session.status();
  EXPECT_EQ(paused.now, 0.0);
  EXPECT_EQ(paused.delivered.slices, 0);
  session.resume();
  running.until([](const LiveStatus& status) { return status.delivered.slices > 0; });
  EXPECT_GT(session.status().now, 0.0);
  EXPECT_TRUE(running.stop());
}

TEST(LiveSession, WhereTheRecordingIsFullTheStreamGoesOn) {
  LiveSession session(
      simulated_trace(),
      {.speed = PlaybackClock::kUnlimited, .repeat = true, .most_recorded_events = 1000});
  Running running(session);
  running.until([](const LiveStatus& status) { return status.not_kept > 100'000; });
  ASSERT_TRUE(running.stop());
  const LiveStatus status = session.status();
  EXPECT_EQ(status.lost_events, 0) << "events that are not recorded are not lost";
  EXPECT_LE(status.kept, 1000);
  EXPECT_EQ(status.kept + status.not_kept, status.delivered.slices + status.delivered.samples);
}

TEST(LiveSession, RecordsReports) {
  const TestFolder folder;
  const std::string path = folder.path() / "reports";
  std::ofstream(path) << "starting\n" << monitor_report(10) << "\n" << monitor_report(20) << "\n";
  LiveSession session(LiveOptions{.command = "cat " + path}, {.reconnect = false});
  TaskControl control;
  const auto ran = session.run(control);
  ASSERT_TRUE(ran) << to_string(ran.error());
  const LiveStatus status = session.status();
  EXPECT_EQ(status.kind, "neuron-monitor");
  EXPECT_EQ(status.newest.reports, 2);
  EXPECT_EQ(status.newest.utilization_percent, 20.0);
  EXPECT_EQ(status.newest.period_seconds, 1.0);
  const auto other = std::find_if(status.diagnostics.begin(), status.diagnostics.end(),
                                  [](const Diagnostic& d) { return d.code == "other_line"; });
  ASSERT_NE(other, status.diagnostics.end());
  EXPECT_EQ(other->count, 1);
  EXPECT_EQ(series_count(session, LiveQuantity::kUtilization), 1u);
  const auto trace = session.finish();
  ASSERT_NE(trace, nullptr);
  EXPECT_EQ(trace->property_text("source_format"), "neuron-monitor");
}

TEST(LiveSession, ReconnectsToACommand) {
  const TestFolder folder;
  const std::string count = folder.path() / "count";
  // Every run prints one report and fails.
  const std::string command =
      "echo x >> " + count + "; echo '" + monitor_report(7) + "'; echo 'link down' >&2; exit 9";
  LiveSession session(LiveOptions{.command = command, .errors = importers::CommandErrors::kKept},
                      {.backoff = {.first = 1ms, .longest = 2ms}});
  Running running(session);
  const LiveStatus status =
      running.until([](const LiveStatus& s) { return s.connections_lost >= 3; });
  EXPECT_GE(status.newest.reports, 3);
  EXPECT_TRUE(running.stop());
  EXPECT_NE(session.finish(), nullptr);
}

TEST(LiveSession, APipeIsOpenedAgainForItsNextWriter) {
  const TestFolder folder;
  const std::string path = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  LiveSession session(LiveOptions{.source = path}, {.backoff = {.first = 1ms, .longest = 1ms}});
  Running running(session);
  running.until([](const LiveStatus& s) { return s.phase == Phase::kWaiting; });
  for (int i = 1; i <= 3; ++i) {
    std::ofstream(path) << monitor_report(i) << "\n";
    const auto status = running.until([&](const LiveStatus& s) { return s.newest.reports >= i; });
    EXPECT_EQ(status.newest.reports, i);
    // A writer can open and close the pipe before it is opened again: its report is still
    // there, and nothing is lost.
    if (i == 1) running.until([](const LiveStatus& s) { return s.connections_lost == 1; });
  }
  EXPECT_TRUE(running.stop());
}

TEST(LiveSession, WhatCannotBeOpenedIsAnError) {
  LiveSession missing(LiveOptions{.source = "/nowhere/monitor.jsonl", .follow = true}, {});
  TaskControl control;
  const auto no_file = missing.run(control);
  ASSERT_FALSE(no_file);
  EXPECT_EQ(no_file.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(missing.status().phase, Phase::kEnded);
  EXPECT_EQ(missing.finish(), nullptr);
  LiveSession command(
      LiveOptions{.command = "nscope_no_such_program", .errors = importers::CommandErrors::kKept},
      {});
  const auto not_found = command.run(control);
  ASSERT_FALSE(not_found);
  EXPECT_NE(not_found.error().message.english().find("exit code 127"), std::string::npos);
  EXPECT_NE(not_found.error().message.english().find("not found"), std::string::npos)
      << not_found.error().message.english();
}

}  // namespace
}  // namespace nscope::app
