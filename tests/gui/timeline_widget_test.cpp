#include "app/gui/timeline/timeline_widget.h"

#include "app/gui/timeline/arrangement_undo.h"
#include "app/gui/timeline/timeline_panel.h"
#include "tests/gui/run_fixtures.h"

#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QToolTip>
#include <QUndoStack>
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

TEST_F(TimelineWidgetTest, HighlightTakesAnyEventsAndTellsOthers) {
  QSignalSpy changed(&widget_, &TimelineWidget::highlight_changed);
  const auto odd = std::make_shared<const Highlight>(
      Highlight{"odd", [](const Track&, std::uint32_t row) { return row % 2 == 1; }});
  widget_.set_highlight(odd);
  widget_.set_highlight(odd);
  EXPECT_EQ(changed.count(), 1);
  QImage image = widget_.viewport()->grab().toImage();
  EXPECT_NE(image.pixelColor(at(840, "VectorE")), engine_color(Engine::kVector));
  EXPECT_EQ(image.pixelColor(at(940, "VectorE")), engine_color(Engine::kVector));
  widget_.set_hide_others(true);
  image = widget_.viewport()->grab().toImage();
  EXPECT_EQ(image.pixelColor(at(840, "VectorE")), current_tokens().window);
  QTest::keyClick(&widget_, Qt::Key_Escape);
  EXPECT_FALSE(widget_.highlight());
  EXPECT_EQ(changed.count(), 2);
}

TEST_F(TimelineWidgetTest, FlatShiftDragsSelectAllTracksAndHighOnesABox) {
  QSignalSpy boxes(&widget_, &TimelineWidget::selection_changed);
  const QPoint vector = at(200, "VectorE");
  drag(vector, vector + QPoint(300, 4), Qt::LeftButton, Qt::ShiftModifier);
  ASSERT_TRUE(widget_.selection().has_value());
  EXPECT_TRUE(widget_.selection()->tracks.empty());
  drag(at(200, "TensorE"), at(500, "VectorE"), Qt::LeftButton, Qt::ShiftModifier);
  ASSERT_TRUE(widget_.selection().has_value());
  EXPECT_EQ(widget_.selection()->tracks, (std::vector{track_named(*trace_, "TensorE")->id,
                                                      track_named(*trace_, "VectorE")->id}));
  EXPECT_NEAR(widget_.selection()->time.begin, 200.0, 1.0);
  EXPECT_NEAR(widget_.range()->end, 500.0, 1.0);
  EXPECT_EQ(boxes.count(), 2);
  drag(QPoint(kGutterWidth + 100, 5), QPoint(kGutterWidth + 400, 150), Qt::LeftButton,
       Qt::ShiftModifier);
  EXPECT_TRUE(widget_.selection()->tracks.empty()) << "from the axis: all tracks";
  const QImage image = widget_.viewport()->grab().toImage();
  EXPECT_NE(image.pixelColor(at(180, "TensorE")), current_tokens().window) << "a wash";
}

TEST_F(TimelineWidgetTest, MSetsAMarkerAtTheEdgeOfAnEvent) {
  QSignalSpy changed(&widget_, &TimelineWidget::markers_changed);
  QTest::mouseMove(widget_.viewport(), at(303, "VectorE"));
  QApplication::processEvents();
  QTest::keyClick(&widget_, Qt::Key_M);
  ASSERT_EQ(widget_.markers().size(), 1u);
  EXPECT_EQ(widget_.markers()[0], (Marker{300.0, "M1"}));
  QTest::mouseMove(widget_.viewport(), at(152, "VectorE"));
  QApplication::processEvents();
  QTest::keyClick(&widget_, Qt::Key_M);
  EXPECT_EQ(widget_.markers()[0], (Marker{150.0, "M2"})) << "in order of time";
  EXPECT_EQ(widget_.picked_markers().last, 0u);
  EXPECT_EQ(widget_.picked_markers().before, 1u) << "their difference is shown";
  EXPECT_EQ(changed.count(), 2);
  QTest::keyClick(&widget_, Qt::Key_Period);
  EXPECT_EQ(widget_.picked_markers().last, 1u);
  QTest::keyClick(&widget_, Qt::Key_Delete);
  ASSERT_EQ(widget_.markers().size(), 1u);
  EXPECT_EQ(widget_.markers()[0].name, QStringLiteral("M2"));
}

TEST_F(TimelineWidgetTest, MarkersAreDraggedAndRenamed) {
  widget_.set_markers({{100.0, "a"}, {400.0, "b"}});
  QSignalSpy changed(&widget_, &TimelineWidget::markers_changed);
  drag(QPoint(kGutterWidth + 102, 8), QPoint(kGutterWidth + 653, 8), Qt::LeftButton);
  EXPECT_EQ(widget_.markers(), (Markers{{400.0, "b"}, {650.0, "a"}})) << "snapped and sorted";
  EXPECT_EQ(changed.count(), 1);
  EXPECT_EQ(widget_.view(), (TimeView{0.0, 1000.0})) << "no panning";
  QTest::mouseDClick(widget_.viewport(), Qt::LeftButton, {}, QPoint(kGutterWidth + 402, 8));
  auto* editor = widget_.viewport()->findChild<QLineEdit*>();
  ASSERT_NE(editor, nullptr);
  editor->setText(QStringLiteral("first token"));
  QTest::keyClick(editor, Qt::Key_Return);
  EXPECT_EQ(widget_.markers()[0].name, QStringLiteral("first token"));
  EXPECT_EQ(changed.count(), 2);
  widget_.set_markers(Markers(widget_.markers()));
  EXPECT_EQ(changed.count(), 2) << "setting what is set is silent";
}

TEST_F(TimelineWidgetTest, KeysFollowDependencies) {
  QSignalSpy messages(&widget_, &TimelineWidget::message);
  QTest::keyClick(&widget_, Qt::Key_P);
  EXPECT_EQ(messages.count(), 1) << "nothing is selected";
  widget_.select(slice("TensorE", 0));
  QTest::keyClick(&widget_, Qt::Key_P);
  ASSERT_TRUE(QTest::qWaitFor([&] { return widget_.selected() != slice("TensorE", 0); }));
  EXPECT_EQ(widget_.selected(), slice("Q3-E64", 0));
  QTest::keyClick(&widget_, Qt::Key_N);
  EXPECT_EQ(widget_.selected(), slice("TensorE", 0)) << "known by now";
  widget_.select(slice("VectorE", 0));
  QTest::keyClick(&widget_, Qt::Key_P);
  EXPECT_EQ(widget_.selected(), slice("VectorE", 0));
  EXPECT_TRUE(messages.back().front().toString().startsWith("No event is known"));
}

TEST_F(TimelineWidgetTest, CriticalPathIsPaintedOnceItIsKnown) {
  const QImage without = widget_.viewport()->grab().toImage();
  widget_.set_critical_path_shown(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return widget_.dependencies().view() != nullptr; }));
  const QImage with = widget_.viewport()->grab().toImage();
  EXPECT_NE(with, without);
  const QRectF last = widget_.slice_rect(slice("VectorE", 9));
  const TimelineRow* row = widget_.rows().row_of(track_named(*trace_, "VectorE")->id);
  EXPECT_EQ(with.pixelColor(static_cast<int>(last.center().x()), kAxisHeight + row->bottom() - 3),
            current_tokens().bad);
  widget_.set_critical_path_shown(false);
  EXPECT_EQ(widget_.viewport()->grab().toImage(), without);
}

TEST_F(TimelineWidgetTest, ColourModesAreComputedAndPainted) {
  QSignalSpy changed(&widget_, &TimelineWidget::classes_changed);
  widget_.set_color_mode(ColorMode::kOpcode);
  ASSERT_TRUE(QTest::qWaitFor(
      [&] { return widget_.classes() && widget_.classes()->mode == ColorMode::kOpcode; }));
  const QImage image = widget_.viewport()->grab().toImage();
  const auto color_of = [&](const char* name) {
    for (const auto& of : widget_.classes()->classes) {
      if (of.name == name) return of.color;
    }
    return QColor();
  };
  EXPECT_EQ(image.pixelColor(at(840, "VectorE")), color_of("COPY"));
  EXPECT_EQ(image.pixelColor(at(940, "VectorE")), color_of("TENSOR_REDUCE"));
  widget_.set_color_mode(ColorMode::kNone);
  EXPECT_EQ(widget_.viewport()->grab().toImage().pixelColor(at(840, "VectorE")),
            engine_color(Engine::kNone));
  widget_.set_color_mode(ColorMode::kEngine);
  EXPECT_EQ(widget_.viewport()->grab().toImage().pixelColor(at(840, "VectorE")),
            engine_color(Engine::kVector));
  EXPECT_GE(changed.count(), 4);
}

/// The action of a menu with that text.
QAction* action_named(QMenu* menu, const char* text) {
  for (QAction* action : menu->actions()) {
    if (action->text() == QString::fromLatin1(text)) return action;
  }
  return nullptr;
}

TEST_F(TimelineWidgetTest, TracksAreArrangedByMenuAndUndone) {
  QSignalSpy changed(&widget_, &TimelineWidget::arrangement_changed);
  const TrackArrangement before = widget_.arrangement();
  const TrackId sbuf = track_named(*trace_, "SBUF")->id;
  const auto choose = [&](const char* text) {
    const std::unique_ptr<QMenu> menu(widget_.make_track_menu(sbuf));
    QAction* action = action_named(menu.get(), text);
    ASSERT_NE(action, nullptr) << text;
    action->trigger();
  };
  choose("Pin to Top");
  EXPECT_EQ(widget_.rows().rows().front().track, sbuf);
  choose("Draw as Line");
  EXPECT_EQ(widget_.rows().rows().front().counter, CounterStyle::kLine);
  choose("Increase Height");
  EXPECT_EQ(widget_.rows().rows().front().height, 57);
  choose("Hide");
  EXPECT_EQ(widget_.rows().row_of(sbuf), nullptr);
  ASSERT_EQ(changed.count(), 4);
  EXPECT_EQ(changed[0][0].value<TrackArrangement>(), before);
  EXPECT_EQ(changed[3][1].value<TrackArrangement>(), widget_.arrangement());
  QUndoStack stack;
  for (const auto& step : changed) {
    stack.push(make_arrangement_undo(widget_, step[0].value<TrackArrangement>(),
                                     step[1].value<TrackArrangement>()));
  }
  stack.undo();
  EXPECT_NE(widget_.rows().row_of(sbuf), nullptr) << "no longer hidden";
  while (stack.canUndo()) stack.undo();
  EXPECT_EQ(widget_.arrangement(), before);
  stack.redo();
  EXPECT_EQ(widget_.rows().rows().front().track, sbuf);
  EXPECT_EQ(changed.count(), 4) << "an undone step is no new one";
}

TEST_F(TimelineWidgetTest, TracksAreArrangedByKeys) {
  const TrackId vector = track_named(*trace_, "VectorE")->id;
  for (int i = 0; i < 3; ++i) QTest::keyClick(&widget_, Qt::Key_Down);
  EXPECT_EQ(widget_.current_track(), vector);
  QTest::keyClick(&widget_, Qt::Key_Up, Qt::AltModifier);
  EXPECT_EQ(widget_.rows().rows()[1].track, vector);
  QTest::keyClick(&widget_, Qt::Key_Plus, Qt::AltModifier);
  EXPECT_EQ(widget_.rows().rows()[1].height, 28);
  QTest::keyClick(&widget_, Qt::Key_Return);
  EXPECT_EQ(widget_.selected(), slice("VectorE", 0)) << "the first event on screen";
  QTest::keyClick(&widget_, Qt::Key_Up);
  QTest::keyClick(&widget_, Qt::Key_Return);
  EXPECT_TRUE(widget_.rows().is_collapsed(track_named(*trace_, "NeuronCore 0")->id));
}

TEST_F(TimelineWidgetTest, RowsAreDraggedInTheGutter) {
  const TrackId tensor = track_named(*trace_, "TensorE")->id;
  const QPoint from(60, at(0, "TensorE").y());
  drag(from, QPoint(60, at(0, "VectorE").y() + 8), Qt::LeftButton);
  EXPECT_EQ(widget_.rows().rows()[2].track, tensor);
  EXPECT_FALSE(widget_.selected().valid());
}

TEST_F(TimelineWidgetTest, LowerBordersOfRowsAreDragged) {
  QSignalSpy changed(&widget_, &TimelineWidget::arrangement_changed);
  const TimelineRow row = *widget_.rows().row_of(track_named(*trace_, "TensorE")->id);
  const QPoint border(60, kAxisHeight + row.bottom() - 1);
  drag(border, border + QPoint(0, 30), Qt::LeftButton);
  EXPECT_NEAR(widget_.rows().row_of(row.track)->height, row.height + 30, 2);
  EXPECT_EQ(changed.count(), 1) << "one step to undo";
  const int bottom = widget_.rows().row_of(row.track)->bottom();
  QTest::mouseDClick(widget_.viewport(), Qt::LeftButton, {}, QPoint(60, kAxisHeight + bottom - 1));
  EXPECT_EQ(widget_.rows().row_of(row.track)->height, row.height) << "double click: as usual";
}

TEST_F(TimelineWidgetTest, PinnedRowsStayWhileOthersScroll) {
  const TrackId sbuf = track_named(*trace_, "SBUF")->id;
  const std::unique_ptr<QMenu> menu(widget_.make_track_menu(sbuf));
  action_named(menu.get(), "Pin to Top")->trigger();
  widget_.resize(widget_.width(), 150);
  QApplication::processEvents();
  widget_.verticalScrollBar()->setValue(30);
  const FrameInput frame = widget_.frame();
  EXPECT_EQ(frame.sticky, 38);
  EXPECT_EQ(frame.y(*widget_.rows().row_of(sbuf)), kAxisHeight);
  const TimelineRow& vector = *widget_.rows().row_of(track_named(*trace_, "VectorE")->id);
  EXPECT_EQ(frame.y(vector), kAxisHeight + vector.top - 30);
  const QPoint inside(kGutterWidth + 320, frame.y(vector) + 15);
  EXPECT_EQ(widget_.slice_at(inside), slice("VectorE", 3));
  EXPECT_FALSE(widget_.slice_at(QPoint(kGutterWidth + 320, kAxisHeight + 20)).valid())
      << "the pinned row lies over what scrolls below it";
  widget_.show_track(track_named(*trace_, "TensorE")->id);
  const TimelineRow& tensor = *widget_.rows().row_of(track_named(*trace_, "TensorE")->id);
  EXPECT_GE(widget_.frame().y(tensor), kAxisHeight + 38);
}

TEST_F(TimelineWidgetTest, GroupHeadersStayWhileTheirRowsScroll) {
  widget_.resize(widget_.width(), 120);
  QApplication::processEvents();
  widget_.verticalScrollBar()->setValue(30);
  const TrackId core = track_named(*trace_, "NeuronCore 0")->id;
  const TimelineRow& header = *widget_.rows().row_of(core);
  const FrameInput frame = widget_.frame();
  ASSERT_EQ(frame.stuck_height, header.height);
  EXPECT_EQ(frame.y(header), kAxisHeight);
  int painted = 0;
  for_visible_rows(frame, [&](const TimelineRow& row) { painted += row.track == core ? 1 : 0; });
  EXPECT_EQ(painted, 1);
  const TimelineRow& tensor = *widget_.rows().row_of(track_named(*trace_, "TensorE")->id);
  EXPECT_EQ(frame.clip(tensor).top(), kAxisHeight + header.height) << "rows scroll below it";
  const QPoint on_header(60, kAxisHeight + header.height / 2);
  click(on_header);
  EXPECT_TRUE(widget_.rows().is_collapsed(core));
  EXPECT_EQ(widget_.frame().y(*widget_.rows().row_of(core)), kAxisHeight);
  click(on_header);
  widget_.verticalScrollBar()->setValue(40);
  widget_.show_track(track_named(*trace_, "TensorE")->id);
  const TimelineRow& shown = *widget_.rows().row_of(track_named(*trace_, "TensorE")->id);
  EXPECT_GE(widget_.frame().y(shown), kAxisHeight + header.height) << "not below the header";
}

TEST(TimelinePanel, BarLegendAndTimelineFollowEachOther) {
  TimelinePanel panel;
  panel.resize(kGutterWidth + 1000, 500);
  panel.set_trace(make_run());
  panel.show();
  QApplication::processEvents();
  TimelineWidget& timeline = panel.timeline();
  QTest::keyClicks(&panel.bar().filter(), QStringLiteral("vector"));
  EXPECT_EQ(timeline.rows().rows().size(), 2u);
  timeline.show_track(track_named(*timeline.trace(), "TensorE")->id);
  EXPECT_TRUE(panel.bar().filter().text().isEmpty()) << "the search took the filter away";
  EXPECT_FALSE(panel.legend().isVisible());
  QTest::mouseClick(&panel.bar().legend_button(), Qt::LeftButton);
  EXPECT_TRUE(panel.legend().isVisible());
  EXPECT_EQ(panel.legend().entries().size(), 3u) << "engines at first";
  panel.bar().colors().setFocus();
  QTest::keyClick(&panel.bar().colors(), Qt::Key_End);
  EXPECT_EQ(timeline.color_mode(), ColorMode::kNone);
  timeline.set_color_mode(ColorMode::kOpcode);
  EXPECT_EQ(panel.bar().colors().currentText(), QStringLiteral("Opcode"));
  ASSERT_TRUE(QTest::qWaitFor([&] { return panel.legend().entries().size() == 4; }));
  QTest::mouseClick(panel.legend().entries()[0], Qt::LeftButton);
  ASSERT_TRUE(timeline.highlight());
  EXPECT_EQ(timeline.highlight()->text, QStringLiteral("MATMUL"));
  QTest::keyClick(&timeline, Qt::Key_Escape);
  EXPECT_FALSE(panel.legend().entries()[0]->isChecked());
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

TEST_F(TimelineWidgetTest, TooltipsFollowTheSelectionOfKeys) {
  click(at(325, "VectorE"));
  QToolTip::showText(widget_.mapToGlobal(QPoint(400, 100)), QStringLiteral("before"), &widget_);
  ASSERT_TRUE(QToolTip::isVisible());
  QTest::keyClick(&widget_, Qt::Key_BracketRight);
  EXPECT_TRUE(QToolTip::text().contains(QStringLiteral("COPY"))) << QToolTip::text().toStdString();
  QTest::keyClick(&widget_, Qt::Key_D);
  EXPECT_TRUE(QTest::qWaitFor([] { return !QToolTip::isVisible(); }, 2000))
      << "it does not stay where its event was";
}

TEST(TimelinePanel, OverviewShowsGroupsIfThereAreNoEngines) {
  TraceBuilder builder;
  TraceWriter out(builder);
  for (const char* group : {"CPU", "GPU 0"}) {
    const TrackId parent = out.track({.name = group, .kind = TrackKind::kGroup});
    const TrackId track = out.track({.name = "thread", .kind = TrackKind::kHost, .parent = parent});
    out.slice(track, out.intern("work"), TraceTime(0), TraceTime(10));
  }
  const TrackId spans = out.track({.name = "Process Spans", .kind = TrackKind::kGroup});
  const TrackId span =
      out.track({.name = "thread PyTorch Profiler", .kind = TrackKind::kHost, .parent = spans});
  out.slice(span, out.intern("PyTorch Profiler (0)"), TraceTime(0), TraceTime(10));
  out.finish();
  TimelinePanel panel;
  panel.set_trace(builder.finish());
  EXPECT_EQ(panel.overview().strip_names(), (QStringList{"CPU", "GPU 0"}))
      << "the spans of the profiler are not work";
  panel.set_trace(make_run());
  EXPECT_EQ(panel.overview().strip_names(), (QStringList{"TensorE", "VectorE", "DMA"}));
}

TEST(TimelinePanel, TheBarUsesTheWordsOfTheRun) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId stream = out.track(
      {.name = "stream 7", .kind = TrackKind::kEngine, .slice_kind = SliceKind::kOperator});
  out.slice(stream, out.intern("gemm"), TraceTime(0), TraceTime(10));
  out.finish();
  TimelinePanel panel;
  panel.set_trace(make_run());
  const auto& colors = panel.bar().colors();
  EXPECT_GE(colors.findText(QStringLiteral("Opcode")), 0);
  panel.set_trace(builder.finish());
  EXPECT_LT(colors.findText(QStringLiteral("Opcode")), 0);
  EXPECT_LT(colors.findText(QStringLiteral("Engine")), 0);
  EXPECT_GE(colors.findText(QStringLiteral("Kernel")), 0);
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
