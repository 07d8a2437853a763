#include "app/gui/docks/memory_dock.h"

#include "app/gui/text/text.h"
#include "tests/gui/docks_fixtures.h"
#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <cmath>

#include <gtest/gtest.h>
#include <qcustomplot.h>

namespace nscope::gui {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::shared_ptr<const Trace> memory_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  NeuronTracks tracks(out);
  out.time_base({.ticks_per_ns = 1, .window_end = TraceTime(1000)});
  out.property("tensor_bytes.q", std::int64_t{4096});
  const TrackId group = out.track({.name = "HBM by use", .core = 0});
  const auto use = [&](std::string_view name, double first, double second) {
    const TrackId track = out.track(
        {.name = name, .kind = TrackKind::kCounter, .parent = group, .core = 0, .unit = "B"});
    out.counter(track, TraceTime(0), first);
    out.counter(track, TraceTime(500), second);
  };
  use("weights", 4096, 4096);
  use("tensors", 1024, 2048);
  const TrackId sbuf = tracks.sbuf_usage(0);
  out.counter(sbuf, TraceTime(100), 0.25);
  const TrackId host = out.track({.name = "host", .kind = TrackKind::kCounter, .unit = "B"});
  out.counter(host, TraceTime(0), 77);
  out.finish();
  return builder.finish();
}

TEST(TimeChart, StacksWhatIsKnown) {
  const auto tops = stacked_tops({{"a", {}, {1, kUnknown, 3}}, {"b", {}, {10, 20, kUnknown}}});
  EXPECT_EQ(tops[1][0], 11);
  EXPECT_EQ(tops[1][1], 20);
  EXPECT_EQ(tops[1][2], 3);
  EXPECT_TRUE(std::isnan(tops[0][1]));
  EXPECT_TRUE(stacked_tops({}).empty());
}

TEST(TimeChart, AValueHoldsUntilTheNext) {
  const std::vector<double> times{10, 20, 30};
  EXPECT_EQ(step_at(times, 9), -1);
  EXPECT_EQ(step_at(times, 10), 0);
  EXPECT_EQ(step_at(times, 29.9), 1);
  EXPECT_EQ(step_at(times, 99), 2);
  EXPECT_EQ(step_at({}, 1), -1);
}

TEST(MemoryDock, ShowsMemoriesOverTimePeaksAndTensors) {
  SeenDock<MemoryDock> dock(memory_run());
  ASSERT_TRUE(dock.view.message().isEmpty()) << to_string(dock.view.message());
  EXPECT_EQ(dock.view.place_box().count(), 2) << "the core and the host";
  EXPECT_EQ(dock.view.place_box().currentText(), QStringLiteral("Core 0"));
  const TimeLines& bytes = dock.view.bytes_chart().lines();
  ASSERT_EQ(bytes.lines.size(), 2u);
  EXPECT_TRUE(bytes.stacked);
  EXPECT_EQ(bytes.lines[0].name, QStringLiteral("weights"));
  EXPECT_EQ(bytes.lines[1].values.back(), 2048);
  EXPECT_TRUE(dock.view.chip_chart().isVisible());
  EXPECT_EQ(dock.view.chip_chart().lines().lines[0].name, QStringLiteral("SBUF"));
  const QString tip = dock.view.bytes_chart().value_text(0);
  EXPECT_TRUE(tip.contains(QStringLiteral("Total"))) << to_string(tip);
  EXPECT_TRUE(dock.view.bytes_chart().value_text(-1).isEmpty());
  EXPECT_GT(dock.view.peaks().model().rowCount(), 0);
  EXPECT_EQ(dock.view.tensors().model().rowCount(), 1);
  const QAbstractItemModelTester tester(&dock.view.peaks().model(),
                                        QAbstractItemModelTester::FailureReportingMode::Fatal);
  dock.view.place_box().setCurrentIndex(0);
  EXPECT_EQ(dock.view.bytes_chart().lines().lines.size(), 1u);
  EXPECT_FALSE(dock.view.chip_chart().isVisible());
}

TEST(MemoryDock, AClickShowsTheTime) {
  SeenDock<MemoryDock> dock(memory_run());
  const QSignalSpy shown(&dock.run, &RunView::time_wanted);
  QCustomPlot& plot = dock.view.bytes_chart().plot();
  const QPoint at(static_cast<int>(plot.xAxis->coordToPixel(500)), plot.height() / 2);
  QTest::mouseClick(&plot, Qt::LeftButton, {}, at);
  ASSERT_EQ(shown.count(), 1);
  const auto time = shown[0][0].value<TimeView>();
  EXPECT_LT(time.begin, 500);
  EXPECT_GT(time.end, 500);
}

TEST(MemoryDock, SaysWhatTheRunDoesNotTell) {
  SeenDock<MemoryDock> dock(make_run());
  EXPECT_TRUE(dock.view.message().isEmpty());
  EXPECT_TRUE(dock.view.missing().contains(QStringLiteral("HBM")))
      << to_string(dock.view.missing());
  EXPECT_FALSE(dock.view.tensors().message().isEmpty());
  const LayeredRun bare;
  SeenDock<MemoryDock> none(bare.trace);
  EXPECT_TRUE(none.view.message().contains(QStringLiteral("no memory data")));
}

}  // namespace
}  // namespace nscope::gui
