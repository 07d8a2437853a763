#include "app/gui/docks/stacks/stacks_dock.h"

#include "tests/gui/docks_fixtures.h"

#include <QSignalSpy>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

/// A thread of "python": main 0..100 calls step 10..50 and step 50..70; a thread of "loader":
/// read 0..30. Stream 7 of "GPU 0": gemm 20..40.
std::shared_ptr<const Trace> stack_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  out.time_base({.ticks_per_ns = 1, .window_begin = TraceTime(0), .window_end = TraceTime(100)});
  const auto track = [&](std::string_view group, std::string_view name, TrackLayout layout) {
    return out.track({.name = name,
                      .kind = TrackKind::kHost,
                      .parent = out.track({.name = group}),
                      .slice_kind = SliceKind::kHost,
                      .layout = layout});
  };
  const auto add = [&](TrackId to, std::string_view name, int begin, int end) {
    out.slice(to, out.intern(name), TraceTime(begin), TraceTime(end - begin));
  };
  const TrackId python = track("python", "thread 1", TrackLayout::kNested);
  add(python, "main", 0, 100);
  add(python, "step", 10, 50);
  add(python, "step", 50, 70);
  add(track("loader", "thread 2", TrackLayout::kNested), "read", 0, 30);
  add(track("GPU 0", "stream 7", TrackLayout::kFlat), "gemm", 20, 40);
  out.finish();
  return builder.finish();
}

class StacksDockTest : public testing::Test {
 protected:
  StacksDockTest() : dock_(stack_run()) {}

  /// "depth:name" of the blocks.
  static QStringList blocks(const StackView& view) {
    QStringList names;
    for (const FlameBlock& block : view.blocks()) {
      names << QStringLiteral("%1:%2")
                   .arg(block.depth)
                   .arg(view.tool_tip(block).section(QLatin1Char('\n'), 0, 0));
    }
    return names;
  }
  static void click(StackView& view, std::size_t block) {
    QTest::mouseClick(&view, Qt::LeftButton, {},
                      view.rect_of(view.blocks()[block]).center().toPoint());
  }
  StringId name(const char* text) const { return dock_.run.trace()->strings().find(text); }

  SeenDock<StacksDock> dock_;
};

TEST_F(StacksDockTest, ShowsTheStacksOfTheRangeAndOfOneGroup) {
  StacksDock& view = dock_.view;
  EXPECT_EQ(blocks(view.stacks()),
            (QStringList{"0:All stacks", "1:main", "1:read", "1:gemm", "2:step"}));
  // step covers 60 of the 100 ns of main, which has 100 of 150.
  EXPECT_DOUBLE_EQ(view.stacks().blocks()[4].end, 100.0 / 150 * 0.6);
  dock_.run.set_range(SelectedRange{.time = {40.0, 80.0}});
  dock_.settle();
  EXPECT_EQ(blocks(view.stacks()), (QStringList{"0:All stacks", "1:main", "2:step"}));
  EXPECT_DOUBLE_EQ(view.stacks().blocks()[2].end, 30.0 / 40.0) << "the part inside";
  dock_.run.set_range(std::nullopt);
  dock_.settle();
  ASSERT_EQ(view.groups().count(), 4);
  view.groups().setCurrentIndex(view.groups().findText(QStringLiteral("GPU 0")));
  emit view.groups().activated(view.groups().currentIndex());
  dock_.settle();
  EXPECT_EQ(blocks(view.stacks()), (QStringList{"0:All stacks", "1:gemm"}));
  view.by_track().click();
  dock_.settle();
  EXPECT_EQ(blocks(view.stacks()),
            (QStringList{"0:All stacks", "1:GPU 0", "2:stream 7", "3:gemm"}));
}

TEST_F(StacksDockTest, ClicksZoomAndShowCallersAndCallees) {
  StacksDock& view = dock_.view;
  click(view.stacks(), 4);
  EXPECT_EQ(view.stacks().current_name(), name("step"));
  EXPECT_EQ(view.stacks().blocks().back().end, 1.0) << "zoomed in";
  ASSERT_TRUE(dock_.run.highlight());
  const QSignalSpy zoomed(&dock_.run, &RunView::zoom_wanted);
  QTest::keyClick(&view.stacks(), Qt::Key_Return, Qt::ControlModifier);
  EXPECT_EQ(zoomed.count(), 1);
  EXPECT_EQ(dock_.run.trace()->slice(dock_.run.selected_event()).begin(), TraceTime(10));
  view.show_callers(name("step"));
  EXPECT_EQ(blocks(view.callers()), (QStringList{"0:Callers of step", "1:step", "2:main"}));
  EXPECT_EQ(blocks(view.callees()), (QStringList{"0:Callees of step", "1:step"}));
  QCoreApplication::processEvents();
  EXPECT_GT(view.callers().rect_of(view.callers().blocks()[0]).top(),
            view.callers().rect_of(view.callers().blocks()[2]).top())
      << "callers are above";
  view.show_callers(StringId());
  EXPECT_FALSE(view.subject().valid());
}

TEST_F(StacksDockTest, FindsFramesAndStatesTheirShare) {
  StacksDock& view = dock_.view;
  EXPECT_TRUE(view.found().isEmpty());
  view.search().setText(QStringLiteral("STEP"));
  EXPECT_DOUBLE_EQ(view.stacks().found_share(), 60.0 / 150);
  EXPECT_TRUE(view.found().contains(QStringLiteral("40"))) << view.found().toStdString();
  view.search().setText(QStringLiteral("a"));
  EXPECT_DOUBLE_EQ(view.stacks().found_share(), 130.0 / 150) << "main with its steps, and read";
}

TEST(StacksDock, SaysWhyThereIsNothing) {
  SeenDock<StacksDock> none(nullptr);
  EXPECT_TRUE(none.view.message().contains(QStringLiteral("Open")));
  SeenDock<StacksDock> dock(stack_run());
  dock.run.set_range(SelectedRange{.time = {85.0, 90.0}, .tracks = {TrackId(std::size_t{3})}});
  dock.settle();
  EXPECT_TRUE(dock.view.message().contains(QStringLiteral("selected range")))
      << dock.view.message().toStdString();
  dock.view.restore_state("by_track");
  EXPECT_TRUE(dock.view.by_track().isChecked());
  EXPECT_EQ(dock.view.save_state(), QByteArray("by_track"));
}

}  // namespace
}  // namespace nscope::gui
