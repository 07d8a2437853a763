#include "app/gui/timeline/timeline_frame.h"
#include "tests/gui/run_fixtures.h"

#include <QElapsedTimer>
#include <algorithm>
#include <random>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

constexpr int kTracks = 200;
constexpr int kEventsPerTrack = 10'000;

std::shared_ptr<const Trace> make_large_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1000});
  const StringId name = out.intern("COPY");
  std::mt19937 random(11);
  for (int t = 0; t < kTracks; ++t) {
    const std::string title = "track " + std::to_string(t);
    const TrackId track = out.track({.name = title,
                                     .kind = TrackKind::kEngine,
                                     .engine = Engine::kVector,
                                     .slice_kind = SliceKind::kInstruction,
                                     .core = 0,
                                     .order = t});
    std::int64_t time = 0;
    for (int i = 0; i < kEventsPerTrack; ++i) {
      const auto length = static_cast<std::int64_t>(random() % 90'000);
      out.slice(track, name, TraceTime(time), TraceTime(length), TraceTime(500));
      time += length + 1000 + static_cast<std::int64_t>(random() % 50'000);
    }
  }
  out.finish();
  return builder.finish();
}

/// Median milliseconds of a frame with all 200 tracks on screen.
double frame_ms(const FrameInput& frame) {
  std::vector<double> times;
  for (int i = 0; i < 9; ++i) {
    QElapsedTimer timer;
    timer.start();
    const QImage image = render_rows(frame, tokens(Scheme::kDark));
    times.push_back(static_cast<double>(timer.nsecsElapsed()) / 1e6);
    EXPECT_FALSE(image.isNull());
  }
  std::nth_element(times.begin(), times.begin() + 4, times.end());
  return times[4];
}

// The budget is 6 ms for a screen in an optimised build. The limits here are for
// an unoptimised one on a busy machine; they still fail where the cost follows
// the two million events instead of the pixels.
TEST(FrameTime, FollowsPixelsAtEveryZoom) {
  const auto trace = make_large_run();
  const TimelineRows rows(trace);
  ASSERT_EQ(rows.rows().size(), static_cast<std::size_t>(kTracks));
  FrameInput frame;
  frame.trace = trace.get();
  frame.rows = &rows;
  const auto end = static_cast<double>(trace->end().value());
  const std::pair<int, double> cases[] = {{1000, 60.0}, {rows.height() + kAxisHeight, 200.0}};
  for (const auto& [height, limit] : cases) {
    frame.size = QSize(1600, height);
    for (const double share : {1.0, 0.1, 0.001}) {
      frame.view = {end * 0.4, end * (0.4 + 0.6 * share)};
      const double ms = frame_ms(frame);
      std::printf("  1600x%d, %5.1f %% of the run: %.1f ms\n", height, share * 100.0, ms);
      EXPECT_LT(ms, limit) << share;
    }
  }
}

}  // namespace
}  // namespace nscope::gui
