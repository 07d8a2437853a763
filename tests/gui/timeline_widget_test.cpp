#include "app/gui/timeline/timeline_widget.h"

#include "app/gui/timeline/timeline_panel.h"
#include "tests/gui/run_fixtures.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

class TimelineWidgetTest : public testing::Test {
 protected:
  TimelineWidgetTest() {
    widget_.resize(kGutterWidth + 1000, 400);
    widget_.set_trace(trace_);
    widget_.show();
    QApplication::processEvents();
    // One pixel per nanosecond is easy to read; the scroll bar is hidden.
    EXPECT_FALSE(widget_.verticalScrollBar()->isVisible());
    widget_.set_view({0.0, 1000.0});
  }

  QPoint at(double ns, const char* track) const {
    const TimelineRow* row = widget_.rows().row_of(track_named(*trace_, track)->id);
    const TimeScale scale{widget_.view(), widget_.viewport()->width() - 1.0 * kGutterWidth};
    return {kGutterWidth + static_cast<int>(scale.x(ns)),
            kAxisHeight + row->top + row->height / 2 - widget_.verticalScrollBar()->value()};
  }
  SliceId slice(const char* track, std::size_t row) const {
    return Trace::slice_id(*track_named(*trace_, track), row);
  }
  void click(const QPoint& point, Qt::KeyboardModifiers keys = {}) {
    QTest::mouseClick(widget_.viewport(), Qt::LeftButton, keys, point);
  }
  void drag(const QPoint& from, const QPoint& to, Qt::MouseButton button,
            Qt::KeyboardModifiers keys = {}) {
    QTest::mousePress(widget_.viewport(), button, keys, from);
    QMouseEvent move(QEvent::MouseMove, QPointF(to), widget_.viewport()->mapToGlobal(QPointF(to)),
                     Qt::NoButton, button, keys);
    QApplication::sendEvent(widget_.viewport(), &move);
    QTest::mouseRelease(widget_.viewport(), button, keys, to);
  }
  void wheel(const QPoint& point, int delta, Qt::KeyboardModifiers keys) {
    QWheelEvent event(QPointF(point), widget_.viewport()->mapToGlobal(QPointF(point)), QPoint(),
                      QPoint(0, delta), Qt::NoButton, keys, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget_.viewport(), &event);
  }

  std::shared_ptr<const Trace> trace_ = make_run();
  TimelineWidget widget_;
};

TEST_F(TimelineWidgetTest, ShowsEverythingAtFirst) {
  widget_.set_trace(trace_);
  EXPECT_EQ(widget_.view(), widget_.limits());
}

TEST_F(TimelineWidgetTest, ClickSelectsTheEventUnderTheCursor) {
  QSignalSpy selected(&widget_, &TimelineWidget::slice_selected);
  click(at(400, "TensorE"));
  EXPECT_EQ(widget_.selected(), slice("TensorE", 0));
  click(at(325, "VectorE"));
  EXPECT_EQ(widget_.selected(), slice("VectorE", 3));
  click(at(870, "VectorE"));
  EXPECT_FALSE(widget_.selected().valid()) << "a click beside clears";
  EXPECT_EQ(selected.count(), 3);
}

TEST_F(TimelineWidgetTest, FindsThinEventsNearTheCursor) {
  EXPECT_EQ(widget_.slice_at(at(352, "VectorE")), slice("VectorE", 3));
  EXPECT_FALSE(widget_.slice_at(at(370, "VectorE")).valid());
}

TEST_F(TimelineWidgetTest, BracketsStepAlongTheTrack) {
  click(at(325, "VectorE"));
  QTest::keyClick(&widget_, Qt::Key_BracketRight);
  EXPECT_EQ(widget_.selected(), slice("VectorE", 4));
  QTest::keyClick(&widget_, Qt::Key_BracketLeft);
  QTest::keyClick(&widget_, Qt::Key_BracketLeft);
  EXPECT_EQ(widget_.selected(), slice("VectorE", 2));
  widget_.select(slice("VectorE", 0));
  QTest::keyClick(&widget_, Qt::Key_BracketLeft);
  EXPECT_EQ(widget_.selected(), slice("VectorE", 0)) << "stays at the first";
}

TEST_F(TimelineWidgetTest, KeysZoomAtTheCursorAndPan) {
  QTest::mouseMove(widget_.viewport(), at(250, "VectorE"));
  QApplication::processEvents();
  QTest::keyClick(&widget_, Qt::Key_W);
  EXPECT_NEAR(widget_.view().span(), 750.0, 1e-6);
  EXPECT_NEAR(widget_.view().begin, 250.0 - 250.0 * 0.75, 0.5);
  QTest::keyClick(&widget_, Qt::Key_S);
  EXPECT_NEAR(widget_.view().span(), 1000.0, 1e-6);
  widget_.set_view({400.0, 600.0});
  QTest::keyClick(&widget_, Qt::Key_D);
  EXPECT_NEAR(widget_.view().begin, 424.0, 1e-6);
  QTest::keyClick(&widget_, Qt::Key_A);
  EXPECT_NEAR(widget_.view().begin, 400.0, 1e-6);
}

TEST_F(TimelineWidgetTest, WheelScrollsZoomsAndPans) {
  wheel(at(500, "VectorE"), 120, Qt::ControlModifier);
  EXPECT_NEAR(widget_.view().span(), 750.0, 1e-6);
  const double begin = widget_.view().begin;
  wheel(at(500, "VectorE"), -120, Qt::ShiftModifier);
  EXPECT_GT(widget_.view().begin, begin);
  widget_.resize(widget_.width(), 120);
  QApplication::processEvents();
  wheel(QPoint(300, 60), -120, {});
  EXPECT_EQ(widget_.verticalScrollBar()->value(), 60);
}

TEST_F(TimelineWidgetTest, DraggingPans) {
  widget_.set_view({200.0, 700.0});
  const QPoint start(kGutterWidth + 500, 100);
  drag(start, start + QPoint(-100, 0), Qt::MiddleButton);
  EXPECT_NEAR(widget_.view().begin, 250.0, 1e-6);
  drag(start, start + QPoint(100, 0), Qt::LeftButton);
  EXPECT_NEAR(widget_.view().begin, 200.0, 1e-6);
}

TEST_F(TimelineWidgetTest, ShiftDragSelectsARange) {
  QSignalSpy ranges(&widget_, &TimelineWidget::range_selected);
  drag(QPoint(kGutterWidth + 600, 100), QPoint(kGutterWidth + 200, 100), Qt::LeftButton,
       Qt::ShiftModifier);
  ASSERT_TRUE(widget_.range().has_value());
  EXPECT_NEAR(widget_.range()->begin, 200.0, 1.0);
  EXPECT_NEAR(widget_.range()->end, 600.0, 1.0);
  EXPECT_GE(ranges.count(), 1);
  QTest::keyClick(&widget_, Qt::Key_F);
  EXPECT_NEAR(widget_.view().span(), 440.0, 2.0) << "F fits the range";
  QTest::keyClick(&widget_, Qt::Key_Escape);
  EXPECT_FALSE(widget_.range().has_value());
}

TEST_F(TimelineWidgetTest, FitsTheSelectionAndThenEverything) {
  widget_.select(slice("TensorE", 0));
  QTest::keyClick(&widget_, Qt::Key_F);
  EXPECT_NEAR(widget_.view().begin, -10.0, 10.0);
  widget_.select(slice("VectorE", 5));
  QTest::keyClick(&widget_, Qt::Key_F);
  EXPECT_NEAR(widget_.view().span(), 150.0, 1e-6);
  QTest::keyClick(&widget_, Qt::Key_F);
  EXPECT_EQ(widget_.view(), widget_.limits());
}

TEST_F(TimelineWidgetTest, NeverZoomsOutOfTheRunOrIntoNothing) {
  for (int i = 0; i < 100; ++i) widget_.zoom_at_cursor(0.5);
  EXPECT_NEAR(widget_.view().span(), 20.0, 1e-6);
  for (int i = 0; i < 100; ++i) widget_.zoom_at_cursor(2.0);
  EXPECT_EQ(widget_.view(), widget_.limits());
  for (int i = 0; i < 100; ++i) widget_.pan(1.0);
  EXPECT_EQ(widget_.view(), widget_.limits());
}

TEST_F(TimelineWidgetTest, GroupHeadersOpenAndClose) {
  const int height = widget_.rows().height();
  click(QPoint(40, at(0, "NeuronCore 0").y()));
  EXPECT_LT(widget_.rows().height(), height);
  click(QPoint(40, at(0, "NeuronCore 0").y()));
  EXPECT_EQ(widget_.rows().height(), height);
}

TEST_F(TimelineWidgetTest, ShowingAnEventOpensItsGroupAndMovesThere) {
  widget_.set_view({0.0, 100.0});
  widget_.set_all_collapsed(true);
  widget_.show_slice(slice("VectorE", 9));
  EXPECT_EQ(widget_.selected(), slice("VectorE", 9));
  EXPECT_LE(widget_.view().begin, 900.0);
  EXPECT_GE(widget_.view().end, 950.0);
  EXPECT_FALSE(widget_.slice_rect(slice("VectorE", 9)).isEmpty());
}

TEST_F(TimelineWidgetTest, PaintsEventsWhereTheGeometrySays) {
  const QImage image = widget_.viewport()->grab().toImage();
  const QColor tensor = engine_color(Engine::kTensor);
  EXPECT_EQ(image.pixelColor(at(550, "TensorE")), tensor);
  EXPECT_EQ(image.pixelColor(at(800, "TensorE")), current_tokens().window);
  EXPECT_EQ(image.pixelColor(at(940, "VectorE")), engine_color(Engine::kVector));
}

TEST_F(TimelineWidgetTest, HighlightDimsOtherNames) {
  widget_.set_highlight(trace_->strings().find("COPY"));
  const QImage image = widget_.viewport()->grab().toImage();
  EXPECT_EQ(image.pixelColor(at(840, "VectorE")), engine_color(Engine::kVector));
  EXPECT_NE(image.pixelColor(at(940, "VectorE")), engine_color(Engine::kVector));
}

TEST(TimelinePanel, OverviewFollowsAndLeads) {
  TimelinePanel panel;
  panel.resize(kGutterWidth + 1000, 400);
  panel.set_trace(make_run());
  panel.show();
  QApplication::processEvents();
  panel.timeline().set_view({400.0, 600.0});
  const int y = 20;
  // A click outside the window brings it there; dragging it moves the view.
  QTest::mouseClick(&panel.overview(), Qt::LeftButton, {}, QPoint(kGutterWidth + 200, y));
  EXPECT_NEAR(panel.timeline().view().begin, 94.0, 10.0);
  EXPECT_NEAR(panel.timeline().view().span(), 200.0, 1e-6);
}

TEST(TimelineWidget, WorksWithoutARunAndWithAnEmptyOne) {
  TimelineWidget widget;
  widget.resize(600, 300);
  widget.show();
  QTest::keyClick(&widget, Qt::Key_W);
  QTest::mouseClick(widget.viewport(), Qt::LeftButton, {}, QPoint(300, 100));
  widget.fit();
  EXPECT_FALSE(widget.grab().isNull());
  TraceBuilder builder;
  TraceWriter out(builder);
  out.finish();
  widget.set_trace(builder.finish());
  QTest::keyClick(&widget, Qt::Key_W);
  QTest::mouseMove(widget.viewport(), QPoint(300, 100));
  EXPECT_FALSE(widget.grab().isNull());
}

}  // namespace
}  // namespace nscope::gui
