// Stacks of any depth: rows, lanes, raster, hits, scrolling and names.
#include "app/gui/timeline/paint/block_colors.h"
#include "app/gui/timeline/paint/hit_test.h"
#include "app/gui/timeline/paint/name_texts.h"
#include "app/gui/timeline/paint/row_raster.h"
#include "app/gui/timeline/timeline_widget.h"
#include "profiler/trace/build/trace_builder.h"
#include "profiler/trace/build/trace_writer.h"

#include <QScrollBar>
#include <QTest>
#include <QWheelEvent>

#include <gtest/gtest.h>

namespace nscope::gui {
namespace {

constexpr int kStackDepth = 60;

/// A thread with one stack of 60 calls: call d from d to 1000 - d ns. A GPU stream with two
/// kernels.
std::shared_ptr<const Trace> make_deep_run() {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId process = out.track({.name = "Process", .kind = TrackKind::kGroup, .order = 0});
  const TrackId thread = out.track({.name = "thread",
                                    .kind = TrackKind::kHost,
                                    .parent = process,
                                    .slice_kind = SliceKind::kHost,
                                    .layout = TrackLayout::kNested,
                                    .order = 0});
  for (int d = 0; d < kStackDepth; ++d) {
    out.slice(thread, out.intern("call " + std::to_string(d)), TraceTime(d),
              TraceTime(1000 - 2 * d));
  }
  const TrackId gpu = out.track({.name = "GPU 0", .kind = TrackKind::kGroup, .order = 1});
  const TrackId stream = out.track({.name = "stream 7",
                                    .kind = TrackKind::kEngine,
                                    .parent = gpu,
                                    .slice_kind = SliceKind::kOperator,
                                    .order = 0});
  out.slice(stream, out.intern("gemm"), TraceTime(0), TraceTime(400));
  out.slice(stream, out.intern("softmax"), TraceTime(500), TraceTime(300));
  out.finish();
  return builder.finish();
}

const Track& deep_track(const Trace& trace, std::string_view name) {
  for (const Track& track : trace.tracks()) {
    if (trace.text(track.name) == name) return track;
  }
  throw std::runtime_error("no such track");
}

TEST(Lanes, FillTheAreaWithoutOverlap) {
  for (const int height : {7, 60, 186, 846, 1000}) {
    for (const int lanes : {1, 3, 60}) {
      int end = 0;
      for (int lane = 0; lane < lanes && height >= lanes; ++lane) {
        const LaneStrip strip = lane_strip(height, lanes, lane, 1);
        EXPECT_GE(strip.top, end) << "no lane is painted over another";
        EXPECT_GE(strip.height, 1);
        EXPECT_EQ(lane_at(height, lanes, strip.top), lane);
        end = strip.top + strip.height;
      }
      EXPECT_LE(end, height);
    }
  }
  const LaneRange seen = lanes_between(600, 60, 95, 125);
  EXPECT_EQ(seen.first, 9);
  EXPECT_EQ(seen.end, 13);
}

TEST(DeepStack, RowsGrowToTheFullDepth) {
  const auto trace = make_deep_run();
  TimelineRows rows(trace);
  const TrackId thread = deep_track(*trace, "thread").id;
  EXPECT_EQ(rows.row_of(thread)->lanes, kStackDepth);
  EXPECT_EQ(rows.row_of(thread)->stack, StackMode::kCompact) << "deep stacks start compact";
  EXPECT_EQ(rows.row_of(thread)->height, 60 * 3 + 6);
  rows.set_stack_mode(thread, StackMode::kExpanded);
  EXPECT_EQ(rows.row_of(thread)->height, 60 * 14 + 6);
  rows.set_lane_zoom(2.0);
  EXPECT_EQ(rows.row_of(thread)->height, 60 * 28 + 6);
  rows.set_lane_zoom(1000.0);
  EXPECT_EQ(rows.arrangement().lane_zoom, kMostLaneZoom);
  rows.set_all_stack_modes(StackMode::kCompact);
  EXPECT_TRUE(rows.arrangement().stacks.empty()) << "the default is not saved";
  rows.set_height(thread, 1);
  EXPECT_GE(rows.row_of(thread)->height, kStackDepth) << "each level keeps a line of its own";
}

TEST(DeepStack, TheArrangementIsSavedAndOlderOnesAreRead) {
  const auto trace = make_deep_run();
  TrackArrangement arrangement;
  arrangement.stacks[deep_track(*trace, "thread").id] = StackMode::kExpanded;
  arrangement.lane_zoom = 1.5;
  const QByteArray saved = save_arrangement(arrangement, *trace);
  const auto loaded = load_arrangement(saved, *trace);
  ASSERT_TRUE(loaded.has_value()) << to_string(loaded.error());
  EXPECT_EQ(*loaded, arrangement);
  const auto older = load_arrangement(
      R"({"collapsed":[],"hidden":[],"pinned":[],"order":{},"heights":{},"counters":{},"filter":""})",
      *trace);
  ASSERT_TRUE(older.has_value()) << to_string(older.error());
  EXPECT_EQ(older->lane_zoom, 1.0);
}

TEST(DeepStack, DeepLevelsAreDrawnInTheirOwnLanes) {
  const auto trace = make_deep_run();
  const Track& thread = deep_track(*trace, "thread");
  const TimeScale scale{{0.0, 1000.0}, 1000.0};
  const RowGeometry geometry = slice_geometry(thread, scale);
  QImage image(1000, 600, QImage::Format_RGB32);
  image.fill(Qt::black);
  RowRaster raster(image, 1.0, qRgb(0, 0, 0));
  raster.draw_blocks({0, 0, 1000, 600}, geometry, kStackDepth,
                     [](std::uint32_t row) { return qRgb(0, 0, 100 + static_cast<int>(row)); });
  for (const int depth : {0, 11, 12, 30, 59}) {
    const int y = depth * 10 + 4;
    EXPECT_EQ(qBlue(image.pixel(500, y)), 100 + depth) << "not painted over by deeper levels";
    if (depth > 0) EXPECT_EQ(qBlue(image.pixel(depth - 1, y)), 0) << "starts where the call starts";
  }
  const RowGeometry some = slice_geometry(thread, scale, {10, 12});
  ASSERT_EQ(some.blocks.size(), 2u);
  EXPECT_EQ(some.blocks.front().lane, 10);
}

class DeepTimelineTest : public testing::Test {
 protected:
  DeepTimelineTest() {
    widget_.resize(kGutterWidth + 1000, 400);
    widget_.set_trace(trace_);
    widget_.show();
    QApplication::processEvents();
    widget_.set_view({0.0, 1000.0});
  }
  const TimelineRow& thread_row() {
    return *widget_.rows().row_of(deep_track(*trace_, "thread").id);
  }
  SliceId call(std::size_t depth) { return Trace::slice_id(deep_track(*trace_, "thread"), depth); }

  std::shared_ptr<const Trace> trace_ = make_deep_run();
  TimelineWidget widget_;
};

TEST_F(DeepTimelineTest, EveryLevelCanBeClicked) {
  widget_.toggle_stack(deep_track(*trace_, "thread").id);
  for (const std::size_t depth : {0u, 12u, 40u, 59u}) {
    widget_.show_slice(call(depth));
    const QRectF box = widget_.slice_rect(call(depth));
    EXPECT_TRUE(widget_.frame().content().contains(box.center().toPoint()))
        << "level " << depth << " is scrolled into view";
    EXPECT_EQ(widget_.slice_at(box.center().toPoint()), call(depth));
  }
  EXPECT_GT(widget_.verticalScrollBar()->value(), 0);
}

TEST_F(DeepTimelineTest, KeyDoubleClickAndMarkExpandTheStack) {
  const QPoint label(120, kAxisHeight + thread_row().top + 20);
  QTest::mouseDClick(widget_.viewport(), Qt::LeftButton, {}, label);
  EXPECT_EQ(thread_row().stack, StackMode::kExpanded);
  QTest::mouseDClick(widget_.viewport(), Qt::LeftButton, {}, label);
  EXPECT_EQ(thread_row().stack, StackMode::kCompact);
  widget_.set_current_track(thread_row().track);
  QTest::keyClick(&widget_, Qt::Key_E);
  EXPECT_EQ(thread_row().stack, StackMode::kExpanded);
  QTest::keyClick(&widget_, Qt::Key_E);
  const QPoint mark(gutter_left(thread_row()) + 4, label.y());
  QTest::mouseClick(widget_.viewport(), Qt::LeftButton, {}, mark);
  EXPECT_EQ(thread_row().stack, StackMode::kExpanded);
  widget_.set_all_stacks(StackMode::kCompact);
  EXPECT_EQ(thread_row().stack, StackMode::kCompact);
}

TEST_F(DeepTimelineTest, CtrlShiftWheelZoomsLanesAroundTheCursor) {
  widget_.toggle_stack(deep_track(*trace_, "thread").id);
  widget_.verticalScrollBar()->setValue(300);
  const QPoint point(kGutterWidth + 500, 200);
  const SliceId before = widget_.slice_at(point);
  QWheelEvent wheel(QPointF(point), widget_.viewport()->mapToGlobal(QPointF(point)), QPoint(),
                    QPoint(0, 240), Qt::NoButton, Qt::ControlModifier | Qt::ShiftModifier,
                    Qt::NoScrollPhase, false);
  QApplication::sendEvent(widget_.viewport(), &wheel);
  EXPECT_GT(widget_.arrangement().lane_zoom, 1.5);
  EXPECT_EQ(widget_.slice_at(point), before) << "the lane under the cursor stays there";
  EXPECT_EQ(widget_.view(), (TimeView{0.0, 1000.0})) << "time is not zoomed";
}

TEST_F(DeepTimelineTest, KernelsHaveTheColourOfTheirNames) {
  const FrameInput frame = widget_.frame();
  const Track& stream = deep_track(*trace_, "stream 7");
  for (const Scheme scheme : {Scheme::kDark, Scheme::kLight}) {
    const BlockStyle style = block_style(frame, stream, tokens(scheme));
    EXPECT_EQ(style.color(0), name_color("gemm").rgb());
    EXPECT_EQ(style.color(1), name_color("softmax").rgb());
  }
  EXPECT_NE(name_color("gemm"), name_color("softmax"));
}

TEST(NameTexts, LongNamesAreElidedToTheRoomOfTheirEvent) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "t", .kind = TrackKind::kHost});
  const std::string name = "void at::native::elementwise_kernel<128, 4>(int, float)";
  out.slice(track, out.intern(name), TraceTime(0), TraceTime(10));
  out.slice(track, out.intern("add"), TraceTime(20), TraceTime(10));
  out.finish();
  const auto trace = builder.finish();
  NameTexts texts((QFont()));
  const StringId id = trace->strings().find(name);
  const QStaticText* all = texts.fitted(*trace, id, 4000.0);
  ASSERT_NE(all, nullptr);
  EXPECT_EQ(all->text().toStdString(), name);
  for (const double room : {30.0, 60.0, 150.0}) {
    const QStaticText* shown = texts.fitted(*trace, id, room);
    ASSERT_NE(shown, nullptr) << "never blank with room for a few letters";
    EXPECT_TRUE(shown->text().endsWith(QChar(0x2026)));
    EXPECT_TRUE(QString::fromStdString(name).startsWith(shown->text().chopped(1)));
    EXPECT_LE(shown->size().width(), room);
  }
  EXPECT_EQ(texts.fitted(*trace, id, 2.0), nullptr);
}

TEST(GutterTexts, TitlesOfGroupsComeBeforeTheirCaptions) {
  const QFont font;
  const QFontMetrics metrics(font);
  const QString title = QStringLiteral("NeuronCore 0");
  const QString caption = QStringLiteral("logical 0, lnc 2");
  const int title_width = metrics.horizontalAdvance(title);
  const GutterTexts group =
      fit_gutter_texts(metrics, title, metrics, caption, title_width + 30, true);
  EXPECT_EQ(group.title, title);
  EXPECT_NE(group.caption, caption);
  const GutterTexts track =
      fit_gutter_texts(metrics, title, metrics, QStringLiteral("40 %"), title_width, false);
  EXPECT_EQ(track.caption, QStringLiteral("40 %")) << "a number is never cut";
  EXPECT_NE(track.title, title);
}

}  // namespace
}  // namespace nscope::gui
