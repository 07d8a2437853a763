#include "app/gui/docks/compile_dock.h"
#include "app/gui/docks/event_dock.h"
#include "app/gui/docks/memory_dock.h"
#include "app/gui/docks/traffic/traffic_dock.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

// Views that nobody sees while another run is opened.
namespace nscope::gui {
namespace {

/// More events and tracks than make_run().
std::shared_ptr<const Trace> larger_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(90'000)});
  for (int core = 0; core < 20; ++core) {
    const auto vector = tracks.engine(core, Engine::kVector);
    for (int i = 0; i < 400; ++i) {
      out.slice(vector, out.intern("COPY"), TraceTime(i * 200), TraceTime(100));
    }
  }
  out.finish();
  return builder.finish();
}

TEST(EventDock, FollowsASelectionOnceItIsSeen) {
  RunView run;
  EventDock dock(run, nullptr);
  run.set_trace(make_run());
  dock.set_seen(true);
  dock.set_seen(false);
  run.set_trace(larger_run());
  const SliceId last(run.trace()->slice_count() - 1);
  run.select(last);
  EXPECT_FALSE(dock.panel().slice().valid()) << "of the run before";
  dock.set_seen(true);
  EXPECT_EQ(dock.panel().slice(), last);
  run.select(SliceId(0));
  EXPECT_EQ(dock.panel().slice(), SliceId(0));
}

TEST(RunView, KnowsItsOwnEventsAndTracksOnly) {
  RunView run;
  run.set_trace(make_run());
  const QSignalSpy zoom(&run, &RunView::zoom_wanted);
  const QSignalSpy track(&run, &RunView::track_wanted);
  run.zoom_to(SliceId(1'000'000));
  run.show_track(TrackId(1'000'000));
  EXPECT_EQ(zoom.count(), 0);
  EXPECT_EQ(track.count(), 0);
  EXPECT_FALSE(run.selected_event().valid());
}

TEST(MemoryDock, HidesTheFiguresOfAnotherRun) {
  SeenDock<MemoryDock> dock(make_run());
  ASSERT_TRUE(dock.view.message().isEmpty());
  dock.run.set_trace(larger_run());
  EXPECT_FALSE(dock.view.message().isEmpty()) << "until its own are there";
  dock.settle();
}

}  // namespace
}  // namespace nscope::gui
