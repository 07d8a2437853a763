#include "app/gui/docks/selection_dock.h"

#include "tests/gui/run_fixtures.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class SelectionDockTest : public testing::Test {
 protected:
  SelectionDockTest()
      : dock_(run_, nullptr),
        names_(&dock_.names().model(), QAbstractItemModelTester::FailureReportingMode::Fatal),
        tracks_(&dock_.tracks().model(), QAbstractItemModelTester::FailureReportingMode::Fatal) {
    dock_.resize(1200, 400);
    dock_.show();
    dock_.activateWindow();
    EXPECT_TRUE(QTest::qWaitForWindowActive(&dock_));
    dock_.set_seen(true);
    run_.set_trace(make_run());
  }
  /// Until the caption says what was asked for.
  bool shows(const char* text) {
    return QTest::qWaitFor([&] { return dock_.caption().contains(QString::fromLatin1(text)); },
                           5000);
  }
  void select_range(double begin, double end, std::vector<TrackId> tracks = {}) {
    run_.set_range(SelectedRange{.time = {begin, end}, .tracks = std::move(tracks)});
  }
  SliceId event(const char* track, std::size_t row) const {
    return Trace::slice_id(*track_named(*run_.trace(), track), row);
  }

  RunView run_;
  SelectionDock dock_;
  QAbstractItemModelTester names_;
  QAbstractItemModelTester tracks_;
};

TEST_F(SelectionDockTest, ARangeIsAddedUpByNameAndTrack) {
  EXPECT_FALSE(dock_.names().message().isEmpty()) << "how to get something here";
  select_range(100, 460);
  ASSERT_TRUE(shows("on all tracks"));
  // VectorE at 100, 200, 300, 400 to 450; a DMA packet at 100; the part of MATMUL in the range.
  EXPECT_TRUE(dock_.caption().contains(QStringLiteral("6 events")))
      << dock_.caption().toStdString();
  EXPECT_TRUE(dock_.caption().contains(QStringLiteral("with the part inside: 1")));
  EXPECT_EQ(dock_.names().model().rowCount(), 4);
  EXPECT_EQ(dock_.tracks().model().rowCount(), 3);
  select_range(100, 460, {track_named(*run_.trace(), "VectorE")->id});
  ASSERT_TRUE(shows("on 1 track"));
  EXPECT_EQ(dock_.tracks().model().rowCount(), 1);
  run_.set_range(std::nullopt);
  ASSERT_TRUE(QTest::qWaitFor([this] { return !dock_.names().message().isEmpty(); }, 5000));
}

TEST_F(SelectionDockTest, AnEventIsComparedWithAllOfItsName) {
  run_.select(event("VectorE", 2));
  ASSERT_TRUE(shows("COPY: 5 events"));
  EXPECT_TRUE(dock_.caption().contains(QStringLiteral("longer than 0")))
      << dock_.caption().toStdString();
  EXPECT_TRUE(dock_.event_button().isChecked());
  EXPECT_FALSE(dock_.range_button().isEnabled());
}

TEST_F(SelectionDockTest, TheLatestSelectionIsShownAndTheOtherOneClickAway) {
  run_.select(event("VectorE", 2));
  select_range(100, 460);
  ASSERT_TRUE(shows("on all tracks"));
  EXPECT_TRUE(dock_.range_button().isChecked());
  dock_.event_button().click();
  ASSERT_TRUE(shows("COPY: 5 events"));
  dock_.range_button().click();
  ASSERT_TRUE(shows("on all tracks"));
  run_.select(event("TensorE", 0));
  ASSERT_TRUE(shows("MATMUL: 1 event"));
}

TEST_F(SelectionDockTest, RowsLeadOn) {
  select_range(0, 1000);
  ASSERT_TRUE(shows("on all tracks"));
  const QSignalSpy zoomed(&run_, &RunView::zoom_wanted);
  const QSignalSpy tracks(&run_, &RunView::track_wanted);
  dock_.names().select_row(0);
  ASSERT_NE(run_.highlight(), nullptr);
  EXPECT_EQ(run_.highlight()->text, QStringLiteral("MATMUL"));
  dock_.tracks().select_row(0);
  EXPECT_EQ(tracks.count(), 1);
  dock_.names().view().setFocus();
  QTest::keyClick(&dock_.names().view(), Qt::Key_Return);
  EXPECT_EQ(zoomed.count(), 1);
  EXPECT_EQ(run_.selected_event(), event("TensorE", 0));
}

TEST_F(SelectionDockTest, NothingIsComputedWhileNobodySeesIt) {
  dock_.set_seen(false);
  select_range(0, 1000);
  run_.select(event("VectorE", 2));
  QTest::qWait(300);
  EXPECT_FALSE(dock_.jobs().front()->is_running());
  EXPECT_TRUE(dock_.caption().isEmpty());
  dock_.set_seen(true);
  ASSERT_TRUE(shows("COPY: 5 events"));
  run_.set_trace(nullptr);
  EXPECT_TRUE(dock_.caption().isEmpty());
}

}  // namespace
}  // namespace nscope::gui
