#include "app/gui/docks/compile_dock.h"

#include "app/gui/text/text.h"
#include "profiler/trace/build/compile_slice.h"
#include "tests/gui/docks_fixtures.h"

#include <QSignalSpy>
#include <vector>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

struct CompileEvent {
  std::string_view state, flags;
  int begin = 0, length = 0;
};

std::shared_ptr<const Trace> run_of(const std::vector<CompileEvent>& events) {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1, .window_end = TraceTime(10'000)});
  const TrackId track = out.track(
      {.name = "process 7", .kind = TrackKind::kCompile, .slice_kind = SliceKind::kCompile});
  for (const CompileEvent& event : events) {
    CompileSlice slice{};
    slice.name = "MODULE_g1";
    slice.state = event.state;
    slice.graph_hash = "g1";
    slice.flags = event.flags;
    if (event.state == "failure") slice.error_code = "NCC_EVRF004";
    write_compile_slice(out, track, slice, TraceTime(event.begin), TraceTime(event.length));
  }
  out.finish();
  return builder.finish();
}

std::shared_ptr<const Trace> compile_run(bool lookups) {
  if (!lookups) return run_of({{"success", "--opt=1", 0, 3000}});
  return run_of({{"miss", "--opt=1", 0, 3000},
                 {"hit", "--opt=1", 4000, 0},
                 {"miss", "--opt=2", 5000, 2000},
                 {"failure", "--opt=3", 8000, 500}});
}

TEST(CompileDock, SaysWhatMissesCostAndWhatHadChanged) {
  SeenDock<CompileDock> dock(compile_run(true));
  ASSERT_TRUE(dock.view.message().isEmpty()) << to_string(dock.view.message());
  EXPECT_EQ(dock.view.figure(CompileDock::kHitRate), to_qstring("25.0\u202f%"));
  EXPECT_EQ(dock.view.figure(CompileDock::kMisses), to_qstring("2 · 5.00\u202fµs"));
  EXPECT_EQ(dock.view.figure(CompileDock::kFailures), to_qstring("1 · 500\u202fns"));
  EXPECT_EQ(dock.view.figure(CompileDock::kLocks), QStringLiteral("0"));
  EXPECT_EQ(dock.view.events().model().rowCount(), 4);
  ASSERT_EQ(dock.view.failures().model().rowCount(), 1);
  EXPECT_EQ(dock.view.failures().model().index(0, 0).data().toString(),
            QStringLiteral("NCC_EVRF004"));
  QStringList reasons;
  TableModel& model = dock.view.reasons().model();
  for (int row = 0; row < model.rowCount(); ++row) {
    reasons << model.index(row, 0).data().toString();
  }
  EXPECT_TRUE(reasons.contains(QStringLiteral("graph")));
  EXPECT_TRUE(reasons.contains(QStringLiteral("flags"))) << to_string(reasons.join(", "));
  const QSignalSpy zoomed(&dock.run, &RunView::zoom_wanted);
  emit dock.view.events().row_activated(2);
  EXPECT_EQ(zoomed.count(), 1);
}

TEST(CompileDock, AFolderHasNoHitRate) {
  SeenDock<CompileDock> dock(compile_run(false));
  EXPECT_EQ(dock.view.figure(CompileDock::kHitRate), QStringLiteral("no look-ups"));
  EXPECT_TRUE(dock.view.notes().contains(QStringLiteral("no look-ups")));
}

TEST(CompileDock, OpensWithTheFailuresIfThereIsNothingElse) {
  const auto failed = run_of({{"failure", "--opt=1", 0, 3000}, {"failure", "--opt=2", 4000, 500}});
  SeenDock<CompileDock> dock(compile_run(true));
  EXPECT_EQ(dock.view.tabs().currentWidget(), &dock.view.reasons());
  dock.run.set_trace(failed);
  dock.settle();
  EXPECT_EQ(dock.view.tabs().currentWidget(), &dock.view.failures());
  // The user's choice remains while the range of the same run changes.
  dock.view.tabs().setCurrentWidget(&dock.view.events());
  dock.run.set_range(SelectedRange{.time = {0, 3500}});
  dock.settle();
  EXPECT_EQ(dock.view.tabs().currentWidget(), &dock.view.events());
  for (const char* state : {"hit", "miss"}) {
    dock.run.set_trace(run_of({{state, "--opt=1", 0, 0}, {"failure", "--opt=2", 4000, 500}}));
    dock.settle();
    EXPECT_EQ(dock.view.tabs().currentWidget(), &dock.view.reasons()) << state;
    dock.run.set_trace(failed);
    dock.settle();
  }
}

TEST(CompileDock, SaysWhyItIsEmpty) {
  const LayeredRun run;
  SeenDock<CompileDock> dock(run.trace);
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("no compile events")));
  dock.run.set_trace(compile_run(true));
  dock.settle();
  EXPECT_TRUE(dock.view.message().isEmpty());
  dock.run.set_range(SelectedRange{.time = {3500, 3600}});
  ASSERT_TRUE(QTest::qWaitFor([&] { return !dock.view.message().isEmpty(); }, 5000));
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("range")));
}

}  // namespace
}  // namespace nscope::gui
