#include "app/gui/docks/event_panel.h"

#include "profiler/base/json.h"
#include "tests/gui/run_fixtures.h"

#include <QApplication>
#include <QClipboard>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class EventPanelTest : public testing::Test {
 protected:
  EventPanelTest() : trace_(make_run()) {
    panel_.resize(340, 800);
    panel_.set_trace(trace_);
    panel_.show_slice(Trace::slice_id(*track_named(*trace_, "TensorE"), 0));
    panel_.show();
  }
  QString cell(int row, int column) {
    return panel_.dependencies().model().index(row, column).data().toString();
  }

  std::shared_ptr<const Trace> trace_;
  EventPanel panel_;
};

TEST_F(EventPanelTest, FieldsAreFoundByNameKeyAndValue) {
  const QStringList all = panel_.shown_fields();
  EXPECT_GE(all.size(), 4);
  QTest::keyClicks(&panel_.filter(), QStringLiteral("ODD"));
  EXPECT_EQ(panel_.shown_fields().size(), 1) << "the key of the property";
  panel_.filter().setText(QStringLiteral("8,388,608"));
  EXPECT_EQ(panel_.shown_fields().size(), 1) << "its value";
  // The next event is searched in the same way.
  panel_.show_slice(Trace::slice_id(*track_named(*trace_, "VectorE"), 0));
  EXPECT_TRUE(panel_.shown_fields().isEmpty());
  panel_.filter().clear();
  EXPECT_FALSE(panel_.shown_fields().isEmpty());
}

TEST(EventPanel, IsNeverWiderThanItsDock) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId stream = out.track({.name = std::string(90, 's'), .kind = TrackKind::kHost});
  const std::string name = "void_at_native_" + std::string(200, 'k') + "<128, 4>(int)";
  const auto slice = out.slice(stream, out.intern(name), TraceTime(0), TraceTime(10));
  out.arg(slice, out.intern(std::string(80, 'a')), std::string(300, 'v'));
  out.finish();
  const auto trace = builder.finish();
  EventPanel panel;
  panel.set_trace(trace);
  panel.show_slice(Trace::slice_id(trace->tracks()[0], 0));
  panel.show();
  QApplication::processEvents();
  EXPECT_LE(panel.minimumSizeHint().width(), 260 - 32) << "the least width of the dock";
}

TEST_F(EventPanelTest, DependenciesAreListedWithKindAndLag) {
  ASSERT_EQ(panel_.dependencies().model().rowCount(), 2);
  EXPECT_TRUE(panel_.dependencies().isVisible());
  EXPECT_EQ(cell(0, 0), QStringLiteral("predecessor"));
  EXPECT_EQ(cell(0, 1), QStringLiteral("← hardware_dynamic"));
  EXPECT_EQ(cell(0, 2), QStringLiteral("110\u202fns")) << "from 90 to 200";
  EXPECT_EQ(cell(0, 4), QStringLiteral("semaphore"));
  const QString tip = panel_.dependencies().model().index(0, 1).data(Qt::ToolTipRole).toString();
  EXPECT_TRUE(tip.contains(QStringLiteral("predecessor by semaphore"))) << tip.toStdString();
  EXPECT_EQ(cell(1, 0), QStringLiteral("successor"));
  EXPECT_EQ(cell(1, 2), QStringLiteral("100\u202fns")) << "from 600 to 700";
  const QSignalSpy navigated(&panel_, &EventPanel::navigate);
  emit panel_.dependencies().row_activated(1);
  ASSERT_EQ(navigated.count(), 1);
  EXPECT_EQ(trace_->slice(navigated[0][0].value<SliceId>()).begin(), TraceTime(700));
  panel_.show_slice(Trace::slice_id(*track_named(*trace_, "VectorE"), 0));
  EXPECT_FALSE(panel_.dependencies().isVisible()) << "this one has none";
}

TEST_F(EventPanelTest, DependenciesFitIntoTheDockAndAreCopiedWhole) {
  constexpr int kDockWidth = 320;
  panel_.resize(kDockWidth, 900);
  QApplication::processEvents();
  QTableView& view = panel_.dependencies().view();
  EXPECT_EQ(view.horizontalScrollBar()->maximum(), 0) << "nothing is scrolled sideways";
  view.selectAll();
  QTest::keyClick(&view, Qt::Key_C, Qt::ControlModifier);
  const QString copied = QApplication::clipboard()->text();
  EXPECT_TRUE(copied.contains(QStringLiteral("predecessor"))) << copied.toStdString();
  EXPECT_TRUE(copied.contains(QStringLiteral("semaphore"))) << copied.toStdString();
}

TEST_F(EventPanelTest, IsCopiedAsJson) {
  panel_.copy_button().click();
  const auto json = parse_json(QApplication::clipboard()->text().toStdString(), "clipboard");
  ASSERT_TRUE(json.has_value());
  EXPECT_EQ((*json)["name"], "MATMUL");
  EXPECT_EQ((*json)["args"]["odd_key"], "odd value");
  ASSERT_EQ((*json)["predecessors"].size(), 1u);
  EXPECT_EQ((*json)["predecessors"][0]["kind"], "semaphore");
  EXPECT_EQ((*json)["predecessors"][0]["lag_ns"], 110.0);
  EXPECT_EQ((*json)["successors"][0]["name"], "TENSOR_REDUCE");
}

}  // namespace
}  // namespace nscope::gui
