#include "app/live/live_recording.h"

#include "profiler/trace/build/trace_writer.h"
#include "tests/support/round_trip_cases.h"
#include "tests/support/same_trace.h"

#include <limits>

#include <gtest/gtest.h>

namespace nscope::app {
namespace {

/// Three slices and a diagnostic.
void write_some(TraceSink& sink) {
  TraceWriter out(sink);
  const TrackId track = out.track({.name = "t", .kind = TrackKind::kHost});
  for (int i = 0; i < 3; ++i) out.slice(track, out.intern("s"), TraceTime(i), TraceTime(1));
  out.diagnose("odd", Severity::kWarning, tr("an example"));
  out.finish();
}

TEST(LiveRecording, CountsWhatItDoesNotKeep) {
  LiveRecording recording(std::nullopt);
  write_some(recording);
  EXPECT_EQ(recording.figures().slices, 3);
  EXPECT_EQ(recording.kept(), 0);
  EXPECT_EQ(recording.not_kept(), 0);
  ASSERT_EQ(recording.diagnostics().size(), 1U);
  EXPECT_EQ(recording.diagnostics()[0].code, "odd");
}

TEST(LiveRecording, KeepsUpToItsBound) {
  LiveRecording recording(2);
  write_some(recording);
  EXPECT_EQ(recording.figures().slices, 3);
  EXPECT_EQ(recording.not_kept(), 3) << "batches are not split";
  const auto trace = recording.finish();
  EXPECT_EQ(trace->slice_count(), 0U);
  EXPECT_EQ(trace->diagnostics().size(), 2U) << "includes recording_full";
  EXPECT_TRUE(recording.diagnostics().empty());
}

TEST(LiveRecording, APlayedRunIsTheSameRun) {
  LiveInput input{.kind = "simulation", .run = simulated_trace()};
  PlaybackClock clock(PlaybackClock::kUnlimited);
  LiveRecording recording(std::numeric_limits<std::int64_t>::max());
  TaskControl control;
  ASSERT_TRUE(deliver_live_input(input, clock, {}, recording, control));
  EXPECT_EQ(recording.figures().slices + recording.figures().samples, recording.kept());
  expect_same_trace(*input.run, *recording.finish());
}

TEST(LiveRecording, HasTheNewestReport) {
  LiveRecording recording(std::nullopt);
  EXPECT_EQ(recording.newest().reports, 0);
  recording.set_newest({.reports = 2, .cores = 4});
  EXPECT_EQ(recording.newest().reports, 2);
  EXPECT_EQ(recording.newest().cores, 4);
}

}  // namespace
}  // namespace nscope::app
