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
#include <set>

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
    EXPECT_TRUE(QStringLiteral("elementwise_kernel<128, 4>(int, float)")
                    .startsWith(shown->text().chopped(1)))
        << "the name of the function, without its namespace";
    EXPECT_LE(shown->size().width(), room);
  }
  EXPECT_EQ(texts.fitted(*trace, id, 2.0), nullptr);
}

TEST(NameTexts, SimilarNamesDifferInWhatIsShown) {
  TraceBuilder builder;
  TraceWriter out(builder);
  const TrackId track = out.track({.name = "t", .kind = TrackKind::kEngine});
  const std::string start = "void lib::math::(anonymous namespace)::apply_each_kernel<8, lib::";
  std::int64_t at = 0;
  for (const char* end : {"Add<float>>(int)", "Scale<float>>(int)", "Scale<half>>(int)"}) {
    out.slice(track, out.intern(start + end), TraceTime(at += 20), TraceTime(10));
  }
  out.finish();
  const auto trace = builder.finish();
  NameTexts texts((QFont()));
  const auto& names = trace->tracks()[0].slices.name;
  for (const StringId id : names) texts.add(*trace, id);
  for (const double room : {120.0, 160.0, 240.0}) {
    std::set<QString> shown;
    for (const StringId id : names) {
      const QStaticText* const text = texts.fitted(*trace, id, room);
      ASSERT_NE(text, nullptr);
      EXPECT_LE(text->size().width(), room);
      EXPECT_TRUE(text->text().startsWith(QStringLiteral("app"))) << text->text().toStdString();
      shown.insert(text->text());
    }
    EXPECT_EQ(shown.size(), 3U) << room;
  }
}

TEST(ShortNames, KeepWhatSaysMost) {
  const auto part = [](const char* name) { return telling_part(QString(name)).toStdString(); };
  EXPECT_EQ(part("void at::native::(anonymous namespace)::soft<float>(int, a::b)"),
            "soft<float>(int, a::b)");
  EXPECT_EQ(part("aten::copy_"), "copy_");
  EXPECT_EQ(part("lib/modules/block.py(153): forward"), "forward");
  EXPECT_EQ(part("Memcpy HtoD (Pageable -> Device)"), "Memcpy HtoD (Pageable -> Device)");
  EXPECT_EQ(part("a::"), "a::") << "nothing would remain";
  EXPECT_EQ(part("void "), "void ");
  EXPECT_EQ(part(""), "");
}

TEST(ShortNames, AreCutAtTheDifference) {
  NameSet names;
  const QString one = QStringLiteral("model.layers.11.attention.query");
  const QString other = QStringLiteral("model.layers.12.attention.query");
  EXPECT_TRUE(names.insert(one));
  EXPECT_FALSE(names.insert(one));
  EXPECT_TRUE(names.cut(one).differences.empty()) << "it is alone";
  names.insert(other);
  EXPECT_EQ(names.cut(one).differences, std::vector<qsizetype>{13});
  EXPECT_EQ(short_name(one, names.cut(one), 12), QStringLiteral("mod…11.attent…"));
  EXPECT_EQ(short_name(other, names.cut(other), 12), QStringLiteral("mod…12.attent…"));
  EXPECT_EQ(short_name(one, names.cut(one), 20), QStringLiteral("model.layers.11.atte…"));
  EXPECT_EQ(short_name(one, names.cut(one), 100), one);
  // A name that differs from one name here and from another one there shows both words.
  names.insert(QStringLiteral("model.layers.12.attention.value"));
  EXPECT_EQ(short_name(other, names.cut(other), 16), QStringLiteral("model.lay…12…query"));
  EXPECT_EQ(short_name(other, names.cut(other), 12), QStringLiteral("model…12…query"));
  // The same function in two namespaces is shown with its namespace.
  names.insert(QStringLiteral("first::run"));
  names.insert(QStringLiteral("second::run"));
  EXPECT_EQ(short_name(QStringLiteral("first::run"), names.cut(QStringLiteral("first::run")), 7),
            QStringLiteral("first::…"));
}

TEST(ShortNames, NoLetterIsCutInTwo) {
  const QString name = QString::fromUtf8("\xf0\x9f\x94\xa5\xf0\x9f\x94\xa5 heat a\xf0\x9f\x94\xa5");
  NameSet names;
  names.insert(name);
  names.insert(QString::fromUtf8("\xf0\x9f\x94\xa5\xf0\x9f\x94\xa5 heat a\xf0\x9f\x94\xa6"));
  for (qsizetype letters = 1; letters < name.size(); ++letters) {
    EXPECT_TRUE(short_name(name, names.cut(name), letters).isValidUtf16()) << letters;
  }
  const QFontMetrics metrics{QFont()};
  for (int room = 0; room < 120; room += 7) {
    EXPECT_LE(metrics.horizontalAdvance(elided_name(metrics, name, names.cut(name), room)), room);
  }
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
